/** Processes that are killed with SIGKILL at random moments while they score a workspace again or migrate a database. */
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { importFile } from '../../src/ingest/import/importer';
import { enqueue } from '../../src/jobs/enqueue';
import { listJobs } from '../../src/store/jobs/listing';
import { createOrganization } from '../../src/store/access/organizations';
import { checkCounts } from '../../src/store/writes/check-counts';
import { Database } from '../../src/database/database';
import { migrateUp, schemaState } from '../../src/store/facade/migrate';
import { workspacesNotRescored } from '../../src/store/writes/rescoring-times';
import { rescore } from '../../src/interfaces/worker/rescoring';
import { seeded } from '../seed/random';

export interface KillsResult {
  readonly kills: number;
  /** How often the work began from nothing and ended. */
  readonly finished: number;
  /** What was lost, or did not end; one line each. */
  readonly lost: readonly string[];
  /** Digest of the leads and accounts that were left: the same in every database. Null: nothing to compare. */
  readonly rows: string | null;
  readonly seconds: number;
}

/** What the child is told; it answers `ready` when the work begins. */
export interface Order {
  readonly url: string;
  readonly work: 'score' | 'migrate';
}

/**
 * Work that could go on and did not for so long stands still. What a job waits after an attempt that failed does not count, nor does
 * work that is slow because the machine is busy.
 */
const patienceMs = 120_000;
/** The same moments in every run. */
const seed = 20_261_122;

