/** Every file that a page or a comment names exists: a path from the root, from its own folder, or the end of one. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';

const root = join(__dirname, '..', '..');
// Of the console not what is built beside it, which other tests do meanwhile.
const places = [
  ...['config', 'docs', 'scripts', 'src', 'test', 'tools', 'bench', 'examples'],
  ...['packages/reader', 'packages/console/src'],
];

const listed = [
  ...['.', 'packages/console'].flatMap((place) =>
    readdirSync(join(root, place), { withFileTypes: true }).filter((entry) => entry.isFile()),
  ),
  ...places.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  ),
]
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !path.includes('node_modules/'));

const files = new Set(listed);
const folders = new Set<string>();
for (const path of listed) for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
const byName = new Map<string, string[]>();
for (const path of listed) byName.set(basename(path), [...(byName.get(basename(path)) ?? []), path]);

/** A folder of the repository or below it, or a source file or page by its name. */
const named =
  /(?<![\w./:@-])((?:src|tools|docs|config|test|bench|scripts|packages)\/[\w./-]*\w|(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|md))(?![\w/*<-])/g;

/** Words that look like a path, and names of files that a reader makes. */
const others = new Set([
  'tools/call',
  'NAME.bench.ts',
  'tools/list',
  'record.md',
  'packages/console/catalogue.d.ts',
  'catalogue.d.ts',
  'packages/console/dist',
  'NNNN-name.ts',
]);

function exists(path: string, from: string): boolean {
  const isThere = (one: string) => files.has(one) || folders.has(one);
  if (isThere(path) || isThere(normalize(join(dirname(from), path)))) return true;
  // Tests are called by their name alone, as jest takes it, and decisions by their number.
  if (listed.some((one) => one.startsWith(`${path}.`) || one.startsWith(`${path}-`))) return true;
  return (byName.get(basename(path)) ?? []).some((one) => one.endsWith(`/${path}`));
}

const comment = /(^|\s)(\/\/|\/?\*\*?[ \n]).*/;
const linesOf = (path: string) => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return path.endsWith('.md') ? lines : lines.map((line) => comment.exec(line)?.[0] ?? '');
};

const read = listed.filter(
  (path) =>
    /\.(tsx?|mjs|md)$/.test(path) &&
    !/^(CHANGELOG\.md|docs\/internals\/changes-.*|test\/judgement\/|packages\/reader\/(vocabulary|training)\/)/.test(
      path,
    ),
);

test('the search knows a file that is there from one that is not', () => {
  expect(read.length).toBeGreaterThan(1_000);
  expect(exists('src/http/server.ts', 'README.md')).toBe(true);
  expect(exists('server.ts', 'src/http/router.ts')).toBe(true);
  expect(exists('src/http/no-such-file.ts', 'README.md')).toBe(false);
  expect([...'see `docs/rest.md` and a/b.ts'.matchAll(named)].map(([path]) => path)).toEqual([
    'docs/rest.md',
    'a/b.ts',
  ]);
});

test('pages and comments name no file that is gone', () => {
  const gone = read.flatMap((path) =>
    linesOf(path).flatMap((line, at) =>
      [...line.matchAll(named)]
        .map(([, name = '']) => name)
        .filter((name) => !others.has(name) && !name.includes('dist/') && !exists(name, path))
        .map((name) => `${path}:${at + 1} names ${name}`),
    ),
  );
  expect(gone).toEqual([]);
});
