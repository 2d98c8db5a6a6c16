import { isOwnWord, namesIn } from './named';

it.each([
  ['Globex', true],
  ['Xing', true],
  ['Abc', true],
  ['Ab', false],
  // A sign of its own is a word in Chinese and Japanese: two are enough.
  ['小米', true],
  ['小', false],
  ['123', false],
  ['sales', false],
  ['manager', false],
  ['and', false],
  ['GmbH', false],
  ['Berlin', false],
  ['university', false],
])('%s tells a company from others by itself: %s', (word, own) => expect(isOwnWord(word)).toBe(own));

/** Which names of a headline may be a company, the longest first. */
it.each<readonly [headline: string, names: readonly string[]]>([
  ['Northwind, Sales Director', ['Northwind']],
  ['Sales Director northwind', []],
  ['Berlin Sales Director', []],
  ['Sales Director Salesforce', []],
  [
    'Sales Director Northwind DACH',
    [
      ...['Sales Director Northwind DACH', 'Sales Director Northwind', 'Director Northwind DACH', 'Director Northwind'],
      ...['Northwind DACH', 'Northwind'],
    ],
  ],
  // Beside another capital a name goes on.
  [
    'Sales Director Northwind Traders',
    ['Sales Director Northwind Traders', 'Director Northwind Traders', 'Northwind Traders'],
  ],
  ['Northwind + Sales', ['Northwind + Sales']],
  ['Northwind & Contoso', ['Northwind & Contoso']],
  [
    'Head of Sales Northwind (Berlin), Contoso.',
    ['Head of Sales Northwind', 'Sales Northwind', 'Northwind', 'Contoso'],
  ],
  ['VP 小米', ['VP 小米', '小米']],
  // Former jobs, customers and certificates, and what follows in the same part.
  ['ex Northwind, Contoso | Sales Director', []],
  ['Contoso, ex Northwind, Initech', ['Contoso']],
  ['Certified by Northwind', []],
  ['Customer of Northwind; Director Contoso', ['Director Contoso', 'Contoso']],
  // Five words at most.
  ['Northwind Contoso Initech Globex Umbrella', ['Northwind Contoso Initech Globex Umbrella']],
  ['Northwind Contoso Initech Globex Umbrella Hooli', []],
  ['Northwind: Contoso', ['Northwind: Contoso', 'Northwind']],
])('in "%s" may be companies: %j', (headline, names) => expect(namesIn(headline)).toEqual(names));

/** Words of which a name may not be made alone, whatever they are listed as. */
it.each([
  ['Target', false],
  ['Salesforce', false],
  ['Vertriebsleiter', false],
  ['of', false],
  ['SaaS', false],
  ['Kotlin', false],
  ['LLC', false],
  ['Consulting', false],
  ['Bank', false],
  ['Bavaria', false],
  ['Q1', false],
  ['4711', false],
  ['', false],
  ['3Com', true],
  ['Öko', true],
  ['Zalando', true],
])('%j is a word of its own: %s', (word, own) => expect(isOwnWord(word)).toBe(own));

it.each<readonly [headline: string, names: readonly string[]]>([
  ['', []],
  ['Northwind', ['Northwind']],
  ['Northwind | Northwind', ['Northwind']],
  ['Northwind | Contoso', ['Northwind', 'Contoso']],
  // The longest of all parts first, of equal ones as they stand.
  ['Contoso | Northwind Traders', ['Northwind Traders', 'Contoso']],
  // Marks that hang on a word are no part of it; one that ends it ends a name, too.
  ['"Northwind"', ['Northwind']],
  ['Northwind! Contoso', ['Northwind', 'Contoso']],
  ['(Northwind) Contoso', ['Northwind', 'Contoso']],
  ['the Northwind', ['Northwind']],
  ['Northwind sells', ['Northwind']],
  ['Manager Northwind', ['Manager Northwind', 'Northwind']],
  ['Northwind Manager', ['Northwind Manager', 'Northwind']],
  // Beside words that belong to it a name does not end.
  ['Northwind & Sons', ['Northwind & Sons']],
  ['Contoso and Northwind', ['Contoso and Northwind', 'Contoso', 'Northwind']],
  // Names are not places, and hold a word of their own.
  ['Tamil Nadu', []],
  ['Target Manager', []],
  // What begins small is no name.
  ['eBay', []],
  ['northwind Contoso', ['Contoso']],
  // Former jobs, jobs beside the job, slogans, what is sought; of a part what stands before them is read.
  ['Formerly Northwind', []],
  ['dawniej Northwind', []],
  ['Exact Northwind', ['Exact Northwind']],
  ['Award winner Northwind', []],
  ['Board member Northwind', []],
  ['Retired Northwind', []],
  ['Looking for Northwind', []],
  ['Empowering Northwind', []],
  ['Northwind , Contoso,Initech', ['Northwind', 'Contoso', 'Initech']],
])('of "%s" names are %j', (headline, names) => expect(namesIn(headline)).toEqual(names));

it('looks at 24 words of a part, and gives sixty names of 120 letters at most', () => {
  const small = (words: number) => 'x '.repeat(words);
  expect(namesIn(`${small(23)}Northwind`)).toEqual(['Northwind']);
  expect(namesIn(`${small(24)}Northwind`)).toEqual([]);
  const names = Array.from(
    { length: 78 },
    (_, n) => `Zq${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`,
  );
  const found = namesIn(names.join(', '));
  expect(found).toHaveLength(60);
  expect([found[0], found[59]]).toEqual(['Zqaa', 'Zqhc']);
  expect(namesIn(`N${'o'.repeat(130)}`)).toEqual([`N${'o'.repeat(119)}`]);
});
