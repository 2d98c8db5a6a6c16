/** Titles of one rank and field in several languages, and words of a field in titles of any rank. */
import { crossingTitle, fields, fieldWordFinder } from '../../../packages/reader/src/title/field-words';
import { matchIcp, noFacts, readIcp } from './icp';
import { isListed, listedTitle, roleOf, titlePhrase } from '../../../packages/reader/src';

const isTitle = (listed: string, title: string) => isListed(listedTitle(listed), title, titlePhrase(title));

test.each<readonly [listed: string, title: string, is: boolean]>([
  ['Head of Sustainability', 'Head of Sustainability', true],
  ['Head of Sustainability', 'Hållbarhetschef', true],
  ['Head of Sustainability', 'Leitung Nachhaltigkeit', true],
  ['Head of Sustainability', 'Leiterin Nachhaltigkeit & CSR', true],
  ['Head of Sustainability', 'Bærekraftsansvarlig', true],
  ['Head of Sustainability', 'Responsabile Sostenibilità', true],
  ['Leiterin Nachhaltigkeit', 'Head of Sustainability', true],
  ['Head of Laboratory', 'Laborleitung', true],
  ['Laborleiterin', 'Head of Laboratory', true],
  // American for work, and a lawyer's field.
  ['Head of Laboratory', 'Labor Director', false],
  ['Head of Laboratory', 'Directora Laboral', false],
  ['Head of Purchasing', 'Einkaufsleiterin', true],
  ['Head of Maintenance', 'Responsabile manutenzione', true],
  ['Sustainability Manager', 'Nachhaltigkeitsmanagerin', true],
  // The listed word itself: a title of the same language is listed, or is not.
  ['Sales Manager', 'Inside Sales Team Lead', false],
  ['Sales Manager', 'Teamledare försäljning', true],
  ['Leitung Einkauf', 'Einkaufsleiterin', true],
  // Another rank, another field, and a field that is only what is sold.
  ['Head of Sustainability', 'Nachhaltigkeitsmanagerin', false],
  ['Head of Sustainability', 'Manager Duurzaamheid', false],
  ['Head of Sustainability', 'Hållbarhetsstrateg', false],
  ['Sustainability Manager', 'Leitung Nachhaltigkeit', false],
  ['Head of Sustainability', 'Leitung Qualität', false],
  ['Head of Sustainability', 'Vertriebsleiter Nachhaltigkeit', false],
  ['Sustainability', 'Assistent hållbarhet', false],
  ['Sustainability', 'Hållbarhetsstrateg', true],
])('%s: %s', (listed, title, is) => expect(isTitle(listed, title)).toBe(is));

test('a title that says more than a rank and one field is found as it is written alone', () => {
  expect(crossingTitle('Head of Sales')).not.toBeNull();
  const others = ['Head of Growth', 'Head of Sales Operations', 'Head of Sales and Logistics', 'Head of Sales Nordics'];
  for (const title of [...others, 'CEO', '']) expect(crossingTitle(title)).toBeNull();
});

test('each word stands in the word lists, with the function of its field, and in one field', () => {
  const all = fields.flatMap(({ words, function: of }) => words.map((word) => ({ word: word.replace('*', ''), of })));
  expect(all.filter(({ word, of }) => roleOf(word).function !== of)).toEqual([]);
  expect(new Set(all.map(({ word }) => word)).size).toBe(all.length);
});

test.each<readonly [words: string, title: string, found: string | undefined]>([
  ['sustainability', 'Junior Sustainability Analyst', 'sustainability'],
  ['sustainability', 'Hållbarhetsstrateg', 'sustainability'],
  ['Labor', 'Laborleiter', 'Labor'],
  ['Labor', 'Asesor laboral', undefined],
  ['Labor', 'Laboratory Manager', undefined],
  ['laboratory', 'Responsabile laboratorio', 'laboratory'],
  ['cold chain', 'Cold Chain Coordinator', 'cold chain'],
  ['cold chain', 'Cold Storage Coordinator', undefined],
  ['Enólogo', 'Enóloga', 'Enólogo'],
  ['EHS', 'EHS Officer', 'EHS'],
  ['EHS', 'Ehsan', undefined],
])('%s in %s', (words, title, found) => expect(fieldWordFinder(['nothing', words])(title)).toBe(found));

test('a word of a field meets the role whatever the rank', () => {
  const icp = { fieldWords: ['facilities'], seniorities: ['director' as const] };
  const of = (title: string | null, seniority: string | null) =>
    matchIcp({ ...noFacts, title, seniority }, icp).evidence.map(({ outcome, detail }) => `${outcome}: ${detail}`);
  expect(of('Coord. de Facilities', null)).toEqual(['match: title has "facilities"']);
  expect(of('Head of Sales', 'director')).toEqual(['match: seniority director']);
  expect(of('Sales Coordinator', 'entry')).toEqual(['mismatch: seniority entry']);
  expect(of(null, null)).toEqual(['unknown: title unknown']);
});

test('a profile may ask for words of a field alone; what is none is refused by name', () => {
  expect(readIcp({ fieldWords: ['laboratory', 'laboratory'] })).toMatchObject({
    definition: { fieldWords: ['laboratory'] },
  });
  const bad: readonly [unknown, string][] = [
    ['laboratory', 'fieldWords: must be a list of words of a field'],
    [['…'], 'fieldWords[0]: must contain a letter or digit'],
    [['x'.repeat(161)], 'fieldWords[0]: at most 160 characters'],
    [Array.from({ length: 201 }, (_, n) => `word ${n}`), 'fieldWords: at most 200 values'],
  ];
  for (const [fieldWords, problem] of bad) {
    const read = readIcp({ titles: ['CEO'], fieldWords });
    expect('problems' in read && read.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([problem]);
  }
});
