/**
 * Undoes batches. The workspace is rebuilt from the log of all other batches in a scratch database, and the differences are
 * applied to the live one in short transactions. What is written follows from the log alone, so the work can be interrupted
 * anywhere and run again.
 */
import type { PrivacyRules } from '../../rules/audience/privacy';
import { countMarkedPosts } from '../../audience/posts';
import { letOthersWrite, Pace, paces } from '../../scoring/pace';
import { workOffQueue } from '../../scoring/rescore';
import { CompleteLog } from '../../store/batches/before';
import { batchesUndoing } from '../../store/batches/reads';
import { dropRecords, markUndone } from '../../store/batches/undoing';
import type { Database } from '../../database/database';
import { countAffected } from '../../store/undo/affected';
import { applyAccounts, resetNames } from '../../store/undo/apply-accounts';
import { applyEngagements } from '../../store/undo/apply-engagements';
import { applyOutreach } from '../../store/undo/apply-outreach';
import { applyPeople } from '../../store/undo/apply-people';
import { applyPosts } from '../../store/undo/apply-posts';
import { applyRemovals } from '../../store/undo/apply-removals';
import { applyWatchlist } from '../../store/undo/apply-watchlist';
import { LiveIds } from '../../store/undo/ids';
import { expectNothingLost } from '../../store/undo/lost-rows';
import { openScratch } from '../../store/undo/scratch';
import { LogMoved, type Sides } from '../../store/undo/sides';
import { LogForgotten, Replay } from './replay';
import { takeBackRun } from './take-back-run';

export interface UndoOptions {
  /** A folder for the scratch database. Only the undo of this workspace uses it. */
  readonly folder: string;
  /** Epoch ms. */
  readonly now: () => number;
  readonly rules: PrivacyRules;
  /** Called between transactions. If it throws, the work ends there. */
  readonly checkpoint: () => Promise<void>;
  /** Called in each transaction that writes. */
  readonly guard: () => Promise<void>;
  /** Called in the transaction that ends a round of batches. `more`: others were asked for meanwhile. */
  readonly finished: (more: boolean) => Promise<void>;
  /** `done`: records replayed, rows compared, or people scored so far in this stage. */
  readonly progress?: (stage: 'replaying' | 'applying' | 'scoring', done: number) => void;
  /** How long a transaction should take, ms. By default as long as is right beside a server of requests. */
  readonly targetMs?: number;
}

/** Rounds over the whole workspace while others keep storing. Each round finds less to do. */
const mostRounds = 5;
/** Chunks of the log removed in one transaction. */
const chunksTogether = 20;

/** Undoes every batch of the workspace that is marked UNDOING. Returns how many there were. */
export async function undoBatches(db: Database, organizationId: string, options: UndoOptions): Promise<number> {
  let undone = 0;
  await CompleteLog.of(db, organizationId, options.checkpoint);
  for (;;) {
    const batches = await batchesUndoing(db, organizationId);
    if (batches.length === 0) return undone;
    while (!(await rebuilt(db, organizationId, batches, options)));
    await countAnew(db, organizationId, options);
    for (const { id } of batches) {
      while ((await dropRecords(db, organizationId, id, chunksTogether, options.guard)) > 0)
        await yieldToOthers(db, options);
    }
    await db.transaction(async () => {
      const ids = batches.map(({ id }) => id);
      await countAffected(db, organizationId, ids);
      await markUndone(db, organizationId, ids, options.now());
      const more = (await batchesUndoing(db, organizationId)).length > 0;
      await options.finished(more);
    });
    undone += batches.length;
  }
}

/** False when something was forgotten meanwhile, so that everything must be replayed from the start. */
async function rebuilt(
  db: Database,
  organizationId: string,
  batches: Sides['undoing'],
  given: UndoOptions,
): Promise<boolean> {
  const scratch = await openScratch(db, organizationId, given.folder);
  try {
    let records = 0;
    const ids = await LiveIds.open(db, scratch.db, organizationId);
    const options = { ...given, checkpoint: () => given.checkpoint().then(() => replay.stillHolds()) };
    const without = new Set(batches.map(({ id }) => id));
    const replay = new Replay(db, scratch.db, organizationId, ids, without, async (count) => {
      options.progress?.('replaying', (records += count));
      await options.checkpoint();
    });
    await replay.catchUp();
    await bringToLive({ live: db, scratch: scratch.db, organizationId, ids, undoing: batches }, replay, options);
  } catch (error) {
    if (error instanceof LogForgotten || scratch.isLost()) return false;
    throw error;
  } finally {
    await scratch.close();
  }
  return true;
}

async function bringToLive(
  databases: Pick<Sides, 'live' | 'scratch' | 'organizationId' | 'ids' | 'undoing'>,
  replay: Replay,
  options: UndoOptions,
): Promise<void> {
  const { live } = databases;
  const pace = new Pace({ targetMs: targetOf(live, options), first: 100, least: 10, most: 1_000 });
  const log = { moves: 0 };
  let done = 0;
  const sides: Sides = {
    ...databases,
    replayed: () => replay.replayed,
    guard: options.guard,
    compared: (rows) => options.progress?.('applying', (done += rows)),
    async paced(work) {
      for (;;) {
        try {
          const result = await pace.measure(pace.size, (begun) => work(pace.size, begun));
          await yieldToOthers(live, options);
          return result;
        } catch (error) {
          if (!(error instanceof LogMoved)) throw error;
          log.moves += 1;
          await replay.catchUp();
        }
      }
    },
  };
  await expectNothingLost(sides);
  const taking = { db: live, organizationId: sides.organizationId, guard: options.guard };
  for (const { id } of sides.undoing) await takeBackRun(taking, id, () => yieldToOthers(live, options));
  for (let round = 0; round < mostRounds; round += 1) {
    const before = log.moves;
    await applyAccounts(sides);
    await applyPeople(sides, options.now());
    await applyOutreach(sides);
    await applyWatchlist(sides);
    await applyPosts(sides);
    await applyEngagements(sides);
    await applyRemovals(sides);
    // What was stored meanwhile went beside rows that were not undone yet, so those are compared again.
    if (log.moves === before) break;
  }
  await resetNames(sides);
}

/** Counts people and posts again, from the batches that stay. */
async function countAnew(db: Database, organizationId: string, options: UndoOptions): Promise<void> {
  const { checkpoint, guard, now } = options;
  await workOffQueue(db, organizationId, now(), {
    targetMs: targetOf(db, options),
    checkpoint,
    reached: guard,
    progress: (people) => options.progress?.('scoring', people),
  });
  await countMarkedPosts(db, organizationId, { rules: options.rules, now: now(), checkpoint });
}

const targetOf = ({ dialect }: Database, { targetMs }: UndoOptions) =>
  targetMs ?? (dialect === 'sqlite' ? paces.besideOnSqlite : paces.besideOnServer);

async function yieldToOthers(db: Database, { checkpoint }: UndoOptions): Promise<void> {
  await letOthersWrite(db.dialect);
  await checkpoint();
}
