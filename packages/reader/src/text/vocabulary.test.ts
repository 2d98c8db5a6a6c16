import { parseHeadline } from '../headline/headline';
import { roleOf } from '../title/role';
import { functionOfRow, levelOf, wordRows } from './vocabulary';

/** Read once: each call reads all files. */
const allRows = wordRows();
const languages = 'ar cs da de el en es fi fr he hi hu it ja ko nl no pl pt ro ru sv tr uk zh'.split(' ');

test.each(languages)('%s has words for ranks, functions and for who is no lead', (language) => {
  const rows = allRows.filter((row) => row.language === language);
  const count = (...kinds: string[]) => rows.filter((row) => kinds.includes(row.kind)).length;
  // English is mostly in the shared list.
  if (language !== 'en') {
    expect(count('runs', 'rank', 'lower')).toBeGreaterThanOrEqual(40);
    expect(count('function')).toBeGreaterThanOrEqual(90);
    const named = new Set(rows.filter((row) => row.kind === 'function').map(functionOfRow));
    expect(named.size).toBeGreaterThanOrEqual(19);
  }
  for (const kind of ['past', 'seek', 'hire', 'recruiter', 'freelance', 'retired']) {
    expect({ kind, some: count(kind) > 0 }).toEqual({ kind, some: true });
  }
});

test('every row has a value of its kind', () => {
  for (const row of allRows) {
    if (['runs', 'rank', 'lower'].includes(row.kind)) levelOf(row);
    if (['function', 'weak'].includes(row.kind)) functionOfRow(row);
  }
});

/** One rank and one function of each language, composed. */
test.each([
  ['Ředitelka nákupu', 'director', 'procurement'],
  ['Indkøbschef', 'manager', 'procurement'],
  ['Einkaufsleiterin', 'director', 'procurement'],
  ['Υπεύθυνη Πωλήσεων', 'manager', 'sales'],
  ['Directora de Finanzas', 'director', 'finance'],
  ['Henkilöstöpäällikkö', 'manager', 'hr'],
  ['Directrice juridique', 'director', 'legal'],
  ['סמנכ"לית שיווק', 'vp', 'marketing'],
  ['Vitt Prabandhak', 'manager', 'finance'],
  ['Logisztikai vezető', 'manager', 'operations'],
  ['Responsabile acquisti', 'manager', 'procurement'],
  ['人事部長', 'director', 'hr'],
  ['재무팀장', 'manager', 'finance'],
  ['Hoofd Financiën', 'director', 'finance'],
  ['Økonomidirektør', 'director', 'finance'],
  ['Kierowniczka ds. marketingu', 'manager', 'marketing'],
  ['Gerente de Compras', 'manager', 'procurement'],
  ['Directoare de marketing', 'director', 'marketing'],
  ['Директор по персоналу', 'director', 'hr'],
  ['Inköpschef', 'manager', 'procurement'],
  ['İnsan Kaynakları Müdürü', 'manager', 'hr'],
  ['Директорка з маркетингу', 'director', 'marketing'],
  ['采购总监', 'director', 'procurement'],
  ['採購經理', 'manager', 'procurement'],
  ['مديرة التسويق', 'manager', 'marketing'],
])('%s', (headline, seniority, jobFunction) => {
  expect(parseHeadline(headline)).toMatchObject({ title: headline, seniority, function: jobFunction });
});

/** Short stems of other languages: løn (pay), humán (staff), adó (tax), skat (tax), jog (law), some (media). */
test.each([
  ['Long-haul trucker', 'operations'],
  ['Humanities teacher', 'education'],
  ['Adoption lawyer', 'legal'],
  ['Verification engineer', 'engineering'],
  ['Jogger', null],
  ['Skater', null],
  ["Someone's dad", null],
  ['Lønkonsulent', 'hr'],
  ['Humánpolitikai munkatárs', 'hr'],
  ['Adótanácsadó', 'finance'],
  ['Skatterådgiver', 'finance'],
  ['Satış temsilcisi', 'sales'],
])('%s is in %s: an English word is no stem of another language', (title, work) => {
  expect(roleOf(title).function).toBe(work);
});

test('a company is read in any position, but not out of the past', () => {
  expect(parseHeadline('Head of Sales Zalando').companyName).toBe('Zalando');
  expect(parseHeadline('Zalando Team Lead Logistics').companyName).toBe('Zalando');
  expect(parseHeadline('Head of Sales | ex-Zalando').companyName).toBeNull();
  expect(parseHeadline('CEO | formerly Zalando').companyName).toBeNull();
});

test('languages come in the order in which they take precedence', () => {
  const inOrder = [...new Set(allRows.map(({ language }) => language))];
  expect(inOrder.slice(0, 6)).toEqual(['base', 'en', 'de', 'fr', 'es', 'ar']);
  const shorter = ['bg', 'bn', 'ca', 'et', 'fa', 'hr', 'id', 'lt', 'lv', 'ms', 'sk', 'sl', 'sr', 'th', 'ur', 'vi'];
  expect(inOrder.slice(-17)).toEqual(['zh', ...shorter]);
});

test.each([
  ['owner', 'owner', /"owner" is no function/],
  ['unpaid', 'unpaid', /"unpaid" is no function/],
  ['-', null, null],
  ['none', null, null],
])('the seniority of the value %s is %s', (value, level, noFunction) => {
  const row = { language: 'xx', kind: 'rank', value, form: 'word', phrase: 'p' } as const;
  expect(levelOf(row)).toBe(level);
  if (noFunction === null) expect(functionOfRow(row)).toBeNull();
  else expect(() => functionOfRow(row)).toThrow(noFunction);
});
test('a value that is none is refused with its file', () => {
  const row = { language: 'xx', kind: 'rank', value: 'boss', form: 'word', phrase: 'p' } as const;
  expect(() => levelOf(row)).toThrow('vocabulary/xx.tsv: "boss" is no seniority');
  expect(() => functionOfRow(row)).toThrow('vocabulary/xx.tsv: "boss" is no function');
  expect(functionOfRow({ ...row, value: 'media' })).toBe('media');
});

test('rows are read with all their columns', () => {
  const [first] = allRows.filter(({ language, kind }) => language === 'base' && kind === 'lower');
  expect(first).toMatchObject({ language: 'base', kind: 'lower', value: 'entry', form: 'word', phrase: 'junior' });
  expect(allRows.some(({ kind }) => kind === 'helper')).toBe(true);
});
