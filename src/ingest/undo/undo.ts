/**
 * Undoes batches. The workspace is rebuilt from the log of all other batches in a scratch database, and the differences are
 * applied to the live one in short transactions. What is written follows from the log alone, so the work can be interrupted
 * anywhere and run again. It goes on with the scratch database of the interrupted run (store/undo/place.ts).
 */
import type { PrivacyRules } from '../../rules/audience/privacy';
import { countMarkedPosts } from '../../audience/posts';
import { readerVersion } from '../../../packages/reader/src';
import { migrations } from '../../store/migrations';
import { letOthersWrite, Pace, paces } from '../../scoring/pace';
import { workOffQueue } from '../../scoring/rescore';
import { CompleteLog } from '../../store/log/before';
import { lastOfOthers, logHead, type LogHead } from '../../store/log/chunks';
import { batchesUndoing } from '../../store/log/batch-reads';
import { dropRecords, markUndone } from '../../store/log/undoing';
import type { Database } from '../../database/database';
import { copyAccounts, markUndo, undoMark } from '../../store/undo/connected-rows';
import { countAffected } from '../../store/undo/affected';
import { namesAgain } from '../../store/undo/apply-accounts';
import { LiveIds } from '../../store/undo/ids';
import { expectNothingLost, LogIncomplete } from '../../store/undo/lost-rows';
import { noteInScratch, notedInScratch, type Place } from '../../store/undo/place';
import { everything, storedCounts, storedScope } from '../../store/undo/scope';
import { openScratch } from '../../store/undo/scratch';
import { takeSteps } from '../../store/undo/steps';
import { LogMoved, takeStep, type UndoRun } from '../../store/undo/undo-run';
import { recordsThatStay, rowsInScope, rowsToCompare } from '../../store/undo/work';
import { UnknownWorkspaceError } from '../../store/log/workspace-lock';
import { connectedWith, type Connected } from './connected';
import { ConnectedRecords } from './connected-records';
import { asPlain, connectedFrom, isSound } from './connected-replay';
import { LogForgotten, Replay } from './replay';
import { takeBackRun } from './take-back-run';

export type UndoStage = 'replaying' | 'applying' | 'scoring';
/** `done`: records replayed, rows compared, or people scored so far in this stage. `total`: when it is known. */
export type UndoProgress = (stage: UndoStage, done: number, total?: number) => void;

/** What is replayed: the whole workspace, or what is connected with the batches. */
export type Extent = 'all' | 'connected';

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
  readonly progress?: UndoProgress;
  /** How often what was replayed is saved for a run that goes on, ms. Saving copies the scratch database. */
  readonly saveEveryMs?: number;
  /** Told what is replayed, whenever a replay begins or goes on. */
  readonly chose?: (extent: Extent) => void;
  /** Replays the whole workspace, also where less would do. */
  readonly isWhole?: boolean;
  /** How long a transaction should take, ms. By default as long as is right beside a server of requests. */
  readonly targetMs?: number;
}

/** Rounds over the whole workspace while others keep storing. Each round finds less to do. */
const mostRounds = 5;
/** Copying takes about a second for each 100 MB. */
const usuallySavedEveryMs = 30_000;
/** Chunks of the log removed in one transaction. */
const chunksTogether = 20;

/** Undoes every batch of the workspace that is marked UNDOING. Returns how many there were. */
export async function undoBatches(db: Database, organizationId: string, options: UndoOptions): Promise<number> {
  let undone = 0;
  await CompleteLog.of(db, organizationId, options.checkpoint);
  for (;;) {
    const batches = await batchesUndoing(db, organizationId);
    if (batches.length === 0) return undone;
    const through = await throughMark(db, organizationId, batches);
    if ((await undoMark(db, organizationId)) !== through) {
      await rebuild(db, organizationId, batches, options);
      // An undo that is interrupted from here on goes on after the comparison, unless more was stored meanwhile.
      await noteMark(db, organizationId, through, options);
    }
    await countAnew(db, organizationId, options);
    for (const { id } of batches) {
      while ((await dropRecords(db, organizationId, id, chunksTogether, options.guard)) > 0)
        await yieldToOthers(db, options);
    }
    await db.transaction(async () => {
      const ids = batches.map(({ id }) => id);
      await countAffected(db, organizationId, ids);
      await markUndone(db, organizationId, ids, options.now());
      await markUndo(db, organizationId, null);
      const more = (await batchesUndoing(db, organizationId)).length > 0;
      await options.finished(more);
    });
    undone += batches.length;
  }
}

