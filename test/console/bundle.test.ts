/** How much there is to load of the console, as a browser gets it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { de } from '../../packages/console/src/messages/de';
import { en } from '../../packages/console/src/messages/en';

const root = join(__dirname, '../..');
const begun = Date.now();
// What `npm run build` runs. --force, because a build before this one may have made the same.
execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--force'], { stdio: 'ignore' });
const assets = join(root, 'packages', 'console', 'dist', 'assets');
const files = readdirSync(assets).filter((name) => !name.endsWith('.map'));
const sizeOf = (name: string) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length;

test('the build of the service makes the console too', () => {
  const { mtimeMs } = statSync(join(assets, '..', 'index.html'));
  expect(mtimeMs).toBeGreaterThanOrEqual(begun - 1000);
});

test('all scripts, styles and texts together are under 130 KB', () => {
  const sizes = Object.fromEntries(files.map((name) => [name, sizeOf(name)]));
  // Positive control: the largest file is among them.
  expect(Math.max(...Object.values(sizes))).toBeGreaterThan(20_000);
  expect(Object.values(sizes).reduce((sum, size) => sum + size, 0)).toBeLessThan(130_000);
  // A file that is taken for CommonJS is wrapped in a function, and so is all that it imports: 5 KB more.
  expect(files.filter((name) => readFileSync(join(assets, name), 'utf8').includes('"use strict"'))).toEqual([]);
});

test('German texts are loaded by who reads German, in the order of the English ones', () => {
  const loaded = files.filter((name) => readFileSync(join(assets, name), 'utf8').includes('Mitglieder'));
  expect(loaded).toEqual([expect.stringMatching(/^de-\w+\.js$/)]);
  const code = readFileSync(join(assets, loaded[0] ?? ''), 'utf8');
  // The array of texts, as the build writes it.
  const texts: unknown = runInNewContext(/=(\[.+\]),\w+=/s.exec(code)?.[1] ?? '[]');
  const all: Readonly<Record<string, unknown>> = de;
  expect(texts).toEqual(Object.keys(en).map((key) => all[key]));
});
