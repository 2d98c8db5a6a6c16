/**
 * Decisions that people made by hand, kept in the log beside the batches. When a batch is undone, the other batches and these
 * decisions are replayed in their original order, so no decision is lost or overwritten by older data.
 */
import type { Disposition, DispositionReason } from '../../shared/values';
import type { Database } from '../../database/database';
import { batches } from '../tables/batches';
import { insertInto } from '../../database/define';
import type { IdentityKind } from '../tables/engagement';
import type { OutreachRow } from '../tables/outreach';
import { selectIn } from '../statements/in-parts';
import { appendChunk, pack } from './chunks';

/** The one batch of a workspace for all decisions. It cannot be undone. */
export const byHandBatch = '00000000-0000-7000-8000-000000000002';

interface IdentityRow {
  readonly kind: IdentityKind;
  readonly value: string;
}

/** An account by its id and all its names, pages and domains. */
export interface NamedAccountRow {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly { readonly kind: 'slug' | 'domain' | 'name'; readonly value: string }[];
}

type OutreachValues = Omit<OutreachRow, 'organization_id' | 'person_id'>;

export type Decision =
  /** A decision about a lead. What is left out stays. */
  | {
      readonly kind: 'lead-decision';
      readonly person: readonly IdentityRow[];
      readonly disposition?: Disposition;
      /** Left out or null: none. */
      readonly dispositionReason?: DispositionReason | null;
      readonly ownerId?: string | null;
    }
  /** The complete outreach of a lead. */
  | { readonly kind: 'outreach'; readonly person: readonly IdentityRow[]; readonly outreach: OutreachValues }
  /** A candidate whom a run of the agent rejected and a person accepted. */
  | { readonly kind: 'accepted-candidate'; readonly runId: string; readonly person: readonly IdentityRow[] }
  /** A watchlist entry, as far as people are found and merged by it. The entry itself is never undone. */
  | {
      readonly kind: 'watch';
      readonly entryId: string;
      readonly person: readonly IdentityRow[];
      readonly isCompany: boolean;
      readonly entry: string;
    }
  | { readonly kind: 'unwatch'; readonly entryId: string }
  | { readonly kind: 'merge-accounts'; readonly keep: NamedAccountRow; readonly drop: NamedAccountRow }
  | { readonly kind: 'split-account'; readonly from: NamedAccountRow; readonly alias: string }
  /** A post for which a discovery was requested. */
  | { readonly kind: 'asked-post'; readonly discoveryId: string; readonly urn: string; readonly url: string };

/** Logs a decision. Must run in the transaction that carries it out, at the same revision. */
export const keepDecision = (
  db: Database,
  organizationId: string,
  revision: number,
  decision: Decision,
  now = Date.now(),
): Promise<void> => keepDecisions(db, organizationId, revision, [decision], now);

/** Logs decisions that are made together, in this order. */
export async function keepDecisions(
  db: Database,
  organizationId: string,
  revision: number,
  decisions: readonly Decision[],
  now: number,
): Promise<void> {
  if (decisions.length === 0) return;
  const row = {
    organization_id: organizationId,
    id: byHandBatch,
    kind: 'by_hand' as const,
    source: 'leadlight',
    name: 'set by hand',
    reference: null,
    status: 'OPEN' as const,
    started_by: null,
    started_at: now,
    finished_at: null,
    touched_at: now,
    settings: '{}',
    records: 0,
    engagements_new: 0,
    people_new: 0,
    posts_new: 0,
    decisions_removed: null,
    people_affected: null,
  };
  await insertInto(db, batches, [row], 'ignore');
  const text = JSON.stringify({
    version: 1,
    people: [],
    posts: [],
    records: decisions.map((decision) => ({ ...decision, at: now })),
  });
  const chunk = { text, records: decisions.length, latestAt: null };
  await appendChunk(db, organizationId, byHandBatch, revision, await pack(chunk));
}

/** The identities of people, as decisions refer to them. */
export function identitiesOfPeople(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<(IdentityRow & { readonly person_id: string })[]> {
  const sql = 'SELECT person_id, kind, value FROM person_identities';
  return selectIn(db, sql, organizationId, 'person_id', ids, 'ORDER BY kind, value');
}

/** An account, as decisions refer to it. */
export async function accountWithNames(
  db: Database,
  organizationId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<NamedAccountRow> {
  const aliases = await db.select<NamedAccountRow['aliases'][number]>(
    'SELECT kind, value FROM account_aliases WHERE organization_id = ? AND account_id = ? ORDER BY kind, value',
    [organizationId, id],
  );
  return { id, name, aliases };
}