/** Starts a process that works; resolves when the work begins. */
async function working(order: Order): Promise<ChildProcess> {
  const child = fork(join(__dirname, 'killed.js'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ready = once(child, 'message');
  child.send(order);
  await Promise.race([
    ready,
    once(child, 'exit').then(() => Promise.reject(new Error('the process to be killed ended before its work began'))),
  ]);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Kills workers while they score `people` again: the day is done when everybody was, and no kill loses it. */
export async function killRescoring(
  url: string,
  folder: string,
  { kills: wanted, people }: { kills: number; people: number },
): Promise<KillsResult> {
  const db = await Database.open(url);
  const random = seeded(seed);
  const lost: string[] = [];
  const begun = performance.now();
  let [kills, finished] = [0, 0];
  let worker: ChildProcess | undefined;
  try {
    await migrateUp(db);
    const organizationId = await workspaceOf(db, folder, people);
    const unscored = async () => {
      const [row] = await db.select<{ n: number }>(
        'SELECT COUNT(*) AS n FROM leads WHERE organization_id = ? AND intent_score = 0',
        [organizationId],
      );
      return Number(row?.n);
    };
    if ((await unscored()) !== 0) throw new Error('everybody should have some intent');
    while (kills < wanted) {
      const started = Date.now();
      await db.run('UPDATE leads SET intent_score = 0 WHERE organization_id = ?', [organizationId]);
      await enqueue(db, rescore, {}, { organizationId, uniqueKey: 'daily' });
      const isDone = async () => (await workspacesNotRescored(db, started, Date.now())).length === 0;
      const watch = new ProgressWatch(db, organizationId);
      for (let round = 0; !(await isDone());) {
        const still = await watch.standsStill();
        if (still !== undefined) {
          lost.push(`rescoring stood still, ${await unscored()} people not scored: ${still}`);
          // Another round would continue this job where it stands, and say of its first people that they were lost.
          return { kills, finished, lost, rows: null, seconds: (performance.now() - begun) / 1000 };
        }
        worker ??= await working({ url, work: 'score' });
        // Four kills at most fall into one rescoring, then it may end.
        if (round < 4 && kills < wanted) {
          await setTimeout(random() * 700);
          await killed(worker);
          worker = undefined;
          kills += 1;
          round += 1;
        } else await setTimeout(20);
      }
      const left = await unscored();
      if (left > 0) lost.push(`${left} people were not scored, and the day was marked as done`);
      finished += 1;
    }
    const { differences } = await checkCounts(db, organizationId);
    if (differences.length > 0) lost.push(`${differences.length} counts differ`);
    const rows = await digestOf(db, organizationId);
    return { kills, finished, lost, rows, seconds: (performance.now() - begun) / 1000 };
  } finally {
    if (worker) await killed(worker);
    await db.close();
  }
}

/** Looks whether the rescoring of a workspace goes on. */
class ProgressWatch {
  private last = '';
  private since = performance.now();

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** @returns the jobs as they are, when nothing can go on any more or nothing did; undefined while work goes on or waits its turn. */
  async standsStill(): Promise<string | undefined> {
    const all = await listJobs(this.db, { organizationId: this.organizationId }, 20);
    const jobs = all.filter(({ name }) => name === rescore.name);
    const unfinished = jobs.find(({ status }) => status !== 'done' && status !== 'dead' && status !== 'cancelled');
    // Without heartbeats, which a job that hangs has too.
    const now = JSON.stringify(
      jobs.map((job) => [job.id, job.status, job.attempt, job.run_at, job.state, job.progress]),
    );
    const waits = unfinished?.status === 'waiting' && unfinished.run_at > Date.now();
    if (now !== this.last || waits) this.since = performance.now();
    this.last = now;
    const patience = unfinished ? patienceMs : 1_000;
    return performance.now() - this.since > patience ? JSON.stringify(all) : undefined;
  }
}

/** Of what scoring decides about each lead and account, without ids and times. The last digits of a priority are the time of its signals. */
async function digestOf(db: Database, organizationId: string): Promise<string> {
  const hash = createHash('sha256');
  for (const statement of [
    `SELECT people.display_name, lead_tier, tier_row, tier_gaps, fit_grade, icp_match_percent, intent_score, priority - priority % 10000000, disqualified,
       signal_count, company_key, search_text, leads.account_id
     FROM leads JOIN people ON people.organization_id = leads.organization_id AND people.id = leads.id
     WHERE leads.organization_id = ? ORDER BY people.display_name`,
    'SELECT account_id, lead_count, priority_count FROM account_summaries WHERE organization_id = ? ORDER BY account_id',
  ]) {
    for (const row of await db.select<Record<string, unknown>>(statement, [organizationId])) {
      hash.update(JSON.stringify(Object.values(row)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

async function workspaceOf(db: Database, folder: string, people: number): Promise<string> {
  const organization = await createOrganization(db, 'Killed', Date.now());
  if (!organization) throw new Error('the name is taken');
  const file = join(folder, 'comments.ndjson');
  const row = (n: number) => ({
    kind: 'comment',
    memberId: `ACoAA${'Example'.repeat(4)}${String(n).padStart(6, '0')}`,
    name: `Person ${n}`,
    headline: 'VP Sales at Globex',
    postUrl: `urn:li:activity:${7_402_746_946_853_250_000n + BigInt(n % 7)}`,
    commentText: `What does it cost, ${n}?`,
    occurredAt: new Date(Date.now() - 86_400_000).toISOString(),
  });
  writeFileSync(file, Array.from({ length: people }, (_, n) => JSON.stringify(row(n))).join('\n'));
  await importFile(db, organization.id, file, {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now: Date.now(),
  });
  rmSync(file);
  return organization.id;
}

/**
 * Kills processes while they migrate: the next one finishes.
 * @param fresh gives the address of another empty database each time.
 */
export async function killMigrating(fresh: () => Promise<string>, wanted: number): Promise<KillsResult> {
  const random = seeded(seed);
  const lost: string[] = [];
  const begun = performance.now();
  let [kills, finished] = [0, 0];
  const undisturbed = performance.now();
  const last = await working({ url: await fresh(), work: 'migrate' });
  await once(last, 'exit');
  // What starting the process takes is in it; some kills come before the first statement, some after the last.
  const length = performance.now() - undisturbed;
  while (kills < wanted) {
    const url = await fresh();
    for (let round = 0; round < 2 && kills < wanted; round += 1, kills += 1) {
      const child = await working({ url, work: 'migrate' });
      await setTimeout(random() * length * 0.7);
      await killed(child);
    }
    const child = await working({ url, work: 'migrate' });
    const db = await Database.open(url);
    await endOfMigrating(child, db);
    if (child.exitCode === 0) finished += 1;
    else lost.push(`migrating again ended with ${child.exitCode ?? 'nothing: it stood still'}`);
    await killed(child);
    const { pending, refusal } = await schemaState(db).finally(() => db.close());
    if (pending.length > 0 || refusal !== undefined) lost.push(`left: ${pending.join(', ')} ${refusal ?? ''}`);
  }
  return { kills, finished, lost, rows: null, seconds: (performance.now() - begun) / 1000 };
}

/** Waits until a process has migrated, or no further migration was done for long. */
async function endOfMigrating(child: ChildProcess, db: Database): Promise<void> {
  let last = -1;
  for (let since = performance.now(); child.exitCode === null && performance.now() - since < patienceMs;) {
    await Promise.race([once(child, 'exit'), setTimeout(500)]);
    const { pending } = await schemaState(db);
    if (pending.length !== last) since = performance.now();
    last = pending.length;
  }
}
