/** A backup that is told to end leaves neither a file nor a draft with people's data behind. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/database/database';
import { migrateUp } from '../../../src/store/facade/migrate';

const program = join(__dirname, '..', '..', 'support', 'cli-process.cjs');
/** So many that a backup takes long enough to be stopped in the middle. */
const rows = 300_000;

let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-interrupted-'));
  dataDir = mkdtempSync(join(tmpdir(), 'leadlight-interrupted-data-'));
  const db = await Database.open(`sqlite:${join(dataDir, 'leadlight.db')}`);
  await migrateUp(db);
  await db.run(
    `INSERT INTO organizations (id, name, revision, created_at)
     WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
     SELECT 'organization-' || n, 'Acme ' || n, 1, n FROM numbers`,
  );
  await db.close();
});

afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

const start = (file: string) =>
  spawn(process.execPath, [program, 'backup', file], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    stdio: 'ignore',
  });

/** When a file of this name is made. */
const written = (wanted: string) =>
  new Promise<void>((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== wanted) return;
      watcher.close();
      resolve();
    });
  });

const ended = (child: ReturnType<typeof start>) =>
  new Promise<number | string | null>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

it('a backup that nobody stops is there under its name alone', async () => {
  expect(await ended(start(join(folder, 'whole.backup')))).toBe(0);
  expect(readdirSync(folder)).toEqual(['whole.backup']);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s in the middle ends it and leaves nothing', async (signal) => {
  const named = () => readdirSync(folder).filter((name) => name.startsWith(signal));
  // Where this process waits for its turn, the backup may be whole before it is told to end: then another one is.
  for (let tries = 0, stopped = false; !stopped; tries += 1) {
    const file = join(folder, `${signal}.backup`);
    const draft = written(`${signal}.backup.unfinished`);
    const child = start(file);
    const ending = ended(child);
    await draft;
    child.kill(signal);
    const end = await ending;
    const left = named();
    stopped = left.length === 0;
    if (stopped) expect(end).toBe(signal);
    else expect([left, tries < 20]).toEqual([[`${signal}.backup`], true]);
    rmSync(file, { force: true });
  }
});
