/** What is done to three nodes while the traffic goes on. */
import { setTimeout } from 'node:timers/promises';
import type { GaleraNode } from '../../scripts/galera';
import type { Programs } from '../faults/programs';
import type { Fleet } from './fleet';

export interface Hit {
  readonly fleet: Fleet;
  readonly nodes: readonly GaleraNode[];
  readonly programs: Programs;
}

export interface Phase {
  readonly name: string;
  /** Share of the whole time. */
  readonly share: number;
  /** Does the harm and mends it. */
  readonly run: (hit: Hit) => Promise<void>;
}

const frozenMs = 30_000;
/** How long what was killed stays away. */
const awayMs = 15_000;

/** Ends a process without a word, and starts it again. */
async function killService({ fleet, programs }: Hit, at: number): Promise<void> {
  await fleet.end(at, 'SIGKILL');
  await setTimeout(awayMs);
  await fleet.startOne(at, programs);
  await fleet.allUp();
}

async function killDatabase({ fleet, nodes }: Hit, at: number): Promise<void> {
  await nodes[at]?.kill();
  await setTimeout(awayMs);
  await nodes[at]?.restart();
  await fleet.allUp();
}

export const phases: readonly Phase[] = [
  { name: 'quiet', share: 0.2, run: () => Promise.resolve() },
  { name: 'a database node killed (-9), back after 15 s', share: 0.15, run: (hit) => killDatabase(hit, 1) },
  { name: 'a service killed (-9), back after 15 s', share: 0.1, run: (hit) => killService(hit, 2) },
  {
    name: 'a database node and another node’s service killed',
    share: 0.17,
    async run({ fleet, nodes, programs }) {
      await Promise.all([nodes[2]?.kill(), fleet.end(0, 'SIGKILL')]);
      await setTimeout(awayMs);
      await nodes[2]?.restart();
      await fleet.startOne(0, programs);
      await fleet.allUp();
    },
  },
  {
    name: 'a database node stopped (SIGSTOP) for 30 s',
    share: 0.14,
    async run({ fleet, nodes }) {
      nodes[0]?.signal('SIGSTOP');
      await setTimeout(frozenMs);
      nodes[0]?.signal('SIGCONT');
      await fleet.allUp();
    },
  },
  {
    name: 'the three services restarted in turn (SIGTERM)',
    share: 0.14,
    async run({ fleet, programs }) {
      for (let at = 0; at < fleet.size; at += 1) {
        await fleet.end(at, 'SIGTERM');
        await fleet.startOne(at, programs);
        await fleet.allUp();
      }
    },
  },
  { name: 'quiet again', share: 0.1, run: () => Promise.resolve() },
];
