/** A service whose SQLite files can be written no more: `/readyz` and the log say so, and take it back when they can again. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eventually } from '../../jobs/support/runners';
import { send, type RawAnswer } from '../../support/service';
import { isRoot, program, runner } from '../../support/unprivileged';

let above: string;
let folder: string;
let file: string;
let child: ChildProcess;
let service: { readonly port: number };
let lines = '';

beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'leadlight-not-written-'));
  folder = join(above, 'data');
  file = join(folder, 'leadlight.db');
  mkdirSync(folder);
  chmodSync(above, 0o755);
  if (isRoot) chownSync(folder, runner, runner);
  await ended(start('migrate'));
  child = start('serve');
  child.stdout?.on('data', (part: Buffer) => (lines += part.toString()));
  service = { port: Number(await said(/"url":"http:\/\/127\.0\.0\.1:(\d+)"/)) };
});
beforeEach(() => {
  lines = '';
});
afterEach(async () => {
  chmodSync(folder, 0o755);
  for (const path of [file, `${file}-wal`, `${file}-shm`]) chmodSync(path, 0o644);
  await readyz(200);
});
afterAll(async () => {
  const end = ended(child);
  child.kill('SIGKILL');
  await end;
  chmodSync(folder, 0o755);
  rmSync(above, { recursive: true });
});

function start(...args: string[]): ChildProcess {
  const env = { PATH: process.env['PATH'], RUN_AS: String(runner), DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' };
  // Without a worker nothing is written unasked.
  const quiet = { RUN_WORKER: 'false', OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com' };
  return spawn(process.execPath, [program, ...args], {
    env: { ...env, ...quiet },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const ended = (process: ChildProcess) => new Promise<void>((resolve) => process.once('exit', () => resolve()));

/** Waits until the log says it. @returns what its first group matched. */
const said = (pattern: RegExp): Promise<string> =>
  eventually(() => {
    const found = pattern.exec(lines);
    return found ? (found[1] ?? '') : undefined;
  });

/** Asks until the status is that one: an answer is believed for a second. */
const readyz = (status: number): Promise<RawAnswer> =>
  eventually(async () => {
    const answer = await send(service, '/readyz');
    return answer.status === status ? answer : undefined;
  });

/** A write: a client registers. */
const write = async () =>
  (
    await send(service, '/api/v1/mcp/oauth/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://app.example.com/callback'], client_name: 'Assistant' }),
    })
  ).status;

test('positive control: ready, and nothing is said, also after writing', async () => {
  expect(await write()).toBe(201);
  expect((await readyz(200)).text).toContain('ready');
  expect(lines).not.toContain('written');
});

test.each<readonly [string, () => string, number]>([
  ['the database', () => file, 0o444],
  ['the log of the database', () => `${file}-wal`, 0o444],
  ['the index of the log', () => `${file}-shm`, 0o444],
  ['the folder', () => folder, 0o555],
  ['the folder, which may not even be entered', () => folder, 0o000],
])('%s becomes read-only, and can be written again', async (_name, pathOf, mode) => {
  expect(await write()).toBe(201);
  await readyz(200);
  const path = pathOf();
  chmodSync(path, mode);
  const { text: body, headers } = await readyz(503);
  expect(JSON.parse(body)).toMatchObject({
    error: { code: 'service_unavailable', message: expect.stringContaining('became read-only') },
  });
  await said(
    new RegExp(`the database cannot be written: .*${path} cannot be (written|entered): it belongs to .*chmod u\\+`),
  );
  // Strangers ask too.
  expect(body).not.toContain(above);
  expect(headers['retry-after']).toBeDefined();
  chmodSync(path, path === folder ? 0o755 : 0o644);
  await readyz(200);
  expect(await write()).toBe(201);
  await said(/the database can be written again/);
  expect(lines.match(/the database cannot be written|can be written again/g)).toHaveLength(2);
});

test('doctor, run as the same user beside the service, finds what is read-only', async () => {
  const found = async () => {
    const process = start('doctor', '--json');
    const [words] = await Promise.all([text(process.stdout ?? Readable.from([])), ended(process)]);
    return words;
  };
  expect(await found()).not.toContain('cannot be written');
  chmodSync(folder, 0o555);
  expect(await found()).toContain(`${folder} cannot be written: `);
});

/** The size that files of the running service may have. Only Linux changes it for another process, of the same user. */
const limit = (bytes: string) =>
  execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`], {
    ...(isRoot ? { uid: runner, gid: runner } : {}),
  });

test.each(process.platform === 'linux' ? ['writes that fail'] : [])('%s, until they do not', async () => {
  expect(await write()).toBe(201);
  await readyz(200);
  limit('1');
  expect(await write()).toBe(503);
  const { text: body } = await readyz(503);
  expect(body).toMatch(/The database cannot be written|The disk of the database is full/);
  expect(body).not.toContain(above);
  await said(/the database cannot be written: (.+)/);
  expect(await write()).toBe(503);
  limit('unlimited');
  await readyz(200);
  expect(await write()).toBe(201);
});
