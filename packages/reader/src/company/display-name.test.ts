/** Names of companies as people say them: as written, without the legal form; never without a name. */
import { displayName } from './company-key';

test.each([
  ['Acme', 'Acme'],
  ['  Acme  ', 'Acme'],
  ['Zalando SE', 'Zalando'],
  ['Acme, Inc.', 'Acme'],
  ['Acme (Ltd.)', 'Acme'],
  ['Acme Inc. Inc.', 'Acme'],
  ['Novo Nordisk A/S', 'Novo Nordisk'],
  ['Rossi S.p.A.', 'Rossi'],
  ['ROSSI SPA', 'ROSSI'],
  ['Müller & Söhne GmbH & Co. KG', 'Müller & Söhne'],
  // A form of several words goes as a whole, and what joins it to the name.
  ['Kowalski Sp. z o.o.', 'Kowalski'],
  ['Kowalski Sp. z o.o. Sp. k.', 'Kowalski'],
  ['Foo and Co', 'Foo'],
  ['Foo & Co.', 'Foo'],
  ['Meyer und Co', 'Meyer'],
  ['Rock and Roll', 'Rock and Roll'],
  ['日本電気株式会社', '日本電気'],
  ['株式会社日本電気', '日本電気'],
  ['삼성전자(주)', '삼성전자'],
  // Not at the end, or nothing else.
  ['A/S Storebrand', 'A/S Storebrand'],
  ['SE', 'SE'],
  ['株式会社', '株式会社'],
  ['GmbH', 'GmbH'],
  ['', ''],
])('%j is called %j', (name, called) => {
  expect(displayName(name)).toBe(called);
});
