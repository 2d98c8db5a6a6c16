/**
 * The states of a discovery and its credits. Each change is one transaction of the workspace. A hold is taken when a discovery
 * is queued, and consumed when it starts. Unused credits come back when it ends.
 */
import type { Database } from '../../database/database';
import { addEntries, addEntry, creditBalance } from '../credits/ledger';
import { newId } from '../../database/new-id';
import { insertInto } from '../../database/define';
import { OperationError } from '../../shared/errors';
import {
  discoveries,
  discoveryKeys,
  type DiscoveryRow,
  type DiscoveryStatus,
  type StopReason,
} from '../tables/discovery';
import { keepDecision } from '../log/decisions';
import { closeBatchOf } from '../log/batches';
import { PostWriter } from '../writes/post-writer';
import { emit } from '../webhooks/emit';
import { writeWorkspace } from '../log/workspace-lock';
import { activeDiscovery, findDiscovery, findKey, latestDiscovery } from './reads';

/**
 * Idempotency keys of one discovery. Every key is kept, because forgetting one would start, and charge, a second discovery when it
 * is used again.
 */
export const mostKeysOfDiscovery = 100;

/** Discoveries of one workspace that are queued or running. */
export const mostActiveDiscoveries = 50;

export interface DiscoveryRequest {
  readonly urn: string;
  readonly url: string;
  /** Null: not repeatable, as on the command line. */
  readonly idempotencyKey: string | null;
  /** When it was requested, epoch ms. A discovery of the post that was active at that time answers the request. */
  readonly askedAt: number;
  readonly holdSize: number;
  readonly source: DiscoveryRow['source'];
  readonly now: number;
}

export type Queued =
  | { readonly outcome: 'queued' | 'existing'; readonly row: DiscoveryRow }
  /** The key was used for another post before. */
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'insufficient' }
  /** The active discovery has as many keys as it may have. */
  | { readonly outcome: 'too_many_keys'; readonly row: DiscoveryRow };

/**
 * Queues a discovery and takes its hold. Or finds the one that this key already got, or that is active for the post. Does not
 * roll back by itself: a caller that answers with an error must let its transaction fail.
 * @param enqueue queues the job in the same transaction and returns its id.
 * @throws OperationError `conflict` when the workspace has too many active ones.
 */
export async function queueDiscovery(
  db: Database,
  organizationId: string,
  request: DiscoveryRequest,
  enqueue: (discoveryId: string) => Promise<string>,
): Promise<Queued> {
  const { idempotencyKey, now } = request;
  return writeWorkspace(db, organizationId, async (revision) => {
    const postId = await knownPost(db, organizationId, request.urn);
    const earlier = idempotencyKey === null ? undefined : await findKey(db, organizationId, idempotencyKey);
    if (earlier) {
      return earlier.post_id === postId ? { outcome: 'existing', row: earlier } : { outcome: 'conflict' };
    }
    const active = postId === undefined ? undefined : await activeSince(db, organizationId, postId, request.askedAt);
    if (active && idempotencyKey !== null && (await hasAllKeys(db, active)))
      return { outcome: 'too_many_keys', row: active };
    const id = active?.id ?? newId();
    if (!active) {
      const hold = await addEntry(db, organizationId, {
        operation: `${id}:1`,
        kind: 'HOLD',
        amount: request.holdSize,
        reference: `discovery ${id}`,
        now,
      });
      if (hold !== 'done') return { outcome: 'insufficient' };
      await expectRoomForDiscovery(db, organizationId);
    }
    if (idempotencyKey !== null) {
      const key = {
        organization_id: organizationId,
        idempotency_key: idempotencyKey,
        discovery_id: id,
        created_at: now,
      };
      await insertInto(db, discoveryKeys, [key]);
    }
    if (active) return { outcome: 'existing', row: active };
    const post = postId ?? (await newPost(db, organizationId, request));
    const row = newRow(organizationId, id, post, request, await enqueue(id));
    await insertInto(db, discoveries, [row]);
    if (postId === undefined) {
      const asked = { discoveryId: id, urn: request.urn, url: request.url };
      await keepDecision(db, organizationId, revision, { kind: 'asked-post', ...asked }, now);
    }
    return { outcome: 'queued', row };
  });
}

async function hasAllKeys(db: Database, { organization_id, id }: DiscoveryRow): Promise<boolean> {
  const [row] = await db.select<{ total: number }>(
    'SELECT COUNT(*) AS total FROM discovery_keys WHERE organization_id = ? AND discovery_id = ?',
    [organization_id, id],
  );
  return (row?.total ?? 0) >= mostKeysOfDiscovery;
}

