/**
 * Actions on one lead or many: contacted, snooze, assign, note, remove. Each is shown at once (a note when it is saved), sent to
 * the server, and can be undone for ten seconds.
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

/** The lead as it was before the action, for undo. */
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
  /** Shows the state before the change, after an undo or a refusal of the server. */
  readonly onUndone: (done: Done) => void;
  /** Called when the server has saved the change, or its undo. */
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

/** @returns the server's refusal, if any. */
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

/** The shortcuts for actions on a lead, on every page. */
export const workShortcuts = (work: Pick<ReturnType<typeof useLeadWork>, Deed>): Shortcuts => ({
  e: { act: work.contacted, text: 'key.contacted' },
  s: { act: work.snooze, text: 'key.snooze' },
  a: { act: work.assign, text: 'key.assign' },
  n: { act: work.note, text: 'key.note' },
  x: { act: work.bad, text: 'key.bad' },
  u: { act: () => void undoLatest(), text: 'key.undo' },
});

/** @returns functions that do each action or open its dialog, and the dialog that is open. */
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
    sayDone(done, sent);
  };
  const sayDone = (done: Done, sent: Promise<unknown>) =>
    say(wordsOf(done), () => {
      onUndone(done);
      void sent
        .then(() => send(done.leads, (lead) => reverse(lead, done.change)))
        .then((error) => (error ? say(errorText(error)) : onSent?.()));
    });
  /** Unlike the other actions it waits for the server: what was typed stays in the dialog until it is saved. */
  const saveNote = async (note: string) => {
    const done: Done = { deed: 'note', leads: leads(), change: { outreach: { note: note === '' ? null : note } } };
    const error = await send(done.leads, () => done.change);
    if (error) throw error;
    ask(undefined);
    onDone(done);
    sayDone(done, Promise.resolve());
    onSent?.();
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
      <NoteDialog note={first?.before.outreach?.note ?? ''} onClose={close} save={saveNote} />
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
    /** Back to the people to contact. */
    reopen: () => run('contacted', { outreach: { status: 'NONE' } }),
  };
}
