/**
 * Reads of the change log: what changed after a position, each object once at its latest change. The workspace's revision is read
 * first, and nothing beyond it is answered: what is at or below it is committed, so no later page can find something before its position.
 */
import type { Database, SqlValue } from '../../database/database';
import { BehindError } from '../../database/unavailable';
import { accountColumns, type AccountRecord } from '../reads/account-reads';
import { leadJoins } from '../reads/lead-joins';
import { leadColumns, type LeadRecord } from '../reads/lead-reads';
import { ofLivingLeads } from '../reads/tier-change-reads';
import { unseal } from '../sealing';
import type { ChangeKind, DeletionReason, TierChangeRow } from '../tables/changes';

/** Where the reading of changes stands: what comes after it, by revision, kind and id, was not answered yet. */
export interface ChangePosition {
  readonly revision: number;
  /** Empty: nothing of that revision was answered. */
  readonly kind: ChangeKind | '';
  readonly id: string;
}

/** Before everything. */
export const firstChange: ChangePosition = { revision: 0, kind: '', id: '' };

interface Told {
  readonly id: string;
  /** By what it is ordered among those of its revision: its id, or what stands for one that is encrypted. */
  readonly place: string;
  readonly revision: number;
  /** Epoch ms. */
  readonly changedAt: number;
}

export type Change = Told &
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
  /** To go on from; never before what was asked for. */
  readonly next: ChangePosition;
  readonly hasMore: boolean;
}

/** A deletion, by ids alone. */
export interface Deletion {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly place: string;
  readonly reason: DeletionReason;
  readonly mergedInto: string | null;
  readonly revision: number;
  readonly changedAt: number;
}

/** A lead that moved to another tier, by ids alone. */
export type TierMove = Omit<TierChangeRow, 'organization_id'>;

interface TombstoneRecord {
  readonly id: string;
  readonly sealed_id: string | null;
  readonly change_revision: number;
  readonly changed_at: number;
  readonly reason: DeletionReason;
  readonly merged_into: string | null;
}

/** How rows of one kind are read: the statement up to its conditions, and the columns of its order. */
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

  /** The revision up to which everything is committed and readable. */
  async revision(): Promise<number> {
    const [row] = await this.db.select<{ revision: number }>('SELECT revision FROM organizations WHERE id = ?', [
      this.organizationId,
    ]);
    return row?.revision ?? 0;
  }

  /**
   * Leads and accounts that changed or were deleted after a position, oldest change first.
   * @throws BehindError on a node of a cluster that has not got what the position was made from.
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

  /** Moves between tiers after a position, oldest first; of leads that are there. @param after the last one answered. */
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

  /** How many leads changed after a revision or were deleted, counted no further than `most`. */
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

  /** A tombstone whose object is there again says nothing. */
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
      // Where the key is lost it is an id that nobody knows.
      id: sealed_id === null ? place : (unseal(this.db, sealed_id) ?? place),
      place,
      revision: change_revision,
      changedAt: changed_at,
      reason,
      mergedInto: merged_into,
    }));
  }

  /**
   * Rows of a stream in its order. What is left of the revision where reading stopped is read by itself, and then what comes after
   * it: one condition for both would walk through all of that revision, which after an upgrade is everybody.
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

/** As databases compare: by bytes. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
