/** Prose, names and messages are ordinary English: none of the refused words, and no semicolon in what an assistant chooses by. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { argumentSchema } from '../../src/interfaces/mcp/schema';
import { mcpQueries } from '../../tools/catalogue';
import { refusedAlone, refusedInNames, refusedWords } from './refused-words';

const root = join(__dirname, '..', '..');

/** Where people wrote for people. Data of other people (training, vocabulary, labelled rows) is not ours to edit. */
const places = [
  'config',
  'packages/console/src',
  'packages/reader/src',
  'docs',
  'examples',
  'scripts',
  'src',
  'test',
  'tools',
  'bench',
];
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** What may hold a refused word: the list, frozen migrations with their digests, and words that a rule recognises. */
const exempt =
  /^(test\/architecture\/|src\/store\/migrations\/|test\/store\/support\/frozen\.ts$|test\/judgement\/|packages\/reader\/src\/names\/ordinary-words\.ts$)/;

const files = [
  ...pages,
  ...places.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs|md|yaml)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  ),
].filter((file) => !exempt.test(file) && !file.includes('node_modules'));

const pattern = new RegExp(
  `(?<![\\w./-])(${refusedWords.map(([word]) => word.replace(/ /g, '\\s+')).join('|')})\\b`,
  'gi',
);
const found = (text: string) =>
  [...text.matchAll(pattern)].map(([, word = '']) => word.toLowerCase().replace(/\s+/g, ' '));

test('the search finds a refused word, whatever its case and wherever a line ends', () => {
  expect(found('Counted Anew, for\nwhoever asks; a\ndoor.')).toEqual(['anew', 'whoever', 'a door']);
  expect(files.length).toBeGreaterThan(1_000);
});

test('no page, comment, message or test uses a refused word', () => {
  const uses = files.flatMap((file) => {
    const words = found(readFileSync(join(root, file), 'utf8'));
    return words.map(
      (word) => `${file}: "${word}", rather "${refusedWords.find(([one]) => one.toLowerCase() === word)?.[1]}"`,
    );
  });
  expect(uses).toEqual([]);
});

/** The declared names of a text that say nothing: `LedgerStanding`, `keptPages`, a member `holds`. */
const refusedNames = (text: string) =>
  [...text.matchAll(/\b(?:const|let|function|class|interface|type|readonly) (\w+)/g)]
    .map(([, name = '']) => name)
    .filter(
      (name) =>
        refusedAlone.has(name) || name.split(/(?=[A-Z])/).some((word) => refusedInNames.has(word.toLowerCase())),
    );

/** A name in the header of every backup file. */
const frozenNames = new Set(['src/backup/make.ts: keptElsewhere']);

test('no declared name is or holds a word that does not say of what', () => {
  const planted = ['type LedgerStanding = 1', '  const keptPages = 1', '  readonly holds?: 1', 'function textOf() {}'];
  const allowed = ['const background = 1', 'function stored() {}', 'const holdsPost = 1'];
  expect(refusedNames([...planted, ...allowed].join('\n'))).toEqual(['LedgerStanding', 'keptPages', 'holds', 'textOf']);
  const uses = files.flatMap((file) =>
    refusedNames(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(uses.filter((one) => !frozenNames.has(one))).toEqual([]);
});

/** Every description in a schema, at any depth. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'description' && typeof one === 'string' ? [one] : descriptionsIn(one),
  );
}

test('descriptions that assistants read have no semicolons: some gateways refuse them', () => {
  const described = mcpQueries.map(
    ({ name, description, input }) => [name, [description, ...descriptionsIn(argumentSchema(input))]] as const,
  );
  expect(described.length).toBeGreaterThan(10);
  expect(described.map(([name, texts]) => [name, texts.filter((text) => text.includes(';'))])).toEqual(
    described.map(([name]) => [name, []]),
  );
});
