import { tidy, withoutLoose } from './tidy';

it.each<[text: string, longest: number, clean: string | null]>([
  ['VP Sales', 100, 'VP Sales'],
  ['  VP   Sales \n', 100, 'VP Sales'],
  ['- VP Sales |', 100, 'VP Sales'],
  ['«VP Sales»', 100, 'VP Sales'],
  ['VP\u00a0Sales', 100, 'VP Sales'],
  ['VP\u0000Sales', 100, 'VP\u0000Sales'],
  ["Dell' Orto", 100, "Dell'Orto"],
  ['ASP.NET developer', 100, 'ASP.NET developer'],
  ['Head of Sales.', 100, 'Head of Sales'],
  ['Globex Inc.', 100, 'Globex Inc.'],
  ['VP Sales', 4, 'VP S'],
  ['VP Sales', 3, 'VP'],
  ['Sales 😀', 7, 'Sales'],
  ['VP\u001fSales', 100, 'VP\u001fSales'],
  ['VP  Sales', 100, 'VP Sales'],
  ['VP \u00a0 Sales', 100, 'VP Sales'],
  ['Z a 9', 100, 'Z a 9'],
  ['a Z 0', 100, 'a Z 0'],
  ['@VP [Sales`', 100, '@VP [Sales`'],
  ['/VP Sales:', 100, 'VP Sales'],
  ['{VP Sales}', 100, '{VP Sales}'],
  ['.NET developer', 100, 'NET developer'],
  ['ɐ Sales', 100, 'ɐ Sales'],
  ['Inc. Sales.', 100, 'Inc. Sales'],
  ['Abc.', 100, 'Abc.'],
  ['— | —', 100, null],
  ['', 100, null],
  // Of a long text no more than the beginning is looked at.
  [`VP${' '.repeat(398)}Sales`, 100, 'VP'],
  [`VP${' '.repeat(397)}Sales`, 100, 'VP S'],
])('%j, at most %d: %j', (text, longest, clean) => expect(tidy(text, longest)).toBe(clean));

it.each([
  ['Undersköterska sen', 'Undersköterska'],
  ['Teilhaber einer', 'Teilhaber'],
  ['Head of the', 'Head'],
  // In capitals it is something else, and a word alone stays.
  ['Infirmière DE', 'Infirmière DE'],
  ['Teaching assistant, SEN', 'Teaching assistant, SEN'],
  ['of', 'of'],
  [null, null],
])('%j without a loose end is %j', (title, bare) => {
  expect(withoutLoose(title)).toBe(bare);
});
