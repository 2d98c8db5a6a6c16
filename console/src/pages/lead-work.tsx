/**
 * Working on leads: contacted, snoozed, assigned, noted, set aside; one or many. Each is shown at once, sent to the server, and can
 * be taken back for ten seconds.
 */
import { useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { changeLeads } from '../api/lead-actions';
import type { LeadChange } from '../api/operations';
import type { Lead } from '../api/operations';
import { errorText } from '../components/states';
import type { Shortcuts } from '../components/shortcuts';
import { say, undoLatest } from '../components/toast';
import { day, t } from '../i18n';
import { AssignDialog, NoteDialog, SnoozeDialog } from './lead-dialogs';

/** What is worked on: the lead as it was, so that it can be that again. */
export interface Worked {
  readonly id: string;
  readonly name: string | null;
  readonly before: Pick<Lead, 'disposition' | 'ownerId'> & Partial<Pick<Lead, 'outreach'>>;
}

export type Deed = 'contacted' | 'snooze' | 'assign' | 'note' | 'bad';

interface Done {
  readonly deed: Deed;
  readonly leads: readonly Worked[];
  readonly change: LeadChange;
}

interface WorkProps {
  readonly leads: () => readonly Worked[];
  /** Shows the change before the server has answered. */
  readonly onDone: (done: Done) => void;
  /** Shows what was before: it was taken back, or the server refused. */
  readonly onUndone: (done: Done) => void;
  /** The server has it, or has it as it was. */
  readonly onSent?: () => void;
}

const reverse = ({ before }: Worked, change: LeadChange): LeadChange => ({
  ...('disposition' in change ? { disposition: before.disposition } : {}),
  ...('ownerId' in change ? { ownerId: before.ownerId } : {}),
  ...(change.outreach
    ? {
        outreach: {
          ...(change.outreach.status === undefined
            ? {}
            : {
                status: before.outreach?.status ?? 'NONE',
                ...(before.outreach?.status === 'SNOOZED' ? { snoozedUntil: before.outreach.snoozedUntil } : {}),
              }),
          ...(change.outreach.note === undefined ? {} : { note: before.outreach?.note ?? null }),
        },
      }
    : {}),
});

/** @returns why the server refused, where it did. */
async function send(leads: readonly Worked[], changeOf: (lead: Worked) => LeadChange): Promise<ApiError | undefined> {
  try {
    const missing = await changeLeads(leads.map((lead) => ({ leadId: lead.id, ...changeOf(lead) })));
    return missing === 0 ? undefined : new ApiError(404, 'not_found', '');
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, 'console_error', '');
  }
}

function wordsOf({ deed, leads, change }: Done): string {
  const [first] = leads;
  const who = leads.length === 1 ? (first?.name ?? t('lead.no-name')) : t('work.leads', { count: leads.length });
  if (deed === 'snooze') {
    return t('work.snooze', { who, day: day(`${change.outreach?.snoozedUntil ?? ''}T12:00:00`) });
  }
  return t(`work.${deed}`, { who });
}

/** The keys of what can be done with a lead, wherever one stands. */
export const workShortcuts = (work: Pick<ReturnType<typeof useLeadWork>, Deed>): Shortcuts => ({
  e: { act: work.contacted, text: 'key.contacted' },
  s: { act: work.snooze, text: 'key.snooze' },
  a: { act: work.assign, text: 'key.assign' },
  n: { act: work.note, text: 'key.note' },
  x: { act: work.bad, text: 'key.bad' },
  u: { act: () => void undoLatest(), text: 'key.undo' },
});

/** @returns what opens or does each deed, and the dialog that is open. */
export function useLeadWork({ leads, onDone, onUndone, onSent }: WorkProps) {
  const [asking, ask] = useState<'snooze' | 'assign' | 'note'>();
  const run = (deed: Deed, change: LeadChange) => {
    ask(undefined);
    const chosen = leads();
    if (chosen.length === 0) return;
    const done: Done = { deed, leads: chosen, change };
    onDone(done);
    const sent = send(chosen, () => change);
    void sent.then((error) => {
      if (!error) return onSent?.();
      onUndone(done);
      say(errorText(error));
    });
    say(wordsOf(done), () => {
      onUndone(done);
      void sent
        .then(() => send(chosen, (lead) => reverse(lead, change)))
        .then((error) => (error ? say(errorText(error)) : onSent?.()));
    });
  };
  const close = () => ask(undefined);
  const [first] = asking === 'note' ? leads() : [];
  const dialog =
    asking === 'snooze' ? (
      <SnoozeDialog
        onClose={close}
        onDone={(snoozedUntil) => run('snooze', { outreach: { status: 'SNOOZED', snoozedUntil } })}
      />
    ) : asking === 'assign' ? (
      <AssignDialog onClose={close} onDone={({ id }) => run('assign', { ownerId: id })} />
    ) : asking === 'note' ? (
      <NoteDialog
        note={first?.before.outreach?.note ?? ''}
        onClose={close}
        onDone={(note) => run('note', { outreach: { note: note === '' ? null : note } })}
      />
    ) : null;
  const some = (open: () => void) => () => {
    if (leads().length > 0) open();
  };
  return {
    dialog,
    contacted: () => run('contacted', { outreach: { status: 'CONTACTED' } }),
    snooze: some(() => ask('snooze')),
    assign: some(() => ask('assign')),
    note: some(() => ask('note')),
    bad: () => run('bad', { disposition: 'BAD_LEAD' }),
    /** Back among those to contact. */
    reopen: () => run('contacted', { outreach: { status: 'NONE' } }),
  };
}
