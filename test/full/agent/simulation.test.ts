/**
 * Weeks of a folder that grows, by a clock that the test moves: every engagement comes in once, runs happen when they are due
 * whatever the clocks of the country do, budgets hold to the credit, and workers killed at random steps of their jobs change nothing
 * in the final state. A few days here, sixty in the proofs.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { creditBalance, derivedBalance } from '../../../src/store/credits/ledger';
import type { Database } from '../../../src/database/database';
import { atLength, isAtLength } from '../../support/at-length';
import { availableDatabases, openTestDatabase, type DatabaseKind } from '../../support/databases';
import { Random } from '../../store/support/random';
import { ExportFolder, postIdAt, type Engager } from '../../agent/support/folder';
import { fits, makeWorkspace, misfits } from '../../agent/support/workspace';

const days = atLength(6, 60);
/** Servers take several times as long: in the proofs, or where they are named. */
const kinds = availableDatabases().filter(
  (kind) => kind === 'sqlite' || isAtLength || process.env['TEST_DATABASES'] !== undefined,
);
const kills = atLength(4, 60);
const hour = 3_600_000;
/** Some days before summer time ends in Berlin, on 25 October 2026. */
const start = Date.UTC(2026, 9, 25) - Math.min(30, Math.ceil(days / 2)) * 24 * hour;
const end = start + days * 24 * hour;
/** In the hour that comes twice on that day. */
const setup = { pattern: '30 2 * * *', timeZone: 'Europe/Berlin', creditsPerRun: 9, creditsPerDay: 12 };
const granted = days * 6;

const authors = [
  { slug: 'ada', type: 'INFLUENCER' as const },
  { slug: 'grace', type: 'COMPETITOR' as const },
];

/** Something that happens in the world at a time. */
interface Event {
  readonly at: number;
  happen(folder: ExportFolder): void;
}

/** What comes into the folder: posts of watched people, which a sync reads, and posts that the agent finds by a word. */
function world(random: Random): { events: Event[]; engagements: number } {
  const events: Event[] = [];
  const posts = new Map<string, { id: string; text: string; at: number }[]>();
  let [number, engagements] = [0, 0];
  for (let day = 0; day < days; day += 1) {
    for (const slug of ['ada', 'grace', 'stranger']) {
      if (random.below(3) === 0) continue;
      const at = start + day * 24 * hour + random.below(24) * hour;
      const id = postIdAt(at, (number += 1));
      events.push({
        at,
        happen(folder) {
          const all = [
            ...(posts.get(slug) ?? []),
            { id, text: slug === 'stranger' ? 'Why forecasts fail' : 'Words', at },
          ];
          posts.set(slug, all);
          folder.posts(`posts-${slug}.csv`, { name: slug, url: `https://www.linkedin.com/in/${slug}` }, all);
        },
      });
      const people: Engager[] = [];
      for (let growth = 0; growth < 3; growth += 1) {
        const when = at + (1 + growth * 20 + random.below(12)) * hour;
        if (when >= end - 12 * hour) break;
        const joining = Array.from({ length: 1 + random.below(4) }, (): Engager => {
          const who = random.below(400);
          const comment = random.below(2) === 0 ? { comment: `How much is it, question ${engagements}?` } : {};
          const one = { name: `Person ${who}`, slug: `person-${who}`, headline: who % 2 === 0 ? fits : misfits };
          return { ...one, ...comment, at: when };
        }).filter((one) => !people.some((known) => known.slug === one.slug));
        people.push(...joining);
        engagements += joining.length;
        const now = [...people];
        // A file that grows, or another beside it.
        const file = growth === 2 ? `${id}/later.csv` : `${id}/all.csv`;
        const written = growth === 2 ? joining : now;
        events.push({ at: when, happen: (folder) => folder.engagements(file, id, written) });
      }
    }
  }
  return { events: events.sort((a, b) => a.at - b.at), engagements };
}

class Simulation {
  readonly folder = new ExportFolder(() => this.now);
  private readonly clockFile = join(mkdtempSync(join(tmpdir(), 'leadlight-clock-')), 'now');
  /** How many workers were killed, each while it held a job. */
  killed = 0;
  private worker: ChildProcess | undefined;
  private willDie = false;
  private now = start;

  constructor(
    private readonly db: Database,
    private readonly url: string,
  ) {}

