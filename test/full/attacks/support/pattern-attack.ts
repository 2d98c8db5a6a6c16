/** Tries patterns against long texts in a thread of its own, which is ended when one pattern holds it. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Pumped } from './pattern-texts';
import type { Pattern } from './patterns';

/** A pattern, the texts it is tried against, and how long each becomes, in UTF-16 units. */
export interface Attack {
  readonly pattern: Pattern;
  readonly texts: readonly Pumped[];
  readonly longest: number;
}

interface Result {
  readonly at: number;
  /** ms of processor time. */
  readonly cost: number;
  readonly length?: number;
  readonly text?: Pumped;
}

/** A thread without progress for so many ms of processor time is ended: one that waits for its turn goes on. */
const usualHeldMs = 20_000;
const watchMs = 100;

/** Processor time of this process and its threads, in ms. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Tries everything.
 * @param limit what one text may cost, in ms of processor time of a machine that scans a million letters in 20 ms.
 * @param heldMs a text that takes more processor time is given up.
 * @returns a line for each pattern that is too slow: place, pattern, text and cost; and how many texts were tried.
 */
export async function runAttacks(
  attacks: readonly Attack[],
  limit: number,
  heldMs = usualHeldMs,
): Promise<{ slow: string[]; tried: number }> {
  const slow: string[] = [];
  let tried = 0;
  for (let from = 0; from < attacks.length;) {
    const progress = new Int32Array(new SharedArrayBuffer(12));
    const worker = new Worker(join(__dirname, 'pattern-attacker.cjs'), {
      workerData: { attacks, from, limit, progress: progress.buffer },
    });
    worker.on('message', ({ at, cost, length, text }: Result) => {
      if (cost > limit)
        slow.push(`${nameOf(attacks[at])}: ${cost.toFixed(0)} ms for ${String(length)} of ${JSON.stringify(text)}`);
    });
    let last = -1;
    let silent = 0;
    let before = usedMs();
    const watch = setInterval(() => {
      const [now, used] = [progress[2] ?? 0, usedMs()];
      silent = now === last ? silent + used - before : 0;
      [last, before] = [now, used];
      if (silent > heldMs) void worker.terminate();
    }, watchMs);
    const [code] = await once(worker, 'exit');
    clearInterval(watch);
    tried += progress[2] ?? 0;
    if (code === 0) break;
    const held = progress[0] ?? 0;
    slow.push(`${nameOf(attacks[held])}: does not end for ${JSON.stringify(attacks[held]?.texts[progress[1] ?? 0])}`);
    from = held + 1;
  }
  return { slow, tried };
}

const nameOf = (attack: Attack | undefined): string =>
  attack === undefined ? '' : `${attack.pattern.at} /${attack.pattern.source}/${attack.pattern.flags}`;
