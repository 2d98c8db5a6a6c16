/** A service in a process of its own, with little memory, and what it holds. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createApiKey } from '../../../src/access/api-keys';
import { dataAccessFlags } from '../../../src/access/rights';
import { openTestDatabase } from '../../support/databases';
import { seedWorkspace } from '../../support/seed';

const held = z.object({ megabytes: z.number(), descriptors: z.number() });
export type Held = z.output<typeof held>;

export interface AttackedService {
  readonly port: number;
  /** Keys of two workspaces: who attacks, and who only wants to read. */
  readonly attackerKey: string;
  readonly neighbourKey: string;
  /** What the process holds after a garbage collection. */
  holds(): Promise<Held>;
  end(): Promise<void>;
}

export async function startAttackedService(): Promise<AttackedService> {
  const { db, database, close } = await openTestDatabase('sqlite');
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-attacked-'));
  const keyOf = async (name: string) => {
    const { organizationId } = await seedWorkspace(db, name, 50);
    return (await createApiKey(db, { organizationId, name, dataAccess: dataAccessFlags, expiresAt: null })).secret;
  };
  const [attackerKey, neighbourKey] = [await keyOf('attacker'), await keyOf('neighbour')];
  const child = fork(join(__dirname, 'attacked-process.cjs'), {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      RUN_WORKER: 'false',
      RATE_LIMIT_PER_MINUTE: '1000000',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    },
    execArgv: ['--expose-gc', '--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const said = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code, signal) => reject(new Error(`the service ended with ${code ?? signal}`)));
    });
  const { port } = z.object({ port: z.number() }).parse(await said());
  return {
    port,
    attackerKey,
    neighbourKey,
    async holds() {
      const answer = said();
      child.send('tell');
      return held.parse(await answer);
    },
    async end() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await gone;
      }
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
