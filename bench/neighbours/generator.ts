/** Does one kind of work for some time, from a process of its own. */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { send, workMeasured } from '../harness';
import { uploadOf, works, type Busy } from './work';

export interface GeneratorSetup {
  readonly port: number;
  readonly work: string;
  readonly milliseconds: number;
  readonly busy: Busy;
  /** Of the export that is previewed and imported. */
  readonly file: string;
}

export interface Generated {
  /** Answers by status; 0 for connections that ended. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** What a caller waits that was refused, as its answer asks. */
const refusedMs = 1_000;

const uploaded = z.object({ uploadId: z.string() });

workMeasured(async ({ port, work: name, milliseconds, busy, file }: GeneratorSetup): Promise<Generated> => {
  const work = works.find((one) => one.name === name);
  if (!work) throw new Error(`there is no work ${name}`);
  const agent = new Agent({ keepAlive: true, maxSockets: work.atOnce });
  const until = performance.now() + milliseconds;
  const text = readFileSync(file, 'utf8');
  const statuses: Record<number, number> = {};
  const go = async () => {
    const { body } = await send(port, uploadOf(busy, text), agent);
    const { uploadId } = uploaded.parse(JSON.parse(body.toString()));
    while (performance.now() < until) {
      for (const ask of work.asks(busy, uploadId)) {
        const { status } = await send(port, ask, agent).catch(() => ({ status: 0 }));
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status !== 200) await setTimeout(refusedMs);
      }
    }
  };
  await Promise.all(Array.from({ length: work.atOnce }, go));
  agent.destroy();
  return { statuses };
});