/** Only while the job is held: a mark must not outlast the undo or its workspace. */
const noteMark = (db: Database, organizationId: string, mark: string, { guard }: UndoOptions): Promise<void> =>
  db.transaction(async () => {
    await guard();
    await markUndo(db, organizationId, mark);
  });

const idsOf = (batches: UndoRun['undoing']): string[] => batches.map(({ id }) => id).sort();

/** Noted once everything was compared: for which batches, and with which state of the others. */
async function throughMark(db: Database, organizationId: string, batches: UndoRun['undoing']): Promise<string> {
  const ids = idsOf(batches);
  return `compared ${await lastOfOthers(db, organizationId, ids)} ${ids.join(' ')}`;
}

/**
 * What a scratch database is made for. One that was made by other rules, or for other batches, is of no use.
 * @param extent what is replayed in it.
 */
const copyKey = (log: LogHead, batches: UndoRun['undoing'], extent: Extent): string =>
  JSON.stringify([log.rewritten, idsOf(batches), readerVersion(), migrations.length, extent]);

/** Thrown when more was stored while what is connected with the batches was replayed: it must be searched again. */
class MoreStored extends Error {}
/** Thrown when what is connected does not tell everything that would change. */
class NotSound extends Error {}

/** How often what is connected is searched while others keep storing. */
const mostSearches = 3;

/** Brings the workspace to what it is without the batches, from the start again where it must be. */
async function rebuild(
  db: Database,
  organizationId: string,
  batches: UndoRun['undoing'],
  options: UndoOptions,
): Promise<void> {
  let { isWhole = false } = options;
  for (let searches = 1; ; searches += 1) {
    const outcome = await rebuilt(db, organizationId, batches, { ...options, isWhole });
    if (outcome === 'done') return;
    isWhole ||= outcome === 'whole' || searches >= mostSearches;
  }
}

/** `again`: something was forgotten meanwhile, or more was stored. `whole`: everything must be replayed. */
async function rebuilt(
  db: Database,
  organizationId: string,
  batches: UndoRun['undoing'],
  given: UndoOptions,
): Promise<'done' | 'again' | 'whole'> {
  const log = await logHead(db, organizationId);
  const keys = { all: copyKey(log, batches, 'all'), connected: copyKey(log, batches, 'connected') };
  const without = new Set(idsOf(batches));
  // What is connected is searched in the live workspace as it was before the undo, so an undo that began to change it, and whose
  // copy is gone, replays everything.
  const begun = (await undoMark(db, organizationId)) !== undefined;
  const scratch = await openScratch(db, organizationId, given.folder, given.isWhole ? [keys.all] : Object.values(keys));
  let goesOn = false;
  try {
    const { saveEveryMs = usuallySavedEveryMs } = given;
    const { place } = scratch;
    let { records, revision, applied } = place ?? { records: 0, revision: 0, applied: null };
    let connected: Connected | undefined;
    if (place?.key === keys.connected) connected = connectedFrom(await notedInScratch(scratch.db, 'connected'));
    else if (!place && !begun && !given.isWhole) {
      connected = await connectedWith(db, organizationId, without, given.checkpoint);
      if (connected) {
        await copyAccounts(db, scratch.db, organizationId, connected.accounts);
        await noteInScratch(scratch.db, 'connected', asPlain(connected));
      }
    }
    const key = connected ? keys.connected : keys.all;
    given.chose?.(connected ? 'connected' : 'all');
    let savedAt = Date.now();
    const placeAt = (isComplete: boolean): Place => ({ key, revision, records, isComplete, applied });
    const ids = await LiveIds.open(db, scratch.db, organizationId);
    const options = { ...given, checkpoint: () => given.checkpoint().then(() => replay.throwIfForgotten()) };
    const total = await recordsThatStay(db, organizationId, without);
    const replay = new Replay(
      ...([db, scratch.db, organizationId, ids, without] as const),
      async (count) => {
        if (count > 0) options.progress?.('replaying', (records += count), Math.max(total, records));
        await options.checkpoint();
      },
      async (reached) => {
        revision = reached;
        if (Date.now() < savedAt + saveEveryMs) return;
        await replay.finish();
        await scratch.save(placeAt(false));
        savedAt = Date.now();
      },
      { revision, rewritten: revision === 0 ? '' : log.rewritten },
      connected && new ConnectedRecords(connected),
    );
    const begunAt = revision;
    const catchUp = async () => {
      await replay.catchUp();
      revision = replay.replayed.revision;
    };
    await catchUp();
    if (revision !== begunAt) applied = null;
    if (connected) {
      const { head } = connected;
      if (replay.replayed.revision !== head.revision) throw new MoreStored();
      if (!place?.isComplete && !(await isSound(db, scratch.db, organizationId, connected, ids))) throw new NotSound();
    }
    await scratch.note(placeAt(true));
    const round: Round = {
      from: applied,
      // The tables are gone through again after the log moved.
      moved: async () => {
        if (connected) throw new MoreStored();
        applied = null;
        await scratch.note(placeAt(false));
        await catchUp();
        await scratch.note(placeAt(true));
      },
      begins: () => (connected ? noteMark(db, organizationId, 'begun', given) : Promise.resolve()),
      reached: async (at) => {
        applied = at;
        await scratch.note(placeAt(true));
      },
    };
    const scope = connected ? storedScope(scratch.db) : everything(db, organizationId);
    const rows = connected ? rowsInScope(await storedCounts(scratch.db)) : await rowsToCompare(db, organizationId);
    const run = { live: db, scratch: scratch.db, organizationId, ids, scope, undoing: batches };
    await bringToLive({ ...run, replayed: () => replay.replayed }, round, rows, options);
  } catch (error) {
    if (error instanceof NotSound) return 'whole';
    if (error instanceof LogForgotten || error instanceof MoreStored || scratch.isLost()) return 'again';
    goesOn = !(error instanceof LogIncomplete) && !(error instanceof UnknownWorkspaceError);
    throw error;
  } finally {
    await scratch.close(goesOn);
  }
  return 'done';
}

