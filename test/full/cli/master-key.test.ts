/** `MASTER_KEY`: what it encrypts, how it is changed and ended, and what a wrong or lost one does. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '../../../config/settings';
import { startService } from '../../../src/service/start';
import { Database } from '../../../src/database/database';
import { exitCodes } from '../../../src/interfaces/cli/exit-codes';
import { silentLog } from '../../support/service';
import { operator, type Operator } from '../../cli/recorded-terminal';

const [first, second, wrong] = ['1', '2', '3'].map((digit) => `a master key for tests, number ${digit}, of forty`);

let op: Operator;
beforeAll(() => {
  op = operator();
});
afterAll(() => op.dispose());

/** Runs a command with these keys. */
function run(line: string, key?: string, previous?: string) {
  delete op.env['MASTER_KEY'];
  delete op.env['MASTER_KEY_PREVIOUS'];
  if (key !== undefined) op.env['MASTER_KEY'] = key;
  if (previous !== undefined) op.env['MASTER_KEY_PREVIOUS'] = previous;
  return op.run(line);
}

/** How each secret lies in the database: the beginning that names its master key, or `other`. */
async function stored(): Promise<readonly string[]> {
  const db = await Database.open(`sqlite:${op.dataDir}/leadlight.db`);
  const rows = await db.select<{ text: string }>(
    'SELECT secret AS text FROM webhooks UNION ALL SELECT material FROM oauth_keys',
  );
  await db.close();
  return rows.map(({ text }) => /^mk1\.[\w-]{16}\./.exec(text)?.[0] ?? 'other');
}

/** What lies in the files of the database and must not be there as plain text. */
async function plainSecrets(): Promise<readonly string[]> {
  const db = await Database.open(`sqlite:${op.dataDir}/leadlight.db`);
  const rows = await db.select<{ text: string }>(
    "SELECT value AS text FROM service_state WHERE name LIKE '%!_key' ESCAPE '!' AND name NOT IN ('suppression_key', 'master_key') UNION ALL SELECT material FROM oauth_keys",
  );
  await db.close();
  return rows.map(({ text }) => text.split('\n')[1] ?? text).filter((text) => !text.startsWith('mk1.'));
}

const bytesOf = (file: string): string => readFileSync(file, 'latin1');

/** The key set that a service publishes, started with these keys on this data. */
async function keySet(at: Operator, key?: string, previous?: string): Promise<unknown> {
  const { MASTER_KEY: _, MASTER_KEY_PREVIOUS: __, ...env } = at.env;
  const settings = loadSettings({
    ...env,
    PORT: '0',
    HOST: '127.0.0.1',
    ...(key === undefined ? {} : { MASTER_KEY: key }),
    ...(previous === undefined ? {} : { MASTER_KEY_PREVIOUS: previous }),
  });
  const service = await startService(settings, { log: silentLog });
  try {
    const { origin } = new URL(service.url);
    const metadata = (await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()) as {
      jwks_uri: string;
    };
    return await (await fetch(new URL(new URL(metadata.jwks_uri).pathname, origin))).json();
  } finally {
    await service.stop();
  }
}

const doctor = async (key?: string, previous?: string) => {
  const answer = await run('doctor --json', key, previous);
  return /"check":\s*"master key"[^}]*/.exec(answer.out)?.[0] ?? '';
};

