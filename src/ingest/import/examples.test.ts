/** The example exports: building them again gives the same bytes, and each is detected as its own format. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { detectFormat } from './detect';
import { formats } from './formats';
import { openExport } from './open';
import type { IntakeRecord } from './records';

const root = join(__dirname, '../../..');
const exportsFolder = join(root, 'examples', 'exports');
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
const files = filesOf(exportsFolder);
const exportFiles = files.filter((file) => !/^(?:watchlist\.csv|icp\.yaml)$/.test(basename(file)));

async function read(file: string) {
  const opened = await openExport(join(exportsFolder, file), {
    network: { namespace: 'li', hosts: ['linkedin.com'] },
    now: Date.parse('2026-11-20T00:00:00Z'),
  });
  const records: IntakeRecord[] = [];
  for await (const batch of opened.records) records.push(...batch);
  return { format: opened.format, records };
}

test.each([
  ['exports', 'examples.mjs'],
  ['discovery', 'examples.discovery.mjs'],
])('%s: rebuilt, they are the same', (name, script) => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  const checkedIn = join(root, 'examples', name);
  try {
    execFileSync(process.execPath, [join(root, 'scripts', script), folder]);
    expect(filesOf(checkedIn).length).toBeGreaterThan(5);
    expect(filesOf(folder)).toEqual(filesOf(checkedIn));
    for (const file of filesOf(checkedIn))
      expect(`${file} ${String(readFileSync(join(folder, file)).equals(readFileSync(join(checkedIn, file))))}`).toBe(
        `${file} true`,
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('they are under 2 MB', () => {
  expect(files.reduce((sum, file) => sum + statSync(join(exportsFolder, file)).size, 0)).toBeLessThan(2 * 1024 * 1024);
});

test.each(exportFiles)('%s is read as its own format', async (file) => {
  const { format, records } = await read(file);
  expect(basename(file).startsWith(`${format}-`)).toBe(true);
  const refused = records.filter((record) => record.kind === 'refused');
  // One file has a row that names no person, on purpose.
  expect(refused.map(({ reason }) => reason)).toEqual(
    file.includes('phantombuster-likers-2026-10-26') ? ['no profile link'] : [],
  );
  expect(records.length).toBeGreaterThanOrEqual(8);
});

test('every format is among them, or among the files of test/import/cases', () => {
  const elsewhere = /^(?:network-export-|official-api-comments$|apify-harvestapi-posts$|unipile-posts$)/;
  const seen = formats.filter(
    ({ name }) => elsewhere.test(name) || exportFiles.some((file) => basename(file).startsWith(name)),
  );
  expect(seen).toEqual(formats);
});

test('a watchlist is no export', async () => {
  await expect(read(join('brightmoor', 'watchlist.csv'))).rejects.toThrow('leadlight watchlist import');
});

test('nothing fits nothing', () => {
  expect(() => detectFormat({ columns: new Set(), items: [] })).toThrow('no rows');
});

test('the two workspaces share people and a post, and nobody carries invisible direction marks', async () => {
  const seen = async (workspace: string) => {
    const people = new Set<string>();
    const posts = new Set<string>();
    for (const file of exportFiles.filter((name) => name.startsWith(workspace))) {
      for (const record of (await read(file)).records) {
        if (record.kind !== 'engagement') continue;
        posts.add(record.post.urn);
        people.add(record.actor.memberId ?? record.actor.slug ?? '');
        expect(`${record.actor.name ?? ''}${record.actor.headline ?? ''}${record.commentText ?? ''}`).not.toMatch(
          /[\u202a-\u202e\u2066-\u2069]/,
        );
      }
    }
    return { people, posts };
  };
  const [first, second] = [await seen('brightmoor'), await seen('kelvarra')];
  const both = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((value) => b.has(value)).length;
  expect(both(first.people, second.people)).toBeGreaterThan(30);
  expect(both(first.posts, second.posts)).toBeGreaterThan(0);
});
