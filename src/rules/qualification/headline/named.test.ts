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
