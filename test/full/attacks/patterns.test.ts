/**
 * Every regular expression of the service against a million characters of what is worst for it: each costs less than ten
 * times a plain scan of it.
 */
import { withImportTables } from '../../../src/ingest/import/describe';
import { plainPage } from '../../../src/ingest/import/network';
import { RouteTable } from '../../../src/http/router';
import { withoutNamesOf } from '../../../src/rules/fit/rivals';
import { runAttacks } from './support/pattern-attack';
import { textsAgainst } from './support/pattern-texts';
import type { Pattern } from './support/patterns';
import { findPatterns, recordPatterns, root } from './support/patterns';

/** Ten times what a scan of a million letters takes, which is measured beside what is tried. */
const limitMs = 200;
const million = 1_000_000;

/** Patterns put together from what a caller gives, with what the service itself would give. */
const givenParts: readonly { readonly file: string; readonly source: string }[] = [
  {
    file: 'packages/reader/src/names/names-in-text.ts',
    source: '高橋[\\s・･·•=‐,、._-]{0,3}太郎|太郎[\\s・･·•=‐,、._-]{0,3}高橋',
  },
  { file: 'src/interfaces/cli/docs.ts', source: '<!-- table: commands -->[\\s\\S]*?<!-- end -->' },
  { file: 'src/ingest/sources/folder.ts', source: '(?<!\\d)(?:7402746946853253120|7402746945318146049)(?!\\d)' },
];

/**
 * Where text is cut before a pattern reads it. `longest` counts what may arrive after the cut: form NFKC writes one character as
 * up to 18. Everything else is tried with a million characters.
 */
const cutBefore: readonly { file: string; pattern?: string; longest: number; because: string }[] = [
  { file: 'packages/reader/src/headline', longest: 400 * 18, because: 'headlines are cut at 400 characters' },
  {
    file: 'packages/reader/src/text/words.ts',
    longest: 2_000 * 18,
    because: 'comments are cut at 2000, titles shorter',
  },
  {
    file: 'packages/reader/src/place/location.ts',
    longest: 200 * 18,
    because: 'places over 200 characters are not read',
  },
  { file: 'packages/reader/src/place/places.ts', longest: 200 * 18, because: 'tried on parts of a location only' },
  {
    file: 'packages/reader/src/company/company-size.ts',
    longest: 80 * 18,
    because: 'sizes over 80 characters are not read',
  },
  { file: 'src/scoring/same-company.ts', longest: 40, because: 'of a name, 40 characters are read' },
  {
    file: 'packages/reader/src/company/company-key.ts',
    pattern: '(?:[./]',
    longest: 300 * 3,
    because: 'names are cut at 300',
  },
  {
    file: 'packages/reader/src/company/company-key.ts',
    pattern: 'https?',
    longest: 300 * 18,
    because: 'names are cut at 300',
  },
  {
    file: 'src/interfaces/oauth/client-name.ts',
    pattern: '(?:ai|app',
    longest: 100 * 4,
    because: 'longer names are refused first',
  },
  {
    file: 'src/interfaces/oauth/client-name.ts',
    pattern: ':\\d{2,5}',
    longest: 100 * 4,
    because: 'longer names are refused first',
  },
  { file: 'packages/reader/src/title/role.ts', longest: 400 * 18, because: 'headlines are cut at 400 characters' },
  {
    file: 'src/interfaces/cli/program.ts',
    pattern: '--[a-z-]+',
    longest: 1_000,
    because: 'the notation of our own commands',
  },
  {
    file: 'src/ingest/import/moments.ts',
    pattern: '(?:at|um|à|kl',
    longest: 90,
    because: 'longer texts are no dates',
  },
  {
    file: 'src/ingest/import/relative-times.ts',
    pattern: '^(?:vor|il',
    longest: 60 * 18,
    because: 'longer texts are no times',
  },
  { file: 'src/interfaces/cli/docs.ts', longest: 60_000, because: 'pages of our own documentation' },
  { file: 'src/ingest/import/describe.ts', longest: 60_000, because: 'pages of our own documentation' },
  { file: 'src/rules/tier/document.ts', longest: 30_000, because: 'a page of our own documentation' },
];

const { written, putTogether } = findPatterns();
const patterns = distinct([...written, ...assembled()]);

/** What the modules that call `RegExp` put together, on loading and for an example. */
function assembled(): Pattern[] {
  const recorded = recordPatterns(() => {
    jest.isolateModules(() => {
      for (const file of new Set(putTogether.map((place) => place.replace(/:\d+$/, ''))))
        jest.requireActual(`${root}/${file}`);
    });
    new RouteTable([{ name: 'example', path: '/leads/{lead_id}/tags/{tag}', answer: () => undefined }]);
    plainPage({ hosts: ['linkedin.com'], namespace: 'li' });
    withImportTables('');
    withoutNamesOf(['Hebemax', 'Blue Forklifts']);
  });
  const given = givenParts.map(({ file, source }) => ({
    at: putTogether.find((place) => place.startsWith(file)) ?? file,
    source,
    flags: '',
    use: '',
  }));
  return [...recorded.filter(({ at }) => putTogether.includes(at)), ...given];
}

function distinct(all: readonly Pattern[]): Pattern[] {
  return [
    ...new Map(
      all.map((pattern) => [`${pattern.source}/${pattern.flags} ${pattern.use} ${boundOf(pattern)}`, pattern]),
    ).values(),
  ];
}

function cutOf({ at, source }: Pattern) {
  return cutBefore.find(
    ({ file, pattern }) => at.startsWith(file) && (pattern === undefined || source.includes(pattern)),
  );
}

function boundOf(pattern: Pattern): number {
  return cutOf(pattern)?.longest ?? million;
}

const attackOn = (pattern: Pattern, longest: number) => ({
  pattern,
  texts: textsAgainst(pattern.source, pattern.flags),
  longest,
});
const example = (source: string): Pattern => ({ at: 'example', source, flags: 'u', use: 'test' });

test.each(['(a+)+$', '(?:x|x)*y', '\\s+$', '^(?:\\w+\\s?)+$', '[^@]+@', '(?:ab|a|b)*c', 'a.*b.*c$'])(
  'a careless pattern is found: /%s/',
  async (source) => {
    const { slow } = await runAttacks([attackOn(example(source), million)], limitMs, 300);
    expect(slow).toEqual([expect.stringContaining(`/${source}/u`)]);
  },
);

test('every pattern that is put together is known', () => {
  const known = new Set(patterns.map(({ at }) => at));
  expect(putTogether.filter((place) => !known.has(place))).toEqual([]);
});

test('every cut is that of a pattern', () => {
  const used = new Set(patterns.map(cutOf));
  expect(cutBefore.filter((cut) => !used.has(cut))).toEqual([]);
});

test('every pattern reads a million characters, or what a cut leaves, in a few scans', async () => {
  const attacks = patterns.map((pattern) => attackOn(pattern, boundOf(pattern)));
  const { slow, tried } = await runAttacks(attacks, limitMs);
  expect(slow).toEqual([]);
  expect(patterns.length).toBeGreaterThan(450);
  expect(tried).toBeGreaterThan(20 * patterns.length);
});
