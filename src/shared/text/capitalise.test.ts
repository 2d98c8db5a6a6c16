import { capitalise } from './capitalise';

it.each([
  ['vp of sales', 'VP of Sales'],
  ['revenue operations manager', 'Revenue Operations Manager'],
  ['velthuis & vane', 'Velthuis & Vane'],
  ['co-founder and ceo', 'Co-Founder and CEO'],
  ['leiter vertrieb und marketing', 'Leiter Vertrieb und Marketing'],
  ['the north (hr/it)', 'The North (HR/IT)'],
  ['élan énergie', 'Élan Énergie'],
  ['o’brien, llc', 'O’brien, Llc'],
  ['eBay', 'eBay'],
  ['ACME', 'ACME'],
  ['木乃下 結衣', '木乃下 結衣'],
  ['', ''],
])('capitalise(%j) is %j', (text, expected) => {
  expect(capitalise(text)).toBe(expected);
});
