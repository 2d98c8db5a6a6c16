/**
 * Reads of the change log: what changed after a position, each object once at its latest change. The workspace's revision is
 * read first, and nothing beyond it is returned. Everything up to it is committed, so nothing can appear later before a
 * returned position.
 */
import type { Database, SqlValue } from '../../database/database';
import { BehindError } from '../../database/unavailable';
import { accountColumns, type AccountRecord } from './account-reads';
import { leadJoins } from './lead-joins';
import { leadColumns, type LeadRecord } from './lead-reads';
import { ofLivingLeads } from './tier-change-reads';
import { unseal } from '../statements/sealing';
import type { ChangeKind, DeletionReason, TierChangeRow } from '../tables/changes';

/** A position in the changes, by revision, kind and id. Changes after it have not been returned yet. */
export interface ChangePosition {
  readonly revision: number;
  /** Empty: nothing of that revision has been returned. */
  readonly kind: ChangeKind | '';
  readonly id: string;
}

/** The position before all changes. */
export const firstChange: ChangePosition = { revision: 0, kind: '', id: '' };

interface ReportedChange {
  readonly id: string;
  /** Sort key among changes of one revision: the object's id, or a stand-in for an id that is encrypted. */
  readonly place: string;
  readonly revision: number;
  /** Epoch ms. */
  readonly changedAt: number;
}

export type Change = ReportedChange &
  (
    | { readonly kind: 'lead'; readonly change: 'upsert'; readonly row: LeadRecord }
    | { readonly kind: 'account'; readonly change: 'upsert'; readonly row: AccountRecord }
    | {
        readonly kind: ChangeKind;
        readonly change: 'deleted';
        readonly reason: DeletionReason;
        readonly mergedInto: string | null;
      }
  );

export interface Changes {
  readonly changes: readonly Change[];
  /** The position to continue from. Never before the requested one. */
  readonly next: ChangePosition;
  readonly hasMore: boolean;
}

/** A deletion, with ids only. */
export interface Deletion {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly place: string;
  readonly reason: DeletionReason;
  readonly mergedInto: string | null;
  readonly revision: number;
  readonly changedAt: number;
}

/** A lead's change of tier, with ids only. */
export type TierMove = Omit<TierChangeRow, 'organization_id'>;

interface TombstoneRecord {
  readonly id: string;
  readonly sealed_id: string | null;
  readonly change_revision: number;
  readonly changed_at: number;
  readonly reason: DeletionReason;
  readonly merged_into: string | null;
}

/** How rows of one kind are read: the statement up to its conditions, and the columns it is sorted by. */
interface Stream {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly revision: string;
  readonly id: string;
}