/** Must run inside a write transaction of the workspace. */
async function expectRoomForDiscovery(db: Database, organizationId: string): Promise<void> {
  const [row] = await db.select<{ active: number }>(
    'SELECT COUNT(*) AS active FROM discoveries WHERE organization_id = ? AND active_post IS NOT NULL',
    [organizationId],
  );
  if ((row?.active ?? 0) < mostActiveDiscoveries) return;
  throw new OperationError(
    'conflict',
    `A workspace has at most ${mostActiveDiscoveries} discoveries that are queued or running: ask again when one has ended, or cancel one.`,
  );
}

function newRow(
  organizationId: string,
  id: string,
  postId: string,
  { urn, holdSize, source, now }: DiscoveryRequest,
  jobId: string,
): DiscoveryRow {
  return {
    organization_id: organizationId,
    id,
    post_id: postId,
    post_urn: urn,
    status: 'QUEUED',
    active_post: postId,
    source,
    job_id: jobId,
    hold_size: holdSize,
    holds: 1,
    round: 1,
    credits_held: holdSize,
    credits_consumed: 0,
    state: null,
    state_version: 0,
    people_found: 0,
    people_qualified: 0,
    percent: 0,
    stop_reason: null,
    failure_code: null,
    failure_message: null,
    created_at: now,
    started_at: null,
    finished_at: null,
    updated_at: now,
  };
}

/** The discovery of a post that is active now, or was at that time. */
async function activeSince(
  db: Database,
  organizationId: string,
  postId: string,
  since: number,
): Promise<DiscoveryRow | undefined> {
  const active = await activeDiscovery(db, organizationId, postId);
  if (active) return active;
  const latest = await latestDiscovery(db, organizationId, postId);
  return latest && latest.finished_at !== null && latest.finished_at >= since ? latest : undefined;
}

async function knownPost(db: Database, organizationId: string, urn: string): Promise<string | undefined> {
  const [row] = await db.select<{ post_id: string }>(
    'SELECT post_id FROM post_urns WHERE organization_id = ? AND urn = ?',
    [organizationId, urn],
  );
  return row?.post_id;
}

async function newPost(db: Database, organizationId: string, { urn, url, now }: DiscoveryRequest): Promise<string> {
  const posts = new PostWriter(db, organizationId);
  const { id } = posts.resolveOne(urn, url, now);
  await posts.flush();
  return id;
}

/**
 * Starts a queued discovery. Its hold is consumed in this transaction.
 * @returns the discovery as it is now; undefined when there is none.
 */
export async function startDiscovery(
  db: Database,
  organizationId: string,
  id: string,
  now: number,
): Promise<DiscoveryRow | undefined> {
  return writeWorkspace(db, organizationId, async () => {
    const row = await findDiscovery(db, organizationId, id);
    if (row?.status !== 'QUEUED') return row;
    await move(db, organizationId, row, 'CONSUME', row.credits_held, `${id}:${row.holds}`, now);
    await change(db, row, {
      status: 'RUNNING',
      credits_held: 0,
      credits_consumed: row.credits_consumed + row.credits_held,
      started_at: row.started_at ?? now,
      updated_at: now,
    });
    return findDiscovery(db, organizationId, id);
  });
}

/**
 * Takes and consumes more holds for a running discovery, as many as there are credits for. Must run inside its write
 * transaction.
 * @param wanted the most holds to take.
 * @returns the discovery with them; unchanged when there are no credits.
 */
export async function extendHolds(
  db: Database,
  organizationId: string,
  row: DiscoveryRow,
  wanted: number,
  now: number,
): Promise<DiscoveryRow> {
  const { available } = await creditBalance(db, organizationId);
  const added = Math.min(wanted, Math.floor(available / row.hold_size));
  if (added <= 0) return row;
  const entries = Array.from({ length: added }, (_, at) => {
    const operation = `${row.id}:${row.holds + 1 + at}`;
    const entry = { operation, amount: row.hold_size, reference: `discovery ${row.id}`, now };
    return [
      { ...entry, kind: 'HOLD' as const },
      { ...entry, kind: 'CONSUME' as const },
    ];
  });
  const outcome = await addEntries(db, organizationId, entries.flat());
  if (outcome !== 'done') throw new Error(`the ledger says ${outcome} to further holds of discovery ${row.id}`);
  const credits_consumed = row.credits_consumed + added * row.hold_size;
  const changed = { holds: row.holds + added, credits_consumed, updated_at: now };
  await change(db, row, changed);
  return { ...row, ...changed };
}

export interface DiscoveryEnd {
  readonly status: Extract<DiscoveryStatus, 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
  readonly stopReason?: StopReason;
  readonly failure?: { readonly code: string; readonly message: string };
  readonly now: number;
}

/**
 * Ends a queued or running discovery. Its remaining hold is released, and credits without a person found are refunded.
 * @returns the discovery as it is now, unchanged if it had already ended; undefined when there is none.
 */