/** How a comparison goes on, and where it notes how far it came. */
interface Round {
  readonly from: Place['applied'];
  /** The log is longer than what was replayed: replays the rest. */
  moved(): Promise<void>;
  /** The first change follows. */
  begins(): Promise<void>;
  reached(at: Place['applied']): Promise<void>;
}

async function bringToLive(
  databases: Omit<UndoRun, 'paced' | 'compared' | 'now' | 'guard'>,
  round: Round,
  total: number,
  options: UndoOptions,
): Promise<void> {
  const { live, organizationId } = databases;
  const pace = new Pace({ targetMs: targetOf(live, options), first: 100, least: 10, most: 1_000 });
  const log = { moves: 0 };
  let done = round.from?.rows ?? 0;
  const run: UndoRun = {
    ...databases,
    now: options.now,
    guard: options.guard,
    compared: (rows) => options.progress?.('applying', (done += rows), Math.max(total, done)),
    async paced(work) {
      for (;;) {
        try {
          const result = await pace.measure(pace.size, (begun) => work(pace.size, begun));
          await yieldToOthers(live, options);
          return result;
        } catch (error) {
          if (!(error instanceof LogMoved)) throw error;
          log.moves += 1;
          await round.moved();
        }
      }
    },
  };
  await expectNothingLost(run);
  await round.begins();
  const taking = { db: live, organizationId, guard: options.guard };
  for (const { id } of run.undoing) await takeBackRun(taking, id, () => yieldToOthers(live, options));
  const reached = async (step: string, after: string) => {
    if (log.moves === 0) await round.reached({ step, after, rows: done });
  };
  let { from } = round;
  for (let count = 0; count < mostRounds; count += 1) {
    const before = log.moves;
    await takeSteps(run, from, reached);
    // What was stored meanwhile went beside rows that were not undone yet, so those are compared again.
    if (log.moves === before) break;
    from = null;
  }
  await takeStep(run, namesAgain, '');
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
  targetMs ?? (dialect === 'sqlite' ? paces.withRequestsOnSqlite : paces.withRequestsOnServer);

async function yieldToOthers(db: Database, { checkpoint }: UndoOptions): Promise<void> {
  await letOthersWrite(db.dialect);
  await checkpoint();
}