  set(now: number): void {
    this.now = now;
    // Whole under another name first: a worker never reads half of it.
    writeFileSync(`${this.clockFile}.draft`, String(now));
    renameSync(`${this.clockFile}.draft`, this.clockFile);
  }

  async startWorker(): Promise<void> {
    const child = fork(join(__dirname, '../../agent/support/sim-worker.cjs'), [
      this.url,
      this.folder.path,
      this.clockFile,
    ]);
    this.worker = child;
    this.willDie = false;
    await once(child, 'message');
  }

  /** From now on the worker is killed at this step of its jobs, from 1, unless that was said before. Then another goes on. */
  async dieAt(step: number): Promise<void> {
    if (this.willDie || !this.worker) return;
    this.willDie = true;
    const answered = once(this.worker, 'message');
    this.worker.send(step);
    await answered;
  }

  /** Starts another worker when this one was killed. */
  private async replaceDead(): Promise<void> {
    const { worker } = this;
    if (!worker || (worker.exitCode === null && worker.signalCode === null)) return;
    if (worker.signalCode !== 'SIGKILL') throw new Error(`the worker ended with ${worker.exitCode}`);
    // Time stands still here, so what the dead worker held is let go by hand; reclaiming has its own tests (test/jobs).
    const held = await this.db.run(
      `UPDATE jobs SET status = 'waiting', worker = NULL, lease_until = 0, run_at = 0 WHERE status = 'running'`,
    );
    expect(held).toBeGreaterThan(0);
    this.killed += 1;
    await this.startWorker();
  }

  /** Whether anything is left to do at this time. */
  async isIdle(): Promise<boolean> {
    const [open] = await this.db.select<{ jobs: number; due: number }>(
      `SELECT (SELECT COUNT(*) FROM jobs WHERE status IN ('ready', 'running') OR (status = 'waiting' AND run_at <= ?)) AS jobs,
         (SELECT COUNT(*) FROM job_schedules WHERE next_at <= ?) AS due`,
      [this.now, this.now],
    );
    return open?.jobs === 0 && open.due === 0;
  }

  async untilIdle(): Promise<void> {
    // The limit of the test ends what never comes.
    while (!(await this.isIdle())) {
      await this.replaceDead();
      await setTimeout(10);
    }
  }

  /** The next time at which something of ours is due. */
  async nextDue(): Promise<number> {
    const [row] = await this.db.select<{ at: number | null }>(
      `SELECT MIN(next_at) AS at FROM job_schedules WHERE name LIKE 'agent-run%' OR name = 'sync-watchlists'`,
    );
    return row?.at ?? Infinity;
  }

  async close(): Promise<void> {
    const { worker } = this;
    if (worker?.exitCode === null && worker.signalCode === null) {
      const gone = once(worker, 'exit');
      worker.kill('SIGKILL');
      await gone;
    }
    this.folder.remove();
    rmSync(join(this.clockFile, '..'), { recursive: true });
  }
}

/** Everything that matters of the end, without ids: ids are given at random. */
async function outcome(db: Database, organizationId: string) {
  const of = [organizationId];
  const engagements = await db.select<{ slug: string; type: string; urn: string; discriminator: string }>(
    `SELECT i.value AS slug, p.urn, e.type, e.discriminator, e.origin, e.occurred_at, e.observed_at, e.comment_class, e.by_author
     FROM engagements e JOIN posts p ON p.organization_id = e.organization_id AND p.id = e.post_id
     JOIN person_identities i ON i.organization_id = e.organization_id AND i.person_id = e.person_id
     WHERE e.organization_id = ? ORDER BY i.value, p.urn, e.type, e.discriminator`,
    of,
  );
  const leads = await db.select(
    `SELECT i.value AS slug, l.origin, l.disposition, l.signal_count, l.first_signal_at, l.last_signal_at, l.icp_match_percent,
       l.fit_grade, l.created_at FROM leads l
     JOIN person_identities i ON i.organization_id = l.organization_id AND i.person_id = l.id
     WHERE l.organization_id = ? ORDER BY i.value`,
    of,
  );
  const runs = await db.select<{ started_at: number; day: string; credits_consumed: number; candidates: number }>(
    `SELECT kind, started_by, status, day, credits_held, credits_consumed, posts_scanned, people_considered, people_qualified,
       candidates, leads_created, stop_reason, failure_message, started_at, finished_at
     FROM agent_runs WHERE organization_id = ? ORDER BY created_at`,
    of,
  );
  const candidates = await db.select(
    `SELECT i.value AS slug, r.started_at, c.decision, c.reasons, c.paid, c.position, c.icp_match_percent, c.intent_score,
       c.lead_tier, c.post_urn, c.headline FROM agent_candidates c
     JOIN agent_runs r ON r.organization_id = c.organization_id AND r.id = c.run_id
     JOIN person_identities i ON i.organization_id = c.organization_id AND i.person_id = c.person_id
     WHERE c.organization_id = ? ORDER BY r.started_at, i.value`,
    of,
  );
  const ledger = await db.select(
    'SELECT kind, amount, created_at FROM credit_ledger WHERE organization_id = ? ORDER BY created_at, kind, amount',
    of,
  );
  const syncs = await db.select(
    `SELECT m.display_name, m.followers, m.last_engagement_sync_at, m.lead_count, s.status, s.failure
     FROM watchlist_syncs s JOIN monitored_profiles m ON m.organization_id = s.organization_id AND m.id = s.profile_id
     WHERE s.organization_id = ? ORDER BY m.display_name`,
    of,
  );
  const held = await db.select(
    `SELECT i.value FROM agent_held_people h JOIN person_identities i
       ON i.organization_id = h.organization_id AND i.person_id = h.person_id WHERE h.organization_id = ? ORDER BY i.value`,
    of,
  );
  return { engagements, leads, runs, candidates, ledger, syncs, held };
}

