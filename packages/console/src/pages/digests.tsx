/** Digests: who is sent whom to call, and when. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Member } from '../api/operations';
import type { Digest } from '../api/operations';
import { usePolling } from '../api/poll';
import { useRead } from '../api/read';
import { may, session } from '../api/session';
import { AskFirst } from '../components/ask-first';
import { Button } from '../components/button';
import { FormError } from '../components/form';
import { Bones, Empty, ErrorState } from '../components/states';
import { Status } from '../components/status';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { label, moment, t } from '../i18n';
import { languages } from '../language';
import { ChangeDigest, NewDigest } from './digest-form';
import { PreviewDialog } from './digest-preview';
import { scheduleInWords } from './schedule-times';

const addressOf = (digest: Digest) => digest.to.replace(/^(mailto|slack):/, '');

function Remove(props: { readonly digest: Digest; readonly onClose: () => void; readonly onDone: () => void }) {
  const { digest, onClose, onDone } = props;
  const remove = async () => {
    await call('remove_digest', { id: digest.id });
    onDone();
  };
  return (
    <AskFirst title={t('digests.remove')} deed={t('action.remove')} act={remove} onClose={onClose}>
      <p class="wrap-anywhere">{t('digests.remove-text', { to: addressOf(digest) })}</p>
    </AskFirst>
  );
}

/** The name of the person whose leads the digest is about. */
function tellsOf({ for: audience, ownerId }: Digest, members: readonly Member[]): string {
  if (audience === 'workspace') return t('digests.everybody');
  if (ownerId === session.value?.person.id) return t('digests.mine');
  const owner = members.find(({ userId }) => userId === ownerId);
  return t('digests.leads-of', { name: owner?.displayName || owner?.email || t('digests.somebody') });
}

function When({ digest: { schedule, timeZone, mailLanguage } }: { readonly digest: Digest }) {
  return (
    <>
      {scheduleInWords(schedule) ?? schedule}
      <small>
        {timeZone} · {languages[mailLanguage]}
      </small>
    </>
  );
}

const kinds = { CLAIMED: 'waiting', SENDING: 'waiting', SENT: 'good', EMPTY: 'idle', FAILED: 'bad' } as const;
/** After this time a process that died while sending is no longer waited for. */
const longestMs = 300_000;
const underWay = ({ lastSend }: Digest) =>
  lastSend !== null && lastSend.endedAt === null && Date.now() - Date.parse(lastSend.at) < longestMs;

function Last({ digest }: { readonly digest: Digest }) {
  const { lastSend } = digest;
  if (!lastSend) return <span class="quiet">–</span>;
  // The sending was interrupted and may have succeeded, so it was not repeated.
  const maybe = lastSend.status === 'SENDING' && !underWay(digest);
  return (
    <>
      <Status kind={maybe ? 'idle' : kinds[lastSend.status]}>
        {label('digest-last', maybe ? 'MAYBE' : lastSend.status)}
      </Status>
      <small>{lastSend.error ?? moment(lastSend.at)}</small>
    </>
  );
}

type Asking = { readonly what: 'new' } | { readonly what: 'change' | 'preview' | 'remove'; readonly digest: Digest };

export function Digests() {
  const digests = useRead('list_digests', {});
  const members = useRead('list_members', may('manageMembers') ? {} : null);
  const [asking, ask] = useState<Asking>();
  const task = useTask();
  const rows = digests.data?.data ?? [];
  usePolling({ on: rows.some(underWay), every: 2_000, most: 60, read: digests.again });
  const close = () => ask(undefined);
  const done = (text: string) => {
    close();
    digests.again();
    say(text);
  };
  const send = ({ id }: Digest) =>
    void task.run(async () => {
      await call('send_digest', { id });
      done(t('digests.asked'));
    });
  return (
    <>
      <section class="tab-head">
        <p class="quiet">{t('digests.intro')}</p>
        <Button kind="main" icon="plus" disabled={!digests.data} onClick={() => ask({ what: 'new' })}>
          {t('digests.new')}
        </Button>
      </section>
      <FormError error={task.error} />
      {!digests.data &&
        (digests.error ? <ErrorState error={digests.error} again={digests.again} /> : <Bones rows={3} />)}
      {digests.data && rows.length === 0 && (
        <Empty title={t('digests.none')}>
          <p>{t('digests.none-text')}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Table
          caption={t('integrations.digests')}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'to',
              head: t('digests.to'),
              cell: (row) => (
                <span class="webhook-cell">
                  <strong class="cut">{addressOf(row)}</strong>
                  <small>{tellsOf(row, members.data?.data ?? [])}</small>
                </span>
              ),
            },
            { key: 'when', head: t('audit.at'), cell: (row) => <When digest={row} /> },
            {
              key: 'next',
              head: t('digests.next'),
              cell: (row) =>
                row.status === 'ACTIVE' ? (
                  row.nextAt && moment(row.nextAt)
                ) : (
                  <Status kind="idle">{label('digest-status', row.status)}</Status>
                ),
            },
            { key: 'last', head: t('digests.last'), cell: (row) => <Last digest={row} /> },
            {
              key: 'do',
              head: '',
              label: t('watchlist.do'),
              cell: (row) => (
                <span class="row-of end">
                  {row.status === 'ACTIVE' && (
                    <Button disabled={task.busy || underWay(row)} onClick={() => send(row)}>
                      {t('digests.send')}
                    </Button>
                  )}
                  <Button onClick={() => ask({ what: 'preview', digest: row })}>{t('batch.preview')}</Button>
                  <Button onClick={() => ask({ what: 'change', digest: row })}>
                    {t(row.status === 'ACTIVE' ? 'digests.change' : 'digests.begin-again')}
                  </Button>
                  <Button
                    kind="danger"
                    icon="trash"
                    label={`${t('action.remove')}: ${addressOf(row)}`}
                    onClick={() => ask({ what: 'remove', digest: row })}
                  />
                </span>
              ),
            },
          ]}
        />
      )}
      {asking?.what === 'new' && (
        <NewDigest mail={digests.data?.mail ?? false} onClose={close} onDone={() => done(t('digests.added'))} />
      )}
      {asking?.what === 'change' && (
        <ChangeDigest digest={asking.digest} onClose={close} onDone={() => done(t('digests.saved'))} />
      )}
      {asking?.what === 'preview' && <PreviewDialog digest={asking.digest} onClose={close} />}
      {asking?.what === 'remove' && (
        <Remove digest={asking.digest} onClose={close} onDone={() => done(t('digests.removed'))} />
      )}
    </>
  );
}
