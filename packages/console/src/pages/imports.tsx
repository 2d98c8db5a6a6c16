/** Batches: imports, discoveries, syncs and runs, each with an undo. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { usePolling } from '../api/poll';
import { useRead } from '../api/read';
import type { Batch } from '../api/operations';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError } from '../components/form';
import { Page } from '../components/page';
import { Bones, Empty, ErrorState } from '../components/states';
import { Table, type Column } from '../components/table';
import { say } from '../components/toast';
import { label, moment, number, t } from '../i18n';
import { addressHere } from '../router';
import { UndoneBox } from './import-undone';
import { UploadBox } from './import-upload';
import type { PageProps } from './page';

const watchMs = 3_000;
const moves = ({ status }: Batch) => status === 'OPEN' || status === 'UNDOING';

function UndoDialog({
  batch,
  onClose,
  onDone,
}: {
  readonly batch: Batch;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [error, setError] = useState<ApiError>();
  const undo = () => {
    call('undo_batch', { batchId: batch.id }).then(
      () => {
        say(t('import.undoing'));
        onDone();
      },
      (caught: unknown) => caught instanceof ApiError && setError(caught),
    );
  };
  return (
    <Dialog title={t('import.undo-title')} onClose={onClose}>
      <div class="form">
        <FormError error={error} />
        <p class="wrap-anywhere" dir="auto">
          <b>{batch.name}</b>
        </p>
        <p>{t('import.undo-text', { engagements: batch.engagementsNew, people: batch.peopleNew })}</p>
        <div class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="danger" onClick={undo}>
            {t('import.undo')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const columns = (): readonly Column<Batch>[] => [
  {
    key: 'name',
    head: t('column.name'),
    cell: ({ id, kind, name, source }) => (
      <div class="post-cell">
        <a class="strong-link" dir="auto" href={addressHere(`import/${id}`)}>
          {kind === 'agent_run' ? label('batch', kind) : name}
        </a>
        <small>{kind === 'import' && label('format', source)}</small>
      </div>
    ),
  },
  { key: 'kind', head: t('import.kind'), cell: ({ kind }) => label('batch', kind) },
  { key: 'status', head: t('watchlist.status'), cell: ({ status }) => label('batchStatus', status) },
  {
    key: 'engagements',
    head: t('import.engagements'),
    number: true,
    cell: ({ engagementsNew }) => number(engagementsNew),
  },
  { key: 'people', head: t('import.people'), number: true, cell: ({ peopleNew }) => number(peopleNew) },
  { key: 'when', head: t('agent.started'), number: true, cell: ({ startedAt }) => moment(startedAt) },
];

function BatchList() {
  const { data, error, again } = useRead('list_batches', {});
  const moving = data?.data.some(moves) ?? false;
  usePolling({ on: moving, every: watchMs, most: Infinity, read: again });
  return (
    <Page wide title={t('nav.import')} intro={t('import.intro')}>
      <UploadBox onImported={again} />
      {!data && (error ? <ErrorState error={error} again={again} /> : <Bones />)}
      {data?.data.length === 0 && <Empty title={t('import.none')} />}
      {data && data.data.length > 0 && (
        <Table caption={t('nav.import')} columns={columns()} rows={data.data} rowKey={({ id }) => id} />
      )}
    </Page>
  );
}

function BatchPage({ batchId }: { readonly batchId: string }) {
  const { data: batch, error, again } = useRead('get_batch', { batchId });
  const [undoing, setUndoing] = useState(false);
  const moving = batch !== undefined && moves(batch);
  usePolling({ on: moving, every: watchMs, most: Infinity, read: again });
  if (!batch)
    return <Page title={t('nav.import')}>{error ? <ErrorState error={error} again={again} /> : <Bones />}</Page>;
  const { refused, undated, untitled, leads } = batch;
  const figures = [
    ['import.engagements', batch.engagementsNew],
    ['import.people', batch.peopleNew],
    ['import.posts', batch.postsNew],
  ] as const;
  return (
    <Page
      title={batch.name}
      intro={[
        label('batch', batch.kind),
        label('format', batch.source),
        label('batchStatus', batch.status),
        moment(batch.startedAt),
        batch.startedBy,
      ]
        .filter(Boolean)
        .join(' · ')}
      tools={
        batch.undoable && (
          <Button kind="danger" onClick={() => setUndoing(true)}>
            {t('import.undo')}
          </Button>
        )
      }
    >
      <a class="text-link" href={addressHere('import')}>
        ‹ {t('nav.import')}
      </a>
      <dl class="figures">
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{number(value)}</dd>
          </div>
        ))}
      </dl>
      {refused && <p>{t('upload.rows-unusable', { count: refused })}</p>}
      {undated && <p>{t('upload.undated', { count: undated })}</p>}
      {untitled && <p>{t('import.untitled', { untitled, leads: leads ?? untitled })}</p>}
      {batch.undone && <UndoneBox undone={batch.undone} />}
      {undoing && (
        <UndoDialog
          batch={batch}
          onClose={() => setUndoing(false)}
          onDone={() => {
            setUndoing(false);
            again();
          }}
        />
      )}
    </Page>
  );
}

export function ImportPage({ rest: [batchId] }: PageProps) {
  return batchId === undefined ? <BatchList /> : <BatchPage batchId={batchId} />;
}
