/**
 * Actions on one lead or many: contacted, snooze, assign, note, set aside, bring back. Each is shown at once (a note when it is
 * saved), sent to the server, and can be undone. It goes to the leads that were chosen when it began, whatever the list beside
 * shows later, and asks where a lead changed after it was shown.
 */
import { useRef, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { ApiError } from '../api/client';
import { changeLeads, type ChangedLeads } from '../api/lead-actions';
import type { Lead, LeadChange, LeadDetail } from '../api/operations';
import { asApiError, freshAnswer } from '../api/read';
import { errorText } from '../components/states';
import type { Shortcuts } from '../components/shortcuts';
import { say, undoLatest } from '../components/toast';
import { day, t } from '../i18n';
import { AssignDialog, MeanwhileDialog, NoteDialog, ReasonDialog, SnoozeDialog } from './lead-dialogs';

/** The lead as it was before the action, for undo. */
export interface Worked {
  readonly id: string;
  readonly name: string | null;
  /** When it had last changed, as it was shown. Left out: the page does not know. */
  readonly updatedAt?: string | undefined;
  readonly before: Pick<Lead, 'disposition' | 'ownerId'> &
    Partial<Pick<Lead, 'dispositionReason' | 'outreach' | 'owner'>>;
}

export type Deed = 'contacted' | 'reopen' | 'snooze' | 'assign' | 'note' | 'bad' | 'client' | 'active';

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
  readonly onSent?: (saved: ChangedLeads) => void;
}

type Asking =
  | { readonly kind: 'snooze' | 'assign' | 'note' | 'reason'; readonly leads: readonly Worked[] }
  | { readonly kind: 'meanwhile'; readonly leads: readonly Worked[]; readonly again: () => void };

/** What a lead is after a change. */
export const changed = <Before extends Worked['before']>(before: Before, change: LeadChange): Before => ({
  ...before,
  ...('disposition' in change ? { dispositionReason: null } : {}),
  ...change,
  ...(change.outreach ? { outreach: { ...before.outreach, ...change.outreach } } : {}),
});

/** The change that takes a change of this lead back. */
export const reverse = ({ before }: Worked, change: LeadChange): LeadChange => ({
  ...('disposition' in change
    ? {
        disposition: before.disposition,
        ...(before.disposition === 'BAD_LEAD' ? { dispositionReason: before.dispositionReason ?? null } : {}),
      }
    : {}),
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

type Sent = ChangedLeads | ApiError;

/** When this page last changed each lead: its own change is not one by somebody else. */
const ownChanges = new Map<string, string>();
/** The last change of each lead that is not answered yet, and what the lead is after it. */
const unanswered = new Map<string, { readonly sent: Promise<Sent>; readonly after: Worked['before'] }>();
/** Leads that the server has no more, such as those that a colleague erased. */
export const erased = new Set<string>();
/** Rises when more is known of leads that were changed here, on whatever page. */
export const answered = signal(0);

/**
 * Leads that were changed here after they were read.
 * @param tried the change after which each was named before. It is named once for that: reading it again may have failed, or a
 * server may not know of the change yet.
 */
export function outdated(leads: readonly Pick<Lead, 'id' | 'updatedAt'>[], tried: Map<string, string>): string[] {
  return leads.flatMap(({ id, updatedAt }) => {
    const own = ownChanges.get(id) ?? '';
    if (own <= updatedAt || tried.get(id) === own) return [];
    tried.set(id, own);
    return id;
  });
}

const reading = new Map<string, Promise<LeadDetail | undefined>>();

/** Reads a lead once more, for `knownAnswer`. @returns undefined if that fails. */
export function readAgain(leadId: string): Promise<LeadDetail | undefined> {
  const underWay = reading.get(leadId);
  if (underWay) return underWay;
  const read = freshAnswer('get_lead', { leadId }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (asApiError(error).status === 404) erased.add(leadId);
      return undefined;
    },
  );
  reading.set(leadId, read);
  void read.then(() => {
    reading.delete(leadId);
    answered.value += 1;
  });
  return read;
}

/**
 * Sends a change at once, or after the earlier ones of the same leads: an undo, and a decision right behind it.
 * @param ready those of the leads that are changed, if that is not known yet.
 * @returns what came of it, or why the server refused.
 */
function send(
  leads: readonly Worked[],
  changeOf: (lead: Worked) => LeadChange,
  ready?: Promise<readonly Worked[]>,
): Promise<Sent> {
  const earlier = leads.flatMap(({ id }) => unanswered.get(id)?.sent ?? []);
  const sent =
    earlier.length === 0 && !ready
      ? sendNow(leads, changeOf)
      : Promise.all([ready ?? leads, ...earlier]).then(([those]) => sendNow(those, changeOf));
  for (const lead of leads) unanswered.set(lead.id, { sent, after: changed(lead.before, changeOf(lead)) });
  void sent.then(() => {
    for (const { id } of leads) if (unanswered.get(id)?.sent === sent) unanswered.delete(id);
  });
  return sent;
}

function seenAtOf({ id, updatedAt }: Worked): { readonly seenAt?: string } {
  if (updatedAt === undefined) return {};
  const own = ownChanges.get(id) ?? '';
  return { seenAt: own > updatedAt ? own : updatedAt };
}

async function sendNow(leads: readonly Worked[], changeOf: (lead: Worked) => LeadChange): Promise<Sent> {
  try {
    const sent = await changeLeads(leads.map((lead) => ({ leadId: lead.id, ...changeOf(lead), ...seenAtOf(lead) })));
    for (const { id } of leads) {
      const at = sent.meanwhile.includes(id) ? undefined : sent.updatedAt[id];
      if (at !== undefined) ownChanges.set(id, at);
    }
    for (const id of sent.missing) erased.add(id);
    // Of several the others are changed.
    return sent.missing.length < leads.length || leads.length === 0 ? sent : new ApiError(404, 'not_found', '');
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, 'console_error', '');
  }
}

