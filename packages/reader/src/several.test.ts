/** The package as others use it: through its one entry. */
import {
  industryOf,
  readComment,
  readHeadline,
  readMany,
  readPlace,
  readerVersion,
  sameCompany,
  titleMatches,
} from '.';

test.each([
  ['Nordwerk A/S', 'nordwerk', true],
  ['Nordwerk s.r.o.', 'Nordwerk B.V.', true],
  ['Nordwerk', 'Nordlicht', false],
  ['Confidential', 'Confidential', false],
])('%s and %s are one company: %s', (one, other, same) => {
  expect(sameCompany(one, other)).toBe(same);
});

test.each([
  ['Leitung Nachhaltigkeit', 'Head of Sustainability', true],
  ['Head of Sales', 'Head of Sustainability', false],
])('%s is the wanted %s: %s', (title, wanted, matches) => {
  expect(titleMatches(title, wanted)).toBe(matches);
});

test('several headlines are read as each alone, in their order', async () => {
  const headlines = ['CFO at Acme', null, 'Head of Sales | Nordwerk'];
  expect(await readMany(headlines)).toEqual(headlines.map((headline) => readHeadline(headline)));
});

test('the examples of README.md', () => {
  expect(readHeadline('CFO at Acme').job).toEqual({
    title: 'CFO',
    seniority: 'cxo',
    function: 'finance',
    companyName: 'Acme',
  });
  expect(readComment('What does it cost?').said).toBe('price');
  expect(readPlace('Köln, Deutschland').country).toBe('DE');
  expect(industryOf('computer software')).toBe('Software Development');
  expect(readerVersion()).toMatch(/^[\w-]{22}$/);
});
