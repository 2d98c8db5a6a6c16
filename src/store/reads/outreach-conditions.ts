/** Conditions on the outreach of a lead (`l`), checked row by row. A snooze ends when its day begins. */
import type { Database } from '../../database/database';
import { outreachStatuses, type OutreachStatus } from '../../shared/values';
import { Conditions } from '../statements/conditions';
import { undatedCondition } from '../statements/undated';

export interface OutreachFilter {
  readonly outreachStatus?: readonly OutreachStatus[] | undefined;
  /** Epoch milliseconds, inclusive, on the time of the last contact. */
  readonly contactedFrom?: number | undefined;
  readonly contactedTo?: number | undefined;
  /** Leaves out people who are snoozed, and people contacted recently who have written nothing since that has a date, as of now. */
  readonly due?: { readonly recontactAfterMs: number } | undefined;
}

/** The UTC day of a time, `2026-11-30`. */
const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The effective status today of a stored status. */
export function statusToday(
  row: { readonly status: OutreachStatus; readonly snoozedUntil: string | null; readonly contactedAt: number | null },
  now: number,
): OutreachStatus {
  if (row.status === 'SNOOZED' && row.snoozedUntil !== null && row.snoozedUntil > utcDay(now)) return 'SNOOZED';
  if (row.status === 'NONE') return 'NONE';
  return row.contactedAt === null ? 'NONE' : 'CONTACTED';
}

/** The same as SQL for a row `o`. Its only parameter is the day. */
const today = `CASE WHEN o.status = 'SNOOZED' AND o.snoozed_until > ? THEN 'SNOOZED'
  WHEN o.status <> 'NONE' AND o.contacted_at IS NOT NULL THEN 'CONTACTED' ELSE 'NONE' END`;

/** Adds the filter's conditions on `l`. @param now epoch ms. */
export function addOutreach(db: Database, where: Conditions, filter: OutreachFilter, now: number): void {
  const { outreachStatus, contactedFrom, contactedTo, due } = filter;
  if (outreachStatus) {
    const wanted = new Set(outreachStatus);
    // A person without a row is NONE. A filter that includes NONE therefore excludes the other statuses.
    const others = outreachStatuses.filter((status) => wanted.has('NONE') !== wanted.has(status));
    const exists = wanted.has('NONE') ? 'NOT EXISTS' : 'EXISTS';
    if (others.length > 0) {
      const state = new Conditions().and(`${today} IN (${others.map(() => '?').join(', ')})`, utcDay(now), ...others);
      where.and(`${exists} (${ofLead} AND ${state.sql})`, ...state.params);
    }
  }
  if (contactedFrom !== undefined || contactedTo !== undefined) {
    const when = new Conditions(`o.status <> 'NONE'`).between('o.contacted_at', contactedFrom, contactedTo);
    where.and(`EXISTS (${ofLead} AND ${when.sql})`, ...when.params);
  }
  if (due) {
    where.and(
      `NOT EXISTS (${ofLead} AND ((o.status = 'SNOOZED' AND o.snoozed_until > ?)
         OR (o.status <> 'NONE' AND o.contacted_at >= ? AND NOT EXISTS (
           SELECT 1 FROM engagements e${db.useIndex('engagements_person')} WHERE e.organization_id = l.organization_id
             AND e.person_id = l.id AND e.occurred_at > o.contacted_at AND e.by_author = 0 AND NOT ${undatedCondition('e')}
             AND (e.type = 'COMMENT' OR e.comment_excerpt IS NOT NULL)))))`,
      utcDay(now),
      now - due.recontactAfterMs,
    );
  }
}

const ofLead = 'SELECT 1 FROM lead_outreach o WHERE o.organization_id = l.organization_id AND o.person_id = l.id';

/** Whether the filter leaves so few leads that they should be looked up first. */
export const isSelective = ({ outreachStatus, contactedFrom, contactedTo }: OutreachFilter): boolean =>
  contactedFrom !== undefined ||
  contactedTo !== undefined ||
  (outreachStatus !== undefined && !outreachStatus.includes('NONE'));

/** People with any outreach. Undefined when there are more than `most`. */
export async function peopleWithOutreach(
  db: Database,
  organizationId: string,
  { contactedFrom, contactedTo }: OutreachFilter,
  most: number,
): Promise<string[] | undefined> {
  const where = new Conditions('organization_id = ?', organizationId).between(
    'contacted_at',
    contactedFrom,
    contactedTo,
  );
  const rows = await db.select<{ id: string }>(
    `SELECT person_id AS id FROM lead_outreach WHERE ${where.sql} LIMIT ${most + 1}`,
    where.params,
  );
  return rows.length > most ? undefined : rows.map(({ id }) => id);
}
