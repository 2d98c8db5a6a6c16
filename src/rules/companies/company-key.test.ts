import { accountSlug, companyKey } from './company-key';

it.each([
  ['Acme', 'acme'],
  ['ACME, Inc.', 'acme'],
  ['Acme Corp', 'acme'],
  ['Müller & Söhne GmbH & Co. KG', 'mullersohne'],
  ['Société Générale S.A.', 'societegenerale'],
  ['Rossi S.p.A.', 'rossi'],
  ['Kowalski Sp. z o.o.', 'kowalski'],
  ['AG', 'ag'],
  ['Co', 'co'],
  ['The Limited', 'the'],
  ['日本電気株式会社', '日本電気'],
  ['***', ''],
])('companyKey(%j) is %j', (name, key) => {
  expect(companyKey(name)).toBe(key);
});

it.each([
  ['Acme, Inc.', 'acme'],
  ['Velthuis & Vane', 'velthuis-vane'],
  ['日本電気', ''],
  [`${'very '.repeat(30)}long`, 'very-very-very-very-very-very-very-very-very-ver'],
])('accountSlug(%j) is %j', (name, slug) => {
  expect(accountSlug(name)).toBe(slug);
});
