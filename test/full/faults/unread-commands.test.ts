/**
 * Long commands whose answer nobody can read, as processes: the work is done, the exit status says what became of the answer, and a
 * signal ends them whatever they wait for.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBackup } from '../../../src/backup/restore';
import { Database } from '../../../src/database/database';
import { ExportFolder, postIdAt } from '../../agent/support/folder';
import { operator, type Operator } from '../../cli/recorded-terminal';
import { atLength } from '../../support/at-length';
import { ended, Outputs } from './support/outputs';

const now = Date.now();
const hour = 3_600_000;
const rows = atLength(600, 2_000);
const post = 'https://www.linkedin.com/feed/update/urn:li:activity:7400000000000000000';

let template: Operator;
let exports: ExportFolder;
let folder: string;
let outputs: Outputs;

beforeAll(async () => {
  exports = new ExportFolder();
  template = operator({ DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: exports.path });
  await template.run('migrate');
  await template.run('workspace create Acme');
  await template.run('icp set examples/icp.yaml');
  await template.run('watchlist add https://www.linkedin.com/in/ada --type INFLUENCER');
  const id = postIdAt(now - 20 * hour);
  exports.posts('ada.csv', { name: 'Ada', url: 'https://www.linkedin.com/in/ada' }, [
    { id, text: 'A', at: now - 20 * hour },
  ]);
  const fans = [0, 1, 2].map((at) => ({
    name: `Fan ${at}`,
    slug: `fan-${at}`,
    headline: 'VP Sales at Bluefern',
    at: now - hour,
  }));
  exports.engagements(`${id}/all.csv`, id, fans);
  const likes = (people: number) =>
    Array.from(
      { length: people },
      (_, n) => `like,${post},https://www.linkedin.com/in/p-${n}/,Person ${n},Head of Sales at C ${n % 50}`,
    );
  exports.write('likes.csv', ['kind,postUrl,profileUrl,name,headline', ...likes(rows)].join('\n'));
  exports.write('some.csv', ['kind,postUrl,profileUrl,name,headline', ...likes(300)].join('\n'));
  const imported = await template.run(`import ${join(exports.path, 'some.csv')}`);
  expect(imported.status).toBe(0);
  expect((await template.run(`backup ${join(exports.path, 'there.backup')}`)).status).toBe(0);
});
afterAll(() => {
  template.dispose();
  exports.remove();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-unread-'));
  cpSync(template.dataDir, join(folder, 'data'), { recursive: true });
  outputs = new Outputs(folder);
});
afterEach(async () => {
  await outputs.close();
  rmSync(folder, { recursive: true, force: true });
});

/** One number of the database. */
async function countOf(sql: string, data = 'data'): Promise<number> {
  const db = await Database.open(`sqlite:${join(folder, data, 'leadlight.db')}`);
  const [row] = await db.select<{ total: number }>(sql, []);
  await db.close();
  return row?.total ?? 0;
}
const engagements = (data = 'data') => countOf('SELECT COUNT(*) AS total FROM engagements', data);

function start(args: readonly string[], stdout: number, stderr: number, data = 'data') {
  return outputs.start(args, stdout, stderr, {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(folder, data),
    DISCOVERY_SOURCE: 'files',
    DISCOVERY_FILES_DIR: exports.path,
  });
}

interface Command {
  readonly args: () => readonly string[];
  readonly data?: string;
  /** Whether its work was done. */
  readonly done: () => Promise<boolean>;
}
const commands: Readonly<Record<string, Command>> = {
  'watchlist sync': { args: () => ['watchlist', 'sync'], done: async () => (await engagements()) === 303 },
  import: { args: () => ['import', join(exports.path, 'likes.csv')], done: async () => (await engagements()) === rows },
  erase: {
    args: () => ['privacy', 'erase', 'https://www.linkedin.com/in/p-7', '--purge'],
    done: async () => (await engagements()) === 299,
  },
  backup: {
    args: () => ['backup', join(folder, 'new.backup')],
    done: async () => ((await checkBackup(join(folder, 'new.backup'))).rows['engagements'] ?? 0) === 300,
  },
  restore: {
    args: () => ['restore', join(exports.path, 'there.backup')],
    data: 'other',
    done: async () => (await engagements('other')) === 300,
  },
};

type Place = (outputs: Outputs) => number;
const places: readonly (readonly [name: string, stdout: Place, stderr: Place, status: number])[] = [
  ['positive control: files', (at) => at.file('out'), (at) => at.file('err'), 0],
  ['a full disk', (at) => at.full(), (at) => at.full(), 1],
  ['pipes that were full before', (at) => at.stalled(), (at) => at.stalled(), 1],
  ['pipes that nobody reads', (at) => at.unread(), (at) => at.unread(), 0],
  ['pipes whose readers are gone', (at) => at.closedPipe(), (at) => at.closedPipe(), 0],
  ['a full disk for messages', (at) => at.file('out'), (at) => at.full(), 0],
];

/** All commands write by one way: one of them is tried in every place here, the others in the worst; in the proofs each in each. */
const tried = (name: string) => places.filter((_place, at) => atLength(name === 'import' || at === 2, true));

describe.each(Object.entries(commands))('%s', (name, { args, data, done }) => {
  test.each(tried(name))('%s', async (_place, stdout, stderr, status) => {
    expect(await ended(start(args(), stdout(outputs), stderr(outputs), data))).toBe(status);
    expect(await done()).toBe(true);
  });
});

describe('SIGTERM', () => {
  test('ends an import under way with outputs that take nothing', async () => {
    const lines = Array.from(
      { length: 60_000 },
      (_, n) => `like,${post},https://www.linkedin.com/in/q-${n}/,Q ${n},Head at C ${n % 50}`,
    );
    writeFileSync(join(folder, 'large.csv'), ['kind,postUrl,profileUrl,name,headline', ...lines].join('\n'));
    const child = start(['import', join(folder, 'large.csv')], outputs.stalled(), outputs.stalled());
    const db = await Database.open(`sqlite:${join(folder, 'data', 'leadlight.db')}`);
    const stored = async () => (await db.select('SELECT 1 AS found FROM engagements LIMIT 301')).length;
    while ((await stored()) === 300) await new Promise((resolve) => setTimeout(resolve, 50));
    await db.close();
    child.kill('SIGTERM');
    expect(await ended(child)).toBe('SIGTERM');
  });

  test.each([
    ['a short answer', ['audit', '--limit', '1']],
    ['a long one', ['lead', 'list', '--limit', '300', '--json']],
  ])('ends a command that waits until somebody reads %s', async (_name, args) => {
    const err = join(folder, 'err');
    const child = start(args, outputs.stalled(), outputs.file('err'));
    const over = ended(child);
    // It reads the database, and prints: then it only waits.
    while (child.exitCode === null && !waits(child.pid ?? 0)) await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGTERM');
    expect(await over).toBe('SIGTERM');
    expect(readFileSync(err, 'utf8')).toBe('');
  });
});

/** Whether a process has used no time of a processor for a while. */
const used = new Map<number, { readonly ticks: string; times: number }>();
function waits(pid: number): boolean {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).join(' ');
  const before = used.get(pid);
  const times = before?.ticks === ticks ? before.times + 1 : 0;
  used.set(pid, { ticks, times });
  return times > 10;
}
