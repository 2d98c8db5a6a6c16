/** Sends one flood for some time, from a process of its own. */
import { Agent } from 'node:http';
import { send, workMeasured } from '../harness';
import { floods, type Attacked } from './floods';

export interface GeneratorSetup {
  readonly port: number;
  readonly flood: string;
  readonly milliseconds: number;
  readonly attacked: Attacked;
}

export interface Generated {
  /** Answers by status; 0 for connections that ended. */
  readonly statuses: Readonly<Record<number, number>>;
}

workMeasured(async ({ port, flood: name, milliseconds, attacked }: GeneratorSetup): Promise<Generated> => {
  const flood = floods.find((one) => one.name === name);
  if (!flood) throw new Error(`there is no flood ${name}`);
  const agent = new Agent({ keepAlive: true, maxSockets: flood.connections });
  const until = performance.now() + milliseconds;
  const statuses: Record<number, number> = {};
  let n = 0;
  const attack = async () => {
    while (performance.now() < until) {
      const { status } = await send(port, flood.ask((n += 1), attacked), agent).catch(() => ({ status: 0 }));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: flood.connections }, attack));
  agent.destroy();
  return { statuses };
});