export class ChangeReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** The revision up to which everything is committed and can be read. */
  async revision(): Promise<number> {
    const [row] = await this.db.select<{ revision: number }>('SELECT revision FROM organizations WHERE id = ?', [
      this.organizationId,
    ]);
    return row?.revision ?? 0;
  }

  /**
   * Leads and accounts that changed or were deleted after a position, oldest change first.
   * @throws BehindError on a cluster node that does not have the data of that position yet.
   */
  async changesAfter(after: ChangePosition, kinds: readonly ChangeKind[], limit: number): Promise<Changes> {
    const until = await this.revision();
    if (after.revision > until + 1) throw new BehindError('this node is behind the cursor of the changes');
    const found: Change[] = [];
    for (const kind of kinds) {
      found.push(
        ...(kind === 'lead' ? await this.leads(after, until, limit + 1) : await this.accounts(after, until, limit + 1)),
      );
      found.push(...(await this.deleted(kind, after, until, limit + 1)));
    }
    found.sort(inOrder);
    const changes = found.slice(0, limit);
    const last = changes[changes.length - 1];
    const hasMore = found.length > limit;
    const next = hasMore && last ? positionOf(last) : { revision: until + 1, kind: '' as const, id: '' };
    return { changes, next, hasMore };
  }

  /** Deletions after a position, oldest first. */
  async deletionsAfter(after: ChangePosition, kinds: readonly ChangeKind[], limit: number): Promise<Deletion[]> {
    const until = await this.revision();
    const found: Deletion[] = [];
    for (const kind of kinds) found.push(...(await this.deleted(kind, after, until, limit)));
    return found.sort(inOrder).slice(0, limit);
  }

  /** Tier changes after a position of leads that still exist, oldest first. @param after the last one returned. */
  async tierChangesAfter(after: { revision: number; leadId: string }, limit: number): Promise<TierMove[]> {
    const until = await this.revision();
    const stream = {
      sql: `SELECT t.revision, t.lead_id, t.from_tier, t.to_tier, t.reason, t.changed_at FROM tier_changes t
        WHERE t.organization_id = ? AND ${ofLivingLeads}`,
      params: [this.organizationId],
      revision: 't.revision',
      id: 't.lead_id',
    };
    return this.read<TierMove>(stream, { revision: after.revision, id: after.leadId }, until, limit);
  }

  /** Counts leads changed or deleted after a revision, up to `most`. */
  async countAfter(revision: number, most: number): Promise<number> {
    const [row] = await this.db.select<{ total: number }>(
      `SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM leads l${this.db.useIndex('leads_changed')}
           WHERE l.organization_id = ? AND l.change_revision > ? LIMIT ${most}) a)
         + (SELECT COUNT(*) FROM (SELECT 1 FROM change_tombstones t${this.db.useIndex('change_tombstones_order')}
           WHERE t.organization_id = ? AND t.kind = 'lead' AND t.revision > ? LIMIT ${most}) b) AS total`,
      [this.organizationId, revision, this.organizationId, revision],
    );
    return Math.min(row?.total ?? 0, most);
  }

  private async leads(after: ChangePosition, until: number, limit: number): Promise<Change[]> {
    const stream = {
      sql: `SELECT ${leadColumns}, 0 AS revision, l.change_revision FROM leads l${this.db.useIndex('leads_changed')}
        ${leadJoins(this.db)} WHERE l.organization_id = ?`,
      params: [this.organizationId],
      revision: 'l.change_revision',
      id: 'l.id',
    };
    const rows = await this.read<LeadRecord & { change_revision: number }>(
      stream,
      startOf('lead', after),
      until,
      limit,
    );
    return rows.map((row) => ({
      kind: 'lead',
      change: 'upsert',
      id: row.id,
      place: row.id,
      revision: row.change_revision,
      changedAt: row.updated_at,
      row,
    }));
  }

  private async accounts(after: ChangePosition, until: number, limit: number): Promise<Change[]> {
    const index = this.db.useIndex('account_summaries_changed');
    const stream = {
      sql: `SELECT ${accountColumns}, 0 AS revision, s.change_revision, s.changed_at FROM account_summaries s${index}
        WHERE s.organization_id = ?`,
      params: [this.organizationId],
      revision: 's.change_revision',
      id: 's.account_id',
    };
    const rows = await this.read<AccountRecord & { change_revision: number; changed_at: number }>(
      stream,
      startOf('account', after),
      until,
      limit,
    );
    return rows.map((row) => ({
      kind: 'account',
      change: 'upsert',
      id: row.id,
      place: row.id,
      revision: row.change_revision,
      changedAt: row.changed_at,
      row,
    }));
  }

  /** Skips tombstones of objects that exist again. */
  private async deleted(kind: ChangeKind, after: ChangePosition, until: number, limit: number) {
    const living =
      kind === 'lead'
        ? 'SELECT 1 FROM leads l WHERE l.organization_id = ? AND l.id = t.object_id'
        : 'SELECT 1 FROM account_summaries s WHERE s.organization_id = ? AND s.account_id = t.object_id';
    const stream = {
      sql: `SELECT t.object_id AS id, t.sealed_id, t.revision AS change_revision, t.changed_at, t.reason, t.merged_into
        FROM change_tombstones t${this.db.useIndex('change_tombstones_order')}
        WHERE t.organization_id = ? AND t.kind = ? AND NOT EXISTS (${living})`,
      params: [this.organizationId, kind, this.organizationId],
      revision: 't.revision',
      id: 't.object_id',
    };
    const rows = await this.read<TombstoneRecord>(stream, startOf(kind, after), until, limit);
    return rows.map(({ id: place, sealed_id, change_revision, changed_at, reason, merged_into }) => ({
      kind,
      change: 'deleted' as const,
      // If the key is lost, the id that is returned is one that no caller knows.
      id: sealed_id === null ? place : (unseal(this.db, sealed_id) ?? place),
      place,
      revision: change_revision,
      changedAt: changed_at,
      reason,
      mergedInto: merged_into,
    }));
  }

  /**
   * Rows of a stream in order. First the rest of the revision where reading stopped, then later revisions. One combined
   * condition would scan that whole revision, which after an upgrade holds everybody.
   */
  private async read<Row extends object>(
    { sql, params, revision, id }: Stream,
    start: { readonly revision: number; readonly id: string | null },
    until: number,
    limit: number,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let from = start.revision;
    if (start.id !== null) {
      rows.push(
        ...(await this.db.select<Row>(`${sql} AND ${revision} = ? AND ${id} > ? ORDER BY ${id} LIMIT ${limit}`, [
          ...params,
          start.revision,
          start.id,
        ])),
      );
      from += 1;
    }
    if (rows.length >= limit) return rows;
    const rest = `${sql} AND ${revision} >= ? AND ${revision} <= ? ORDER BY ${revision}, ${id} LIMIT ${limit - rows.length}`;
    rows.push(...(await this.db.select<Row>(rest, [...params, from, until])));
    return rows;
  }
}

/** Where rows of a kind begin after a position. Within a revision, accounts come before leads. */
function startOf(kind: ChangeKind, after: ChangePosition): { revision: number; id: string | null } {
  if (after.kind === kind) return { revision: after.revision, id: after.id };
  return { revision: after.kind !== '' && after.kind > kind ? after.revision + 1 : after.revision, id: null };
}

type Ordered = Pick<Change, 'revision' | 'kind' | 'place'>;

const positionOf = ({ revision, kind, place }: Ordered): ChangePosition => ({ revision, kind, id: place });

const inOrder = (a: Ordered, b: Ordered): number =>
  a.revision - b.revision || compare(a.kind, b.kind) || compare(a.place, b.place);

/** Compares by bytes, as databases do. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
