/** A database, or its folder, that this user may not write: every command says which file, whose it is, and what to do. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDatabaseUnavailable } from '../../../src/database/unavailable';
import { whyNotWritable } from '../../../src/shared/file-rights';
import { isRoot, program, runner } from '../../support/unprivileged';

/** A folder with a new database, copied with its rights for each test. */
let template: string;
let above: string;
let folder: string;
let file: string;

beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'leadlight-read-only-'));
  chmodSync(template, 0o755);
  folder = join(template, 'data');
  mkdirSync(folder);
  if (isRoot) chownSync(folder, runner, runner);
  expect(await run('migrate')).toEqual({ status: 0, said: '' });
});
afterAll(() => rmSync(template, { recursive: true }));
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'leadlight-read-only-'));
  chmodSync(above, 0o755);
  folder = join(above, 'data');
  file = join(folder, 'leadlight.db');
  execFileSync('cp', ['-a', join(template, 'data'), folder]);
});
afterEach(() => {
  chmodSync(folder, 0o755);
  rmSync(above, { recursive: true });
});

async function run(...args: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'],
      RUN_AS: String(runner),
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [said, status] = await Promise.all([text(child.stderr), ended]);
  return { status, said };
}

test('positive control: with all rights a workspace is created', async () => {
  expect(await run('workspace', 'create', 'Second')).toEqual({ status: 0, said: '' });
});

const commands = [['workspace', 'create', 'Second'], ['serve']] as const;

describe.each(commands.map((args) => [args.join(' '), args] as const))('%s', (_name, args) => {
  test('a database that may only be read', async () => {
    chmodSync(file, 0o444);
    const { status, said } = await run(...args);
    expect([status, said]).toEqual([7, expect.stringContaining(`${file} cannot be written: it belongs to `)]);
    expect(said).toContain(`with mode 0444, and this process runs as `);
    expect(said).toContain(`Allow it: chmod u+w ${file}`);
  });

  test('a folder in which no log can be made', async () => {
    chmodSync(folder, 0o555);
    const { status, said } = await run(...args);
    expect([status, said]).toEqual([7, expect.stringContaining(`the folder ${folder} cannot be written: `)]);
    expect(said).toContain(`Allow it: chmod u+w ${folder}`);
  });

  test('a folder that may not be entered is not called empty', async () => {
    chmodSync(folder, 0o600);
    const { said } = await run(...args);
    expect(said).toContain(`the folder ${folder} cannot be entered: `);
    expect(said).not.toContain('There is no database');
  });
});

test('a database of another user: whose it is, and how to give it', async () => {
  if (isRoot) {
    chownSync(file, 0, 0);
    chmodSync(file, 0o644);
  }
  const foreign = isRoot ? file : '/etc/passwd';
  const said = isRoot ? (await run('workspace', 'create', 'Second')).said : whyNotWritable(foreign);
  expect(said).toContain(
    `${foreign} cannot be written: it belongs to root (uid 0) with mode 0644, and this process runs as `,
  );
  expect(said).toContain(`or give it to this user: chown ${runner} ${foreign}`);
});

test('a copy with all rights has nothing against being written', () => {
  const copy = join(above, 'copy.db');
  cpSync(file, copy);
  expect([whyNotWritable(copy), whyNotWritable(join(above, 'new', 'other.db'))]).toEqual([undefined, undefined]);
});

test.each(['SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_IOERR_WRITE', 'SQLITE_FULL'])(
  '%s is the database that cannot now, not a bug',
  (code) => expect(isDatabaseUnavailable(Object.assign(new Error('refused'), { code }))).toBe(true),
);
