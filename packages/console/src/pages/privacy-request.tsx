/** A person's request about their data. Shows what it affects, then carries it out. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import { useRead } from '../api/read';
import type { ErasurePreview, Output } from '../api/operations';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError } from '../components/form';
import { saveFile } from '../components/save-file';
import { Bones, ErrorState } from '../components/states';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { label, number, t } from '../i18n';
import { erased } from './lead-work';

export const requests = ['export', 'do-not-contact', 'allow-contact', 'erase', 'suppress', 'lift'] as const;
export type Request = (typeof requests)[number];

type Change = Exclude<Request, 'export'>;

type Outcome = Output<'lift_suppression'> & { readonly waitsOn?: readonly string[] };

const send: Readonly<Record<Change, (person: string) => Promise<Outcome>>> = {
  erase: (person) => call('erase_person', { person }),
  suppress: (person) => call('suppress_person', { person }),
  lift: (person) => call('lift_suppression', { person }),
  'do-not-contact': (person) => call('set_do_not_contact', { person }),
  'allow-contact': (person) => call('set_do_not_contact', { person, doNotContact: false }),
};

const dangerous: ReadonlySet<Request> = new Set(['erase', 'suppress']);
export const isDangerous = (request: Request): boolean => dangerous.has(request);

/** Reads every section of all people whom the reference names, page by page. */
async function everythingOf(person: string): Promise<object> {
  const { people, sections, exportedAt } = await call('export_person', { person });
  const exported: Record<string, Record<string, unknown[]>> = {};
  for (const personId of people) {
    const held: Record<string, unknown[]> = {};
    for (const section of sections) {
      const rows: unknown[] = [];
      for (let after: number | null = 0; after !== null;) {
        const page: { readonly rows: readonly unknown[]; readonly next: number | null } = await call(
          'read_person_section',
          { personId, section, after },
        );
        rows.push(...page.rows);
        after = page.next;
      }
      if (rows.length > 0) held[section] = rows;
    }
    exported[personId] = held;
  }
  return { exportedAt, people: exported };
}

/** The people whom a reference names, and what is stored about them. */
function Held({ preview: { people, rows }, goes }: { readonly preview: ErasurePreview; readonly goes: boolean }) {
  if (people.length === 0) return <p>{t('privacy.nobody')}</p>;
  return (
    <>
      {people.length > 1 && <p>{t('privacy.several')}</p>}
      <ul class="plain">
        {people.map((person) => (
          <li key={person.id} class="wrap-anywhere" dir="auto">
            <b>{person.displayName || t('lead.no-name')}</b>{' '}
            <span class="quiet">
              {[person.headline, person.companyName, person.doNotContact && t('privacy.objects')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {goes && (
        <>
          <Table
            caption={t('privacy.what-goes')}
            rows={rows}
            rowKey={({ table }) => table}
            columns={[
              { key: 'table', head: t('privacy.what-goes'), cell: ({ table }) => label('table', table) },
              { key: 'rows', head: t('privacy.rows'), number: true, cell: (row) => number(row.rows) },
            ]}
          />
          <p class="quiet small">{t('privacy.and-mentions')}</p>
        </>
      )}
    </>
  );
}

export interface RequestDialogProps {
  readonly request: Request;
  /** What names the person: the id of a lead, an address or a member id. */
  readonly person: string;
  /** Their name, where it is known. */
  readonly name?: string | null | undefined;
  /** @param done whether the request was carried out. */
  readonly onClose: (done: boolean) => void;
}

export function RequestDialog({ request, person, name, onClose: closed }: RequestDialogProps) {
  const { data: preview, error: unknown } = useRead('preview_erasure', { person });
  const [outcome, setOutcome] = useState<Outcome>();
  const task = useTask();
  const onClose = () => closed(outcome !== undefined);
  const act = () =>
    task.run(async () => {
      if (request !== 'export') {
        const sent = await send[request](person);
        // Who may be contacted again is a lead again.
        if (request === 'allow-contact') erased.clear();
        return setOutcome(sent);
      }
      saveFile('person.json', 'application/json', JSON.stringify(await everythingOf(person), null, 2));
      say(t('privacy.exported'));
      onClose();
    });
  const wrong = task.error ?? (unknown?.status === 400 ? unknown : undefined);
  return (
    <Dialog title={t(`privacy.${request}`)} onClose={onClose}>
      <div class="form">
        <FormError error={wrong} />
        {outcome ? (
          <>
            <p role="status">{t(outcome.held ? 'privacy.done-held' : 'privacy.done-nothing')}</p>
            {outcome.waitsOn !== undefined && outcome.waitsOn.length > 0 && (
              <p role="status" class="wrap-anywhere">
                {t('privacy.waits-on', { machines: outcome.waitsOn.join(', ') })}
              </p>
            )}
            <p class="quiet small wrap-anywhere">{t('privacy.reference', { reference: outcome.reference })}</p>
          </>
        ) : (
          <>
            <p class="wrap-anywhere" dir="auto">
              <b>{name ?? person}</b>
            </p>
            {request !== 'export' && <p>{t(`privacy.${request}-text`)}</p>}
            {preview ? (
              <Held preview={preview} goes={isDangerous(request)} />
            ) : unknown ? (
              !wrong && <ErrorState error={unknown} />
            ) : (
              <Bones rows={3} />
            )}
            {task.busy && request === 'export' && <p role="status">{t('privacy.exporting')}</p>}
          </>
        )}
        <div class="form-end">
          <Button onClick={onClose}>{t(outcome ? 'action.close' : 'action.cancel')}</Button>
          {!outcome && (
            <Button
              kind={isDangerous(request) ? 'danger' : 'main'}
              disabled={task.busy || !preview || (request === 'export' && preview.people.length === 0)}
              onClick={() => void act()}
            >
              {t(`privacy.${request}`)}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