/** The names of leads, as far as they are few. */
function whoOf(leads: readonly Worked[]): string {
  const [first] = leads;
  return leads.length === 1 ? (first?.name ?? t('lead.no-name')) : t('work.leads', { count: leads.length });
}

function wordsOf({ deed, leads, change }: Done): string {
  const who = whoOf(leads);
  if (deed === 'snooze') {
    return t('work.snooze', { who, day: day(`${change.outreach?.snoozedUntil ?? ''}T12:00:00`) });
  }
  return t(`work.${deed}`, { who });
}

/** The shortcuts for actions on a lead, on every page. */
export const workShortcuts = (
  work: Pick<ReturnType<typeof useLeadWork>, 'contacted' | 'snooze' | 'assign' | 'note' | 'bad'>,
): Shortcuts => ({
  e: { act: work.contacted, text: 'do.contacted' },
  s: { act: work.snooze, text: 'key.snooze' },
  a: { act: work.assign, text: 'key.assign' },
  n: { act: work.note, text: 'key.note' },
  d: { act: work.bad, text: 'do.bad' },
  u: { act: () => void undoLatest(), text: 'action.undo' },
});

const withoutTime = ({ updatedAt: _seen, ...lead }: Worked): Worked => lead;

/** @returns functions that do each action or open its dialog, and the dialog that is open. */
export function useLeadWork(props: WorkProps) {
  /** The leads that an action is about, as they are when all that was sent before is answered. */
  const leads = () => props.leads().map((lead) => ({ ...lead, before: unanswered.get(lead.id)?.after ?? lead.before }));
  // Answers and undos come later, and meet the page as it is then: another tab, other rows.
  const page = useRef(props);
  page.current = props;
  const onDone = (done: Done) => page.current.onDone(done);
  const onUndone = (done: Done) => page.current.onUndone(done);
  const onSent = (saved: ChangedLeads) => {
    page.current.onSent?.(saved);
    answered.value += 1;
  };
  const [asking, ask] = useState<Asking>();
  const close = () => ask(undefined);

  /** Asks about leads that changed since they were shown. The others are done. */
  const askAbout = (done: Done, { meanwhile }: ChangedLeads) => {
    const others = done.leads.filter(({ id }) => meanwhile.includes(id));
    if (others.length === 0) return;
    onUndone({ ...done, leads: others });
    // Who does it anyway, and takes it back, is back at what the colleague made of it.
    const asTheyAre = others.map(async (lead) => {
      const before = (await readAgain(lead.id)) ?? lead.before;
      return { ...withoutTime(lead), before };
    });
    const again = () => {
      close();
      void Promise.all(asTheyAre).then((now) => run(done.deed, done.change, now));
    };
    ask({ kind: 'meanwhile', leads: others, again });
  };

  const run = (deed: Deed, change: LeadChange, chosen: readonly Worked[] = leads()) => {
    close();
    if (chosen.length === 0) return Promise.resolve(undefined);
    const done: Done = { deed, leads: chosen, change };
    onDone(done);
    const sent = send(chosen, () => change);
    sayDone(done, sent);
    return sent.then((answer) => {
      if (answer instanceof ApiError) {
        onUndone(done);
        say(errorText(answer));
        return undefined;
      }
      askAbout(done, answer);
      onSent(answer);
      return answer;
    });
  };

  /** Says what was done, and offers to undo it where nobody else changed the lead since. */
  const sayDone = (done: Done, sent: Promise<Sent>) => {
    let undoable = done.leads;
    const saved = sent.then((answer) => {
      undoable = undoable.flatMap((lead) => {
        const updatedAt = answer instanceof ApiError ? undefined : answer.updatedAt[lead.id];
        return updatedAt === undefined ? [] : { ...lead, updatedAt };
      });
      return undoable;
    });
    const correct = say(wordsOf(done), () => {
      if (undoable.length > 0) void undo({ ...done, leads: undoable }, saved);
    });
    void sent.then((answer) => {
      // Whom a colleague erased meanwhile was not changed. Where that is all of them, it is said as an error.
      if (answer instanceof ApiError || answer.missing.length === 0) return;
      correct(wordsOf({ ...done, leads: done.leads.filter(({ id }) => !answer.missing.includes(id)) }));
    });
  };

  const undo = async (done: Done, saved: Promise<readonly Worked[]>) => {
    onUndone(done);
    const answer = await send(done.leads, (lead) => reverse(lead, done.change), saved);
    const refused = (await saved).filter(({ id }) => answer instanceof ApiError || answer.meanwhile.includes(id));
    if (refused.length > 0) onDone({ ...done, leads: refused });
    if (answer instanceof ApiError) return void say(errorText(answer));
    if (refused.length > 0) {
      for (const { id } of refused) void readAgain(id);
      const again = () => {
        close();
        void undo({ ...done, leads: refused }, Promise.resolve(refused.map(withoutTime)));
      };
      ask({ kind: 'meanwhile', leads: refused, again });
    }
    onSent(answer);
  };

  /** Unlike the other actions it waits for the server: what was typed stays in the dialog until it is saved. */
  const saveNote = async (chosen: readonly Worked[], note: string) => {
    const done: Done = { deed: 'note', leads: chosen, change: { outreach: { note: note === '' ? null : note } } };
    const answer = await send(done.leads, () => done.change);
    if (answer instanceof ApiError) throw answer;
    if (answer.meanwhile.length > 0) return askAbout(done, answer);
    close();
    onDone(done);
    sayDone(done, Promise.resolve<Sent>(answer));
    onSent(answer);
  };

  const dialogOf = (now: Asking) => {
    const { leads: chosen } = now;
    const who = whoOf(chosen);
    const common = { who, onClose: close };
    switch (now.kind) {
      case 'snooze':
        return (
          <SnoozeDialog
            {...common}
            onDone={(snoozedUntil) => void run('snooze', { outreach: { status: 'SNOOZED', snoozedUntil } }, chosen)}
          />
        );
      case 'assign':
        return <AssignDialog {...common} onDone={({ id }) => void run('assign', { ownerId: id }, chosen)} />;
      case 'note':
        return (
          <NoteDialog
            {...common}
            note={chosen[0]?.before.outreach?.note ?? ''}
            save={(text) => saveNote(chosen, text)}
          />
        );
      case 'reason':
        return (
          <ReasonDialog
            {...common}
            onDone={(dispositionReason) => void run('bad', { disposition: 'BAD_LEAD', dispositionReason }, chosen)}
            onUndo={() => {
              close();
              undoLatest();
            }}
          />
        );
      case 'meanwhile':
        return <MeanwhileDialog {...common} onDone={now.again} />;
    }
  };

  const asks = (kind: 'snooze' | 'assign' | 'note') => () => {
    const chosen = leads();
    if (chosen.length > 0) ask({ kind, leads: chosen });
  };
  /** Sets the lead aside at once, and then offers to say why. */
  const bad = () => {
    const chosen = leads();
    void run('bad', { disposition: 'BAD_LEAD' }, chosen).then((saved) => {
      // Nobody is asked why about whom they brought back in the meantime.
      if (saved?.meanwhile.length !== 0 || chosen.some(({ id }) => unanswered.has(id))) return;
      const after = chosen.map((lead) => ({ ...lead, updatedAt: saved.updatedAt[lead.id] }));
      ask((now) => now ?? { kind: 'reason', leads: after });
    });
  };
  return {
    dialog: asking ? dialogOf(asking) : null,
    contacted: () => void run('contacted', { outreach: { status: 'CONTACTED' } }),
    /** Back to the people to contact. */
    reopen: () => void run('reopen', { outreach: { status: 'NONE' } }),
    snooze: asks('snooze'),
    assign: asks('assign'),
    note: asks('note'),
    bad,
    client: () => void run('client', { disposition: 'CLIENT' }),
    active: () => void run('active', { disposition: 'ACTIVE' }),
  };
}
