/** Listed titles that are not found in a language of the workspace's own people, and titles of theirs to add. */
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { titleLanguages, type TitleLanguages } from '../../packages/reader/src/title/title-languages';
import { workOffQueue } from '../../src/scoring/rescore';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { action, query } from '../../tools/catalogue';
import { activity, importInto, ndjson, now, slugUrl, useSite } from '../import/support/site';
import { network } from '../support/network';

const site = useSite('sqlite');

const headlines = [
  'Head of Sustainability at Norvik',
  'Hållbarhetschef på Norvik',
  'Hållbarhetschef, Falu Bygg',
  'Kierownik zakupów, Stalmex',
  'Kierownik zakupów w Bruk-Tech',
  'Kierownik produkcji, Stalmex',
  'Obchodní ředitel, Ocelárny Brno',
  'Obchodní ředitelka, Sklo Brno',
  'Obchodní zástupce, Sklo Brno',
  'Inköpschef, Falu Bygg',
  'Chief Revenue Officer at Norvik',
  'Chief Revenue Officer at Stalmex',
  'CSO at Norvik',
];

interface Found {
  readonly whole: boolean;
  readonly gaps: readonly object[];
  readonly offers: readonly {
    readonly title: string;
    readonly code: string;
    readonly like: string;
    readonly people: number;
    readonly named: readonly { readonly name: string }[];
  }[];
}
interface Moves {
  readonly moves: { readonly UNQUALIFIED: { readonly NURTURE: number; readonly QUALIFIED: number } };
}

const workspace = async () => {
  const org = await site.workspace();
  const open = () =>
    workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network })(org, dataAccessOf(dataAccessFlags), {
      kind: 'operator',
      name: 'root',
    });
  const rows = headlines.map((headline, n) => ({
    ...{ kind: 'reaction', profileUrl: slugUrl(`title-${n}`), name: `Ewa Maj${n}`, headline, postUrl: activity(n) },
    ...{ occurredAt: '2026-11-15T12:00:00Z', observedAt: '2026-11-15T12:00:00Z' },
  }));
  await importInto(site, org, site.file('titles.ndjson', ndjson(rows)), { format: 'generic' });
  await action.setIcp.act(open(), { definition: { titles: ['CEO'] } });
  await workOffQueue(site.db, org, now);
  return open;
};

test('a title is said to be missing in a language, and titles of own people are offered with whom they take in', async () => {
  const open = await workspace();
  const definition = { titles: ['Head of Sales', 'Head of Sustainability'] };
  const data = (await query.findTitleGaps.ask(open(), { definition })).data as Found;
  expect(data.gaps).toEqual([
    { title: 'Head of Sales', languages: [{ code: 'cs', people: 3 }] },
    {
      title: 'Head of Sustainability',
      // Swedish has a word for it.
      languages: [
        { code: 'cs', people: 3 },
        { code: 'pl', people: 3 },
      ],
    },
  ]);
  expect(data.offers.map(({ title, code, like, people }) => [title, code, like, people])).toEqual([
    ['Obchodní ředitel', 'cs', 'Head of Sales', 2],
    // No board, no sales: of the rank and field alone.
    ['Kierownik produkcji', 'pl', 'Head of Sustainability', 1],
  ]);
  expect(data.offers[0]?.named.map(({ name }) => name)).toEqual(['Ewa Maj6', 'Ewa Maj7']);
  // The list has no word of it, and the titles of English people do.
  const short = (await query.findTitleGaps.ask(open(), { definition: { titles: ['CRO'] } })).data as Found;
  expect(JSON.stringify(short.gaps)).toContain('"cs"');
  expect(JSON.stringify(short.gaps)).not.toContain('"en"');
  const bare = (await query.findTitleGaps.ask(open(), { definition: { titles: ['CSO'] } })).data as Found;
  expect(JSON.stringify(bare.gaps)).toMatch(/^(?!.*"en").*"cs"/);
  // What is added is found, and no longer offered; the language is still said.
  const more = { titles: ['Head of Sales', 'Obchodní ředitel'] };
  const added = (await query.findTitleGaps.ask(open(), { definition: more })).data as Found;
  expect(added.offers).toEqual([]);
  const preview = (await query.previewIcp.ask(open(), { definition: more })).data as Moves;
  expect(preview.moves.UNQUALIFIED.NURTURE + preview.moves.UNQUALIFIED.QUALIFIED).toBe(2);
});

test('a profile without titles has no gaps, and a wrong one is refused', async () => {
  const open = await workspace();
  const { data } = await query.findTitleGaps.ask(open(), { definition: { seniorities: ['vp'] } });
  expect(data).toEqual({ whole: true, gaps: [], offers: [] });
  await expect(query.findTitleGaps.ask(open(), { definition: { titels: ['CEO'] } })).rejects.toThrow('titels');
});

let languages: TitleLanguages;
beforeAll(async () => {
  languages = await titleLanguages();
});
test.each([
  ['Hållbarhetschef', 'sv'],
  ['Leitung Nachhaltigkeit', 'de'],
  ['Directeur commercial', 'fr'],
  ['Satış Müdürü', 'tr'],
  ['営業部長', 'ja'],
  ['Marketing Manager', 'en'],
  // Of several languages, or of none.
  ['Logistik', null],
  ['Qwobbler', null],
  ['', null],
])('%s is written in %s', (title, language) => {
  expect(languages.of(title)).toBe(language);
});
