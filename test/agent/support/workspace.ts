/** A workspace with an ideal customer, a watchlist and credits, whose jobs are worked off as far as they are due. */
import { setTimeout } from 'node:timers/promises';
import { openAgent, type AgentService } from '../../../src/ingest/agent/agent-service';
import type { ProfileType } from '../../../src/shared/values';
import type { Clock } from '../../../src/jobs/clock';
import { systemClock } from '../../../src/jobs/clock';
import type { AnyJob } from '../../../src/jobs/definition';
import { storeIcp } from '../../../src/store/access/icp';
import { createOrganization } from '../../../src/store/access/organizations';
import { changeCredits } from '../../../src/store/credits/ledger';
import { placeholders, type Database } from '../../../src/database/database';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { runnerOf } from '../../jobs/support/runners';

export { jobsOver, type Limits } from './jobs';

/** What an ideal customer of the tests is; headlines below fit it or do not. */
const icp = {
  titles: ['Head of Sales', 'VP Sales', 'Chief Revenue Officer'],
  seniorities: ['vp', 'cxo', 'director'],
  functions: ['sales'],
};
export const fits = 'VP Sales at Bluefern';
export const misfits = 'Software Engineer at Bluefern';

export interface Watched {
  readonly slug: string;
  readonly type: ProfileType;
}

export async function makeWorkspace(
  db: Database,
  name: string,
  given: { readonly credits: number; readonly watched: readonly Watched[]; readonly clock?: Pick<Clock, 'now'> },
): Promise<{ organizationId: string; profileIds: string[]; agent: AgentService }> {
  const clock = given.clock ?? systemClock;
  const now = clock.now();
  const organization = await createOrganization(db, name);
  if (!organization) throw new Error('no workspace');
  const { id: organizationId } = organization;
  await storeIcp(db, organizationId, JSON.stringify(icp), now);
  if (given.credits > 0) await changeCredits(db, organizationId, given.credits, null, now);
  const profileIds: string[] = [];
  for (const { slug, type } of given.watched) {
    const { id } = await saveWatchlistEntry(
      db,
      organizationId,
      {
        person: { memberId: null, slug, isCompany: false },
        profileUrl: `https://www.linkedin.com/in/${slug}`,
        displayName: slug,
        headline: null,
        profileType: type,
        source: 'MANUAL_WATCHLIST',
        relationship: type === 'COMPETITOR' ? 'COMPETITOR' : 'STANDARD',
        status: 'ACTIVE',
        label: null,
        followers: null,
      },
      now,
    );
    profileIds.push(id);
  }
  return { organizationId, profileIds, agent: openAgent(db, organizationId, () => clock.now()) };
}

/** Works until nothing is ready, due or running. */
export async function workOff(db: Database, jobs: readonly AnyJob[], clock: Clock = systemClock): Promise<void> {
  const runner = runnerOf(db, jobs, { clock, pollMs: 5, concurrency: 2 });
  runner.start();
  try {
    await untilIdle(db, clock, jobs);
  } finally {
    await runner.stop();
  }
}

/**
 * Waits until no job is left to do at this time; on the machine's own clock, also for those that are tried again shortly. Others than
 * these jobs do not count: they fall due on a slow machine, and none of them is worked on.
 */
export async function untilIdle(db: Database, clock: Clock, jobs: readonly AnyJob[]): Promise<void> {
  const names = jobs.map(({ name }) => name);
  const shortly = clock === systemClock ? 60_000 : 0;
  for (let calm = 0, waited = 0; calm < 3; waited += 5) {
    if (waited > 120_000) throw new Error('the jobs do not end');
    const [open] = await db.select<{ jobs: number; due: number }>(
      `SELECT (SELECT COUNT(*) FROM jobs WHERE name IN (${placeholders(names)})
           AND (status IN ('ready', 'running') OR (status = 'waiting' AND (run_at <= ? OR (attempt > 0 AND run_at <= ?))))) AS jobs,
         (SELECT COUNT(*) FROM job_schedules WHERE next_at <= ?) AS due`,
      [...names, clock.now(), clock.now() + shortly, clock.now()],
    );
    calm = open?.jobs === 0 && open.due === 0 ? calm + 1 : 0;
    await setTimeout(5);
  }
}
