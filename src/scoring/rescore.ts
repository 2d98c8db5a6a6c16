/**
 * Works off the scoring queue, and scores a whole workspace.
 *
 * Scores are stored, not computed at read time, because lists filter and page by them. Intent fades with time, so every
 * workspace is scored again once a day (src/interfaces/worker/rescoring.ts). A score is at most a day old
 * (docs/internals/decisions/0006-decay.md).
 */
import { headlinesReady } from '../shared/reader-ready';
import { currentCompanies } from './company-changes';
import { companyCheckOf } from './workspace-companies';
import { matcherOf } from './assess';
import type { Database } from '../database/database';
import { accountFacts } from '../store/writes/account-facts';
import { refreshAccountNames } from '../store/writes/account-names';
import { refreshSummaries } from '../store/writes/account-summaries';
import { KnownCompanies, settleKnown } from '../store/writes/known-companies';
import { refreshProfileCounts } from '../store/writes/lead-writer';
import { clearStale, peopleAfter, queuedPeople, staleTargets, unqueue } from '../store/writes/scoring-queue';
import { writeWorkspace } from '../store/log/workspace-lock';
import { provenReaders } from '../store/opinions/comparisons';
import { openWorkspaceStore } from '../store/facade/workspace-store';
import { letOthersWrite, Pace, paces } from './pace';
import { scorePeople, sumOf, type ScoreCounts, type ScoringRun } from './score-people';

/** How many other rows are looked through at a time. */
const chunk = 2_000;
/**
 * How many accounts or profiles are counted again in one transaction at least. Accounts whose names share a word share the search for
 * the leads that name them, which takes as long for one as for all.
 */
const leastAccounts = 25;

export interface ScoringOptions {
  /** Called with the number of people scored so far. */
  readonly progress?: (done: number) => void;
  /** Called between transactions. If it throws, work ends there, with everything stored so far. */
  readonly checkpoint?: () => Promise<void>;
  /** Called in each transaction, with the last person scored. Null: queued people. */
  readonly reached?: (after: string | null) => Promise<void>;
  /** The person to continue after. Default: from the beginning. */
  readonly after?: string;
  /** How long a transaction should take, in ms. Default: `paces.alone`. */
  readonly targetMs?: number;
  /** Queued people to score; others stay queued. Default: all. */
  readonly most?: number;
}

const none = (): ScoreCounts => ({ leadsNew: 0, leadsUpdated: 0, leadsRemoved: 0 });

async function startRun(
  db: Database,
  organizationId: string,
  now: number,
  options: ScoringOptions,
): Promise<ScoringRun> {
  await headlinesReady();
  const icp = await openWorkspaceStore(db, organizationId).usage.icp();
  const companies = companyCheckOf(await currentCompanies(db, organizationId, () => yieldToOthers(db, options)));
  return {
    match: matcherOf(icp?.definition),
    companies,
    now,
    proven: await provenReaders(db, organizationId),
    icpSince: icp?.created_at ?? 0,
    causes: new Map(),
    indexedWords: new Set(),
    known: new KnownCompanies(),
  };
}

const paceOf = ({ targetMs = paces.alone }: ScoringOptions): Pace =>
  new Pace({ targetMs, first: targetMs, least: 10, most: 4_000 });

async function yieldToOthers(db: Database, { checkpoint }: ScoringOptions): Promise<void> {
  await letOthersWrite(db.dialect);
  await checkpoint?.();
}

/** Scores everybody in the queue and rebuilds stale counts. Safe to run concurrently and to interrupt. */
export async function workOffQueue(
  db: Database,
  organizationId: string,
  now: number,
  options: ScoringOptions = {},
): Promise<ScoreCounts> {
  let total = none();
  const run = await startRun(db, organizationId, now, options);
  const pace = paceOf(options);
  const { most = Infinity } = options;
  for (let done = 0; done < most;) {
    const { ids, causes } = await queuedPeople(db, organizationId, Math.min(pace.size, most - done));
    if (ids.length === 0) {
      // An account that became known, or stopped being known, affects more people.
      if (await refreshCounts(db, organizationId, now, options)) {
        run.known.clear();
        continue;
      }
      break;
    }
    const counts = await pace.measure(ids.length, (begun) =>
      writeWorkspace(db, organizationId, async (revision) => {
        begun();
        run.causes = causes;
        const result = await scorePeople(db, organizationId, ids, run, revision);
        await unqueue(db, organizationId, ids);
        await options.reached?.(null);
        return result;
      }),
    );
    total = sumOf(total, counts);
    done += ids.length;
    options.progress?.(done);
    await yieldToOthers(db, options);
  }
  return total;
}

/** Scores everybody of a workspace again, in id order, then the queued people. Safe to interrupt and continue. */
export async function rescoreWorkspace(
  db: Database,
  organizationId: string,
  now: number,
  options: ScoringOptions = {},
): Promise<ScoreCounts> {
  let total = none();
  const run = await startRun(db, organizationId, now, options);
  const pace = paceOf(options);
  let after = options.after ?? '';
  for (let done = 0; ;) {
    const ids = await peopleAfter(db, organizationId, after, pace.size);
    const last = ids[ids.length - 1];
    if (last === undefined) break;
    const counts = await pace.measure(ids.length, (begun) =>
      writeWorkspace(db, organizationId, async (revision) => {
        begun();
        const result = await scorePeople(db, organizationId, ids, run, revision);
        await options.reached?.(last);
        return result;
      }),
    );
    total = sumOf(total, counts);
    after = last;
    options.progress?.((done += ids.length));
    await yieldToOthers(db, options);
  }
  return sumOf(total, await workOffQueue(db, organizationId, now, { ...options, progress: undefined }));
}

/**
 * Rebuilds stale account summaries and lead counts.
 * @param now epoch ms, for the trends of accounts.
 * @returns whether people may have been queued: those whom headlines place at an account that became known or stopped being
 * known.
 */
async function refreshCounts(
  db: Database,
  organizationId: string,
  now: number,
  options: ScoringOptions = {},
): Promise<boolean> {
  let moved = false;
  for (const kind of ['account', 'profile'] as const) {
    const { targetMs = paces.alone } = options;
    const pace = new Pace({
      targetMs,
      first: Math.max(leastAccounts, Math.ceil(targetMs / 10)),
      least: leastAccounts,
      most: chunk,
    });
    for (;;) {
      const ids = await staleTargets(db, organizationId, kind, pace.size);
      if (ids.length === 0) break;
      await pace.measure(ids.length, (begun) =>
        writeWorkspace(db, organizationId, async (revision) => {
          begun();
          if (kind === 'account') {
            const facts = await accountFacts(db, organizationId, ids);
            if (await settleKnown(db, organizationId, ids, facts)) moved = true;
            await refreshAccountNames(db, organizationId, facts);
            await refreshSummaries(db, organizationId, ids, revision, now, facts);
          } else await refreshProfileCounts(db, organizationId, ids);
          await clearStale(db, organizationId, kind, ids);
          await options.reached?.(null);
        }),
      );
      await yieldToOthers(db, options);
    }
  }
  return moved;
}
