/** Worker processes that are killed and replaced. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../../src/database/database';
import { atLength } from '../../support/at-length';
import type { Random } from '../../store/support/random';

export interface WorkerSettings {
  readonly url: string;
  readonly concurrency: number;
  readonly pollMs: number;
  /** Delivers to webhooks at these hosts too. */
  readonly webhookHosts?: readonly string[];
}

/**
 * So long that no slow machine loses the lease of a worker that lives. Those of the killed are ended by hand: that they end by
 * themselves has tests of its own (test/jobs/queue.test.ts).
 */
const leaseMs = 30_000;

/** How often processes are killed: some times, a hundred times in the proofs. */
export const killsWanted = (usual: number) => atLength(usual, 100);

/** Starts a worker; resolves when it works. */
function startWorkerProcess(settings: WorkerSettings): Promise<ChildProcess> {
  const child = fork(join(__dirname, 'worker-process.cjs'), {
    env: {
      PATH: process.env['PATH'],
      LEADLIGHT_TEST_WORKER: JSON.stringify({ ...settings, leaseMs }),
      LEADLIGHT_TEST_LOG: process.env['LEADLIGHT_TEST_LOG'] ?? 'silent',
    },
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code, signal) => reject(new Error(`the worker ended with ${code ?? signal}`)));
  });
}

function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/**
 * Ends the leases of a worker that is gone, so that nobody waits for them.
 * @returns how many jobs of this kind it held. A server that was still at its last statement is waited for.
 */
async function endLeases(db: Database, pid: number | undefined, job: string): Promise<number> {
  const end = (named: string) =>
    db.run(`UPDATE jobs SET lease_until = 0 WHERE status = 'running' AND name ${named} ? AND worker LIKE ?`, [
      job,
      `%:${pid ?? 0}:%`,
    ]);
  await end('<>');
  return end('=');
}

/**
 * Kills workers at random moments while they hold a job of this kind, and starts others in their place, until it was done often
 * enough. A kill whose worker had just ended its job is not counted, and the next one comes sooner.
 * @param open whether work is left; when none is and none is added, it ends early.
 * @param refill adds work; called before each kill.
 * @returns how many were killed while they held a job: each of these jobs has had another attempt in the end.
 */
export async function killAtRandom(
  db: Database,
  settings: WorkerSettings,
  random: Random,
  { job, workers, kills, mostMs }: { job: string; workers: number; kills: number; mostMs: number },
  open: () => Promise<boolean>,
  refill?: () => Promise<void>,
): Promise<number> {
  const running = await Promise.all(Array.from({ length: workers }, () => startWorkerProcess(settings)));
  const holders = async () => {
    const sql = "SELECT worker FROM jobs WHERE status = 'running' AND name = ?";
    const held = await db.select<{ worker: string }>(sql, [job]);
    return running.filter(({ pid }) => held.some(({ worker }) => worker.includes(`:${pid ?? 0}:`)));
  };
  let killed = 0;
  let within = mostMs;
  try {
    while (killed < kills) {
      await refill?.();
      let holding = await holders();
      while (holding.length === 0 && (await open())) {
        await setTimeout(5);
        holding = await holders();
      }
      if (holding.length === 0) {
        if (refill) continue;
        break;
      }
      const victim = random.pick(holding);
      await setTimeout(random.next() * within);
      running.splice(running.indexOf(victim), 1);
      await kill(victim);
      if ((await endLeases(db, victim.pid, job)) > 0) killed += 1;
      else within /= 2;
      running.push(await startWorkerProcess(settings));
    }
    // The limit of the test ends what never comes.
    while (await open()) await setTimeout(50);
  } finally {
    for (const child of running) await kill(child);
  }
  return killed;
}
