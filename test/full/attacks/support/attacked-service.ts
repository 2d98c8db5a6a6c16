/** A service in a process of its own, with little memory, and what it holds. */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createApiKey } from '../../../../src/auth/api-keys';
import { dataAccessFlags } from '../../../../src/auth/rights';
import { Database } from '../../../../src/database/database';
import { migrateUp } from '../../../../src/store/facade/migrate';
import { sqliteLoader } from '../../../../bench/seed/load';
import { writeWorkspaceRows } from '../../../../bench/seed/world';
import { openTestDatabase } from '../../../support/databases';
import { seedWorkspace } from '../../../support/seed';

const held = z.object({ megabytes: z.number(), descriptors: z.number() });
export type Held = z.output<typeof held>;

const loopHeld = z.object({ longest: z.number(), p99: z.number() });
export type LoopHeld = z.output<typeof loopHeld>;

export interface AttackedService {
  readonly port: number;
  readonly pid: number;
  /** Keys of two workspaces: who attacks, and who only wants to read. */
  readonly attackerKey: string;
  readonly neighbourKey: string;
  /** What the process needs after a garbage collection. */
  resources(): Promise<Held>;
  /** For how long one turn held its event loop since it was asked last, in milliseconds; what other processes took is left out. */
  loopHeld(): Promise<LoopHeld>;
  end(): Promise<void>;
}

/** @param leads of the attacker's workspace; 50 when left out. More are made-up ones, which take a second for each 8,000. */
export async function startAttackedService(leads?: number): Promise<AttackedService> {
  const large = leads === undefined ? undefined : await largeDatabase(leads);
  const { db, database, close } = large ?? (await openTestDatabase('sqlite'));
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-attacked-'));
  const keyNamed = async (name: string, seeded?: string) => {
    const organizationId = seeded ?? (await seedWorkspace(db, name, 50)).organizationId;
    return (await createApiKey(db, { organizationId, name, dataAccess: dataAccessFlags, expiresAt: null })).secret;
  };
  const [attackerKey, neighbourKey] = [await keyNamed('attacker', large?.organizationId), await keyNamed('neighbour')];
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
      const ended = (code: number | null, signal: string | null) =>
        reject(new Error(`the service ended with ${code ?? signal}`));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  const { port } = z.object({ port: z.number() }).parse(await said());
  return {
    port,
    pid: child.pid ?? 0,
    attackerKey,
    neighbourKey,
    async resources() {
      const answer = said();
      child.send('tell');
      return held.parse(await answer);
    },
    async loopHeld() {
      const answer = said();
      child.send('held');
      return loopHeld.parse(await answer);
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

/** A database with a workspace of the benchmarks' made-up world. */
async function largeDatabase(leadCount: number) {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-large-'));
  const [file, schema] = [join(folder, 'large.db'), join(folder, 'schema.db')];
  const empty = await Database.open(`sqlite:${schema}`);
  await migrateUp(empty);
  await empty.close();
  const loader = sqliteLoader(file, schema);
  const organizationId = '00000000-0000-7000-8000-000000000001';
  const workspace = { id: organizationId, name: 'Large', leadCount };
  await writeWorkspaceRows(workspace, 0, loader.write, () => loader.breathe());
  await loader.finish();
  const url = `sqlite:${file}`;
  const db = await Database.open(url);
  const close = async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, database: { url }, close, organizationId };
}
