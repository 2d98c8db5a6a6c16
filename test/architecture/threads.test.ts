/**
 * What the thread that reads uploads loads. It is ended in the middle of its work when a client leaves or an import is cancelled; the
 * driver of SQLite, loaded just then, ended the whole process with it (an exception of its native code that nobody can catch).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const importing = /^(?:import|export) (?!type\b)(?:\{([^}]*)\}|[^'{]*?)(?: from )?'(\.[^']+)';$/gm;
const isTypes = (names: string) => names.split(',').every((name) => /^\s*(?:type\s|$)/.test(name));

/** The files that a file loads, however far away; imports of types alone load nothing. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, names, from = ''] of readFileSync(join(root, file), 'utf8').matchAll(importing)) {
    if (names !== undefined && isTypes(names)) continue;
    const path = join(root, dirname(file), from);
    const found = [`${path}.ts`, join(path, 'index.ts')].find(existsSync);
    if (found) loadedBy(relative(root, found), seen);
  }
  return seen;
}

const driver = 'src/database/sqlite-driver.ts';

test('control: the jobs of imports load the database', () => {
  expect([...loadedBy('src/ingest/uploads/kind.ts'), ...loadedBy('src/service/start.ts')]).toContain(driver);
});

test('the thread that reads uploads loads much, and no database', () => {
  const loaded = [...loadedBy('src/ingest/uploads/reading-thread.ts')];
  expect(loaded).toEqual(expect.arrayContaining(['src/ingest/import/open.ts', 'src/scoring/read-again.ts']));
  expect(loaded.filter((file) => /^src\/(database|store|service)\//.test(file))).toEqual(['src/database/new-id.ts']);
});
