/** The rows of the inbox. A row keeps its place while a person works: what others do changes it, and nothing moves under the cursor. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, answeredAt } from '../api/client';
import { contactInput } from '../api/first-questions';
import { freshAnswer, usePages, useRead } from '../api/read';
import { session } from '../api/session';
import type { Lead, PersonToContact } from '../api/operations';
import { day, label, t } from '../i18n';
import { place } from '../router';

/** A row of the list, on any of the three tabs. */
export interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly job: string;
  readonly why: string;
  readonly when: string;
  /** Their latest engagement with a date. */
  readonly dated: string | null;
  readonly tier: Lead['leadTier'];
  readonly person?: PersonToContact;
  readonly lead?: Lead;
  /** When the server told of it, to the second before. */
  readonly listedAt?: string | undefined;
  /** It is in this list no more: somebody took care of it, and `why` says what is now. */
  readonly left?: boolean;
}

export const tabs = { now: 'inbox.now', snoozed: 'inbox.snoozed', done: 'inbox.done' } as const;
export type Tab = keyof typeof tabs;
export const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(tabs, value);

/** What a lead of the tab is, as a rule. */
export const statusOfTab = { now: 'NONE', snoozed: 'SNOOZED', done: 'CONTACTED' } as const;

const jobOf = (title: string | null, company: string | null) => [title, company].filter(Boolean).join(' · ');

const rowOfPerson = (person: PersonToContact): Row => ({
  id: person.leadId,
  name: person.displayName,
  job: jobOf(person.title, person.companyName),
  why: person.reasons.quotedText.comment ?? person.reasons.whyNow[0] ?? '',
  when: person.lastSignalAt,
  dated: person.lastDatedSignalAt,
  tier: person.leadTier,
  person,
});

function rowOfLead(lead: Lead): Row {
  const { outreach, profile } = lead;
  const why =
    outreach.status === 'SNOOZED' && outreach.snoozedUntil
      ? t('lead.snoozed-until', { day: day(outreach.snoozedUntil) })
      : outreach.contactedAt
        ? t('lead.contacted-on', { day: day(outreach.contactedAt) })
        : '';
  return {
    id: lead.id,
    name: profile.displayName,
    job: jobOf(profile.title ?? profile.headline, profile.companyName),
    why: [why, outreach.note].filter(Boolean).join(' · '),
    when: lead.lastSignalAt,
    dated: lead.lastDatedSignalAt,
    tier: lead.leadTier,
    lead,
  };
}

/** Whether a lead still belongs to the tab. */
const staysIn = (tab: Tab, mine: boolean, { disposition, outreach, ownerId }: Lead): boolean =>
  disposition === 'ACTIVE' && outreach.status === statusOfTab[tab] && (!mine || ownerId === session.value?.person.id);

/** The row of somebody whom a colleague took care of: it says what is now. */
function leftRow(row: Row, lead: Lead): Row {
  const { why } = rowOfLead(lead);
  const decided = lead.disposition === 'ACTIVE' ? '' : label('disposition', lead.disposition);
  const owner = t('lead.owner-is', { owner: lead.owner?.displayName ?? t('lead.nobody') });
  return { ...row, lead, why: [decided, why].filter(Boolean).join(' · ') || owner, left: true };
}

interface Steady {
  readonly key: string;
  /** What the rows were made of last. */
  readonly source: unknown;
  readonly rows: readonly Row[];
}

/**
 * Rows of a tab. `look` reads them again: rows stay where they are, new ones follow at the end.
 * @param gone rows that this person just took out of the list.
 */
export function useInboxRows(tab: Tab, mine: boolean, gone: ReadonlySet<string>) {
  const owners = mine ? { ownerIds: ['me'] } : {};
  const now = useRead('find_people_to_contact', tab === 'now' ? contactInput(place.value.query) : null);
  const status = tab === 'snoozed' ? 'SNOOZED' : 'CONTACTED';
  const later = usePages('list_leads', tab === 'now' ? null : { outreachStatus: [status], ...owners });
  const source = tab === 'now' ? now.data : later.loaded ? later.rows : undefined;

  const key = `${tab} ${String(mine)}`;
  const steady = useRef<Steady>({ key, source: undefined, rows: [] });
  /** The list whose rows stay in place: the one that was read again because something changed. */
  const keeps = useRef('');
  const [, redraw] = useState(0);
  if (steady.current.key !== key) {
    steady.current = { key, source: undefined, rows: [] };
    keeps.current = '';
  }
  if (source !== undefined && source !== steady.current.source) {
    const listedAt = now.data && answeredAt(now.data);
    const fresh =
      tab === 'now'
        ? (now.data?.data ?? []).map((one) => ({ ...rowOfPerson(one), listedAt }))
        : later.rows.map(rowOfLead);
    const found = new Map(fresh.map((row) => [row.id, row]));
    // Also of people taken out: one who is brought back by an undo stands where they stood.
    const staying = (keeps.current === key ? steady.current.rows : []).map((row) => found.get(row.id) ?? row);
    const known = new Set(staying.map(({ id }) => id));
    steady.current = { key, source, rows: [...staying, ...fresh.filter(({ id }) => !known.has(id))] };
  }
  useEffect(() => {
    if (keeps.current !== key || source === undefined) return;
    const inList = new Set(tab === 'now' ? now.data?.data.map(({ leadId }) => leadId) : later.rows.map(({ id }) => id));
    const put = (id: string, as: Row | undefined) => {
      const { current } = steady;
      if (current.key !== key) return;
      steady.current = { ...current, rows: current.rows.flatMap((row) => (row.id === id ? (as ?? []) : row)) };
      redraw((n) => n + 1);
    };
    for (const row of steady.current.rows) {
      if (inList.has(row.id) || gone.has(row.id)) continue;
      // A row that is missing may only have been pushed out by better ones.
      freshAnswer('get_lead', { leadId: row.id }).then(
        ({ data }) => staysIn(tab, mine, data) || put(row.id, leftRow(row, data)),
        (error: unknown) => error instanceof ApiError && error.status === 404 && put(row.id, undefined),
      );
    }
  }, [source]);

  const list = tab === 'now' ? now : later;
  return {
    rows: source === undefined ? undefined : steady.current.rows,
    /** Whether more people may wait than one answer holds. */
    isFull: tab === 'now' ? now.data?.data.length === 25 : later.hasMore,
    error: list.error,
    again: list.again,
    more: tab !== 'now' && later.hasMore ? later.more : undefined,
    look: () => {
      keeps.current = key;
      list.again();
    },
  };
}
