/** Worker processes that are killed and replaced. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { atLength } from '../../support/at-length';
import type { Random } from '../../store/support/random';

export interface WorkerSettings {
  readonly url: string;
  readonly concurrency: number;
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Delivers to webhooks at these hosts too. */
  readonly webhookHosts?: readonly string[];
}

/** How often processes are killed: some times, a hundred times in the proofs. */
export const killsWanted = (usual: number) => atLength(usual, 100);

/** Starts a worker; resolves when it works. */
function startWorkerProcess(settings: WorkerSettings): Promise<ChildProcess> {
  const child = fork(join(__dirname, 'worker-process.cjs'), {
    env: {
      PATH: process.env['PATH'],
      LEADLIGHT_TEST_WORKER: JSON.stringify(settings),
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
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/**
 * Kills workers at random moments and starts others in their place, until it was done often enough.
 * @param open whether work is left; when none is, it ends early.
 * @param refill called before each kill.
 * @returns how many were killed.
 */
export async function killAtRandom(
  settings: WorkerSettings,
  random: Random,
  { workers, kills, mostMs }: { workers: number; kills: number; mostMs: number },
  open: () => Promise<boolean>,
  refill: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const running = await Promise.all(Array.from({ length: workers }, () => startWorkerProcess(settings)));
  let killed = 0;
  try {
    while (killed < kills) {
      await refill();
      if (!(await open())) break;
      await setTimeout(random.next() * mostMs);
      const [victim] = running.splice(random.below(running.length), 1);
      if (victim) await kill(victim);
      killed += 1;
      running.push(await startWorkerProcess(settings));
    }
    // The limit of the test ends what never comes.
    while (await open()) await setTimeout(50);
  } finally {
    for (const child of running) await kill(child);
  }
  return killed;
}