it('encrypts what is stored from then on, and the rest on request', async () => {
  for (const line of [
    'migrate',
    'workspace create Acme',
    'webhook add https://hooks.invalid.example/1 --types discovery.finished',
  ]) {
    expect(await run(line)).toMatchObject({ status: 0 });
  }
  expect((await run('signing-key rotate')).status).toBe(0);
  expect(await stored()).toEqual(['other', 'other']);
  expect(await doctor()).toBe('');
  expect(await doctor(first)).toMatch(/[2-9] secrets not under MASTER_KEY yet/);
  const signing = await keySet(op);
  const plain = await plainSecrets();
  const database = join(op.dataDir, 'leadlight.db');
  expect(plain.length).toBeGreaterThanOrEqual(4);
  expect(plain.filter((text) => bytesOf(database).includes(text))).toEqual(plain);
  expect((await run('webhook add https://hooks.invalid.example/2 --types discovery.finished', first)).status).toBe(0);
  expect(new Set(await stored()).size).toBe(2);
  expect((await run('secrets reseal --json', first)).json()).toMatchObject({
    changed: plain.length + 1,
    unreadable: 0,
  });
  for (const file of [database, `${database}-wal`].filter(existsSync)) {
    expect(plain.filter((text) => bytesOf(file).includes(text))).toEqual([]);
  }
  expect(await keySet(op, first)).toEqual(signing);
  const all = new Set(await stored());
  expect([all.size, all.has('other')]).toEqual([1, false]);
  expect(await doctor(first)).toMatch(/"ok"/);
  // Nothing is left to do.
  expect((await run('secrets reseal --json', first)).json()).toMatchObject({ changed: 0 });
});

it.each([
  ['none', undefined, /MASTER_KEY is not set/],
  ['another', wrong, /MASTER_KEY is not the one/],
])('with %s nothing starts, and doctor says why', async (_name, key, why) => {
  const refused = await run('webhook list', key);
  expect(refused).toMatchObject({ status: exitCodes.unavailable.status, err: expect.stringMatching(why) });
  expect(refused.err).not.toContain(String(wrong));
  await expect(keySet(op, key)).rejects.toThrow(why);
  expect(await doctor(key)).toMatch(why);
});

it('is changed while the former key still reads', async () => {
  const before = new Set(await stored());
  const signing = await keySet(op, first);
  // Machines that encrypt under the old and under the new key, side by side.
  expect(await keySet(op, first, second)).toEqual(signing);
  expect(await keySet(op, second, first)).toEqual(signing);
  expect(await doctor(second, first)).toMatch(/[3-9] secrets not under MASTER_KEY yet/);
  expect((await run('secrets reseal --json', second, first)).json()).toMatchObject({ unreadable: 0 });
  const after = new Set(await stored());
  expect([after.size, [...after].some((text) => before.has(text))]).toEqual([1, false]);
  expect(await keySet(op, second)).toEqual(signing);
  expect((await run('webhook list', first)).err).toMatch(/MASTER_KEY is not the one/);
});

it('a backup names it, and does not start without it', async () => {
  const file = join(op.dataDir, 'one.backup');
  expect((await run(`backup ${file} --json`, second)).out).toContain('MASTER_KEY');
  const there = operator();
  const restored = await there.run(`restore ${file}`);
  expect(restored).toMatchObject({ status: 0, out: expect.stringMatching(/MASTER_KEY/) });
  expect((await there.run('webhook list')).err).toMatch(/MASTER_KEY is not set/);
  expect(await keySet(there, second)).toEqual(await keySet(op, second));
  there.env['MASTER_KEY'] = String(second);
  expect((await there.run('doctor --json')).out).toMatch(/"master key"[^}]*"ok"/);
  there.dispose();
});

it('is ended by naming it as the former one', async () => {
  expect((await run('secrets reseal --json', undefined, second)).json()).toMatchObject({ unreadable: 0 });
  expect(new Set(await stored())).toEqual(new Set(['other']));
  expect((await run('webhook list')).status).toBe(0);
});

it('is given up when it is lost', async () => {
  expect((await run('secrets reseal', first)).status).toBe(0);
  expect((await run('secrets give-up --yes-lose-secrets', first)).status).toBe(exitCodes.conflict.status);
  expect((await run('secrets give-up', second)).status).toBe(exitCodes.usage.status);
  expect((await run('secrets give-up --yes-lose-secrets', second)).status).toBe(0);
  expect(await doctor(second)).toMatch(/[2-9] secrets not under MASTER_KEY yet/);
  const left = await run('secrets reseal --json', second);
  expect([left.status, left.json()]).toEqual([exitCodes.findings.status, { changed: 0, unreadable: 2 }]);
});