/** The local time of a moment in Berlin, `02:30`. */
const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });

async function simulate(kind: DatabaseKind, disturbed: boolean) {
  const opened = await openTestDatabase(kind);
  const { db } = opened;
  const simulation = new Simulation(db, opened.database.url);
  const random = new Random(20_261_025);
  const { events, engagements } = world(random);
  try {
    simulation.set(start);
    const { organizationId, agent } = await makeWorkspace(db, 'Simulated', {
      credits: granted,
      watched: authors,
      clock: { now: () => start },
    });
    await agent.enable({ ...setup, watch: [], keywords: ['forecasts'] });
    await simulation.startWorker();
    await simulation.untilIdle();
    const moments = new Random(7);
    const upcoming = [...events];
    for (;;) {
      const due = await simulation.nextDue();
      const at = Math.min(upcoming[0]?.at ?? Infinity, due);
      if (at >= end) break;
      if (disturbed && simulation.killed < kills && due <= at && moments.below(3) > 0) {
        await simulation.dieAt(1 + moments.below(40));
      }
      simulation.set(at);
      while (upcoming[0] && upcoming[0].at <= at) upcoming.shift()?.happen(simulation.folder);
      await simulation.untilIdle();
    }
    const balances = [await creditBalance(db, organizationId), await derivedBalance(db, organizationId)];
    return { ...(await outcome(db, organizationId)), expected: engagements, balances, killed: simulation.killed };
  } finally {
    await simulation.close();
    await opened.close();
  }
}

test.each(kinds)(
  `${days} days of a folder that grows, with killed workers, on %s`,
  async (kind) => {
    const calm = await simulate(kind, false);
    const { engagements, runs, balances } = calm;
    // Every engagement that the budgets let in came in once; those under watched posts all did.
    const keys = engagements.map((one) => `${one.slug} ${one.urn} ${one.type} ${one.discriminator}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(0);
    expect(calm.syncs).toHaveLength(2);
    if (runs.every((run) => run.credits_consumed < setup.creditsPerRun)) expect(keys).toHaveLength(calm.expected);
    // Once a day at half past two, also on the day that has two of them.
    expect(runs.map((run) => berlin.format(run.started_at))).toEqual(runs.map(() => '02:30'));
    expect(new Set(runs.map((run) => run.day)).size).toBe(runs.length);
    expect(runs.length).toBe(days);
    for (const run of runs) expect(run.credits_consumed).toBeLessThanOrEqual(setup.creditsPerRun);
    const consumed = runs.reduce((sum, run) => sum + run.credits_consumed, 0);
    expect(balances).toEqual([
      { available: granted - consumed, held: 0, consumed },
      { available: granted - consumed, held: 0, consumed },
    ]);
    const disturbed = await simulate(kind, true);
    expect(disturbed.killed).toBeGreaterThan(0);
    expect({ ...disturbed, killed: 0 }).toEqual(calm);
  },
  1_800_000,
);