export async function endDiscovery(
  db: Database,
  organizationId: string,
  id: string,
  { status, stopReason, failure, now }: DiscoveryEnd,
): Promise<DiscoveryRow | undefined> {
  return writeWorkspace(db, organizationId, async () => {
    const row = await findDiscovery(db, organizationId, id);
    if (!row || row.active_post === null) return row;
    const unused = row.credits_consumed - row.people_found;
    if (row.credits_held > 0) {
      await move(db, organizationId, row, 'RELEASE', row.credits_held, `${id}:${row.holds}`, now);
    }
    if (unused > 0) await move(db, organizationId, row, 'REFUND', unused, `${id}:end:${row.round}`, now);
    await change(db, row, {
      status,
      active_post: null,
      credits_held: 0,
      // A queued discovery has consumed no credits that it did not use.
      credits_consumed: row.credits_consumed - Math.max(0, unused),
      percent: status === 'COMPLETED' ? 100 : row.percent,
      stop_reason: stopReason ?? null,
      failure_code: failure?.code ?? null,
      failure_message: failure?.message.slice(0, 500) ?? null,
      finished_at: now,
      updated_at: now,
    });
    await closeBatchOf(db, organizationId, 'discovery', id, status === 'FAILED' ? 'FAILED' : 'DONE', now);
    const message = { discoveryId: id, postId: row.post_id, status, stopReason: stopReason ?? null };
    await emit(db, organizationId, 'discovery.finished', message, now);
    return findDiscovery(db, organizationId, id);
  });
}

export type Retried =
  | { readonly outcome: 'queued' | 'insufficient'; readonly row: DiscoveryRow }
  | { readonly outcome: 'active' | 'not_failed' | 'unknown' };

/**
 * Queues a failed or cancelled discovery again. It continues where it stopped, and pays only for people not counted yet.
 * Without credits for a hold its state becomes INSUFFICIENT_CREDITS, from which it can also be retried.
 * @throws OperationError `conflict` when the workspace has too many active ones.
 */
export async function retryDiscovery(
  db: Database,
  organizationId: string,
  id: string,
  now: number,
  enqueue: (discoveryId: string) => Promise<string>,
): Promise<Retried> {
  return writeWorkspace(db, organizationId, async () => {
    const row = await findDiscovery(db, organizationId, id);
    if (!row) return { outcome: 'unknown' };
    if (!['FAILED', 'CANCELLED', 'INSUFFICIENT_CREDITS'].includes(row.status)) return { outcome: 'not_failed' };
    if (await activeDiscovery(db, organizationId, row.post_id)) return { outcome: 'active' };
    await expectRoomForDiscovery(db, organizationId);
    const nextHold = row.holds + 1;
    const taken = await addEntry(db, organizationId, {
      operation: `${id}:${nextHold}`,
      kind: 'HOLD',
      amount: row.hold_size,
      reference: `discovery ${id}`,
      now,
    });
    if (taken !== 'done') {
      const short = { status: 'INSUFFICIENT_CREDITS', updated_at: now } as const;
      await change(db, row, short);
      return { outcome: 'insufficient', row: { ...row, ...short } };
    }
    await change(db, row, {
      status: 'QUEUED',
      active_post: row.post_id,
      job_id: await enqueue(id),
      holds: nextHold,
      round: row.round + 1,
      credits_held: row.hold_size,
      stop_reason: null,
      failure_code: null,
      failure_message: null,
      finished_at: null,
      updated_at: now,
    });
    const queued = await findDiscovery(db, organizationId, id);
    return queued ? { outcome: 'queued', row: queued } : { outcome: 'unknown' };
  });
}

/** Adds an entry that the state allows. If it is refused or repeated, that is a defect, and the transaction fails. */
async function move(
  db: Database,
  organizationId: string,
  row: DiscoveryRow,
  kind: 'CONSUME' | 'RELEASE' | 'REFUND',
  amount: number,
  operation: string,
  now: number,
): Promise<void> {
  const outcome = await addEntry(db, organizationId, {
    operation,
    kind,
    amount,
    reference: `discovery ${row.id}`,
    now,
  });
  if (outcome !== 'done') throw new Error(`the ledger says ${outcome} to ${kind} of discovery ${row.id}`);
}

/** Changes columns of a discovery that was just read. Must run inside a write transaction of the workspace. */
export async function change(
  db: Database,
  { organization_id, id }: Pick<DiscoveryRow, 'organization_id' | 'id'>,
  changes: Partial<Omit<DiscoveryRow, 'organization_id' | 'id'>>,
): Promise<void> {
  const entries = Object.entries(changes);
  await db.run(
    `UPDATE discoveries SET ${entries.map(([name]) => `${name} = ?`).join(', ')} WHERE organization_id = ? AND id = ?`,
    [...entries.map(([, value]) => value), organization_id, id],
  );
}
