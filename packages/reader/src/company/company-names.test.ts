/** Each rule of company names by itself: addresses, legal forms, words of groups, placeholders, letters, lengths. */
import { accountSlug, askedCompanyKeys, companyKey, companyKeys, companyWords, displayName } from './company-key';

/** An address is called by the label before its endings; a name with a dot that is no address is a name. */
test.each([
  ['acme.com', 'acme'],
  ['ACME.COM', 'acme'],
  ['Acme.Example', 'acme'],
  ['shop.acme.co.uk', 'acme'],
  ['www.acme.de', 'acme'],
  ['https://acme.io', 'acme'],
  ['http://www.acme.io/about?x=1', 'acme'],
  ['acme.io#top', 'acme'],
  ['acme.io?ref=x', 'acme'],
  ['sub.big-acme.org', 'bigacme'],
  ['www.www.acme.org', 'acme'],
  ['deutsche-bahn.gov', 'deutschebahn'],
  ['müller.de', 'muller'],
  // The first label stays, though it is an ending.
  ['co.uk', 'co'],
  ['shop.com', 'shop'],
  // The ending is none that is listed.
  ['acme.parts', 'acmeparts'],
  ['com.acme', 'comacme'],
  ['https://acme.parts', 'acmeparts'],
  // No address: more words, or an ending of one letter.
  ['Acme acme.com', 'acmeacmecom'],
  ['acme.com Acme', 'acmecomacme'],
  ['at acme.com', 'atacmecom'],
  ['acme.c', 'acmec'],
])('the key of %j is %j', (name, key) => expect(companyKey(name)).toBe(key));

/** Of two names one key: what is left out of a name before it is compared. */
test.each([
  ['  Acme  ', 'acme'],
  ['Acme™', 'acme'],
  ['Acme® ©', 'acme'],
  ['Ａｃｍｅ', 'acme'],
  ['McDonald’s', 'mcdonalds'],
  ["McDonald's", 'mcdonalds'],
  ['Rock`n´Roll', 'rocknroll'],
  ['Novo A/S', 'novo'],
  ['Novo a/s', 'novo'],
  ['A/B Test', 'abtest'],
  ['Acme N/V', 'acme'],
  ['J. P. Weber', 'jpweber'],
  ['㈱例', '例'],
  ['例（株）', '例'],
  ['株式会社', '株式会社'],
  // What joins two words is no part of a key, nor is it one of the words.
  ['Smith and Sons', 'smithsons'],
  ['Smith und Sons', 'smithsons'],
  ['Smith et Sons', 'smithsons'],
  ['Smith og Sons', 'smithsons'],
  ['Smith och Sons', 'smithsons'],
  ['Smith en Sons', 'smithsons'],
  // Words for a group behind the name, one or more, with a legal form or without.
  ['Acme Group', 'acme'],
  ['Acme Holding International', 'acme'],
  ['Acme Group GmbH', 'acme'],
  ['Acme Worldwide', 'acme'],
  ['Acme קבוצת', 'acme'],
  ['Group', 'group'],
  ['Holding Group', 'holding'],
  ['Group One', 'groupone'],
  // Before the name: a legal form, "the", and a word for a group, in this order, as long as something is left.
  ['PT UD Jaya', 'jaya'],
  ['TDV Jaya', 'jaya'],
  ['The Acme', 'acme'],
  ['The Groupe Acme', 'acme'],
  ['קבוצת Acme', 'acme'],
  ['PT', 'pt'],
  ['SC Dedeman SRL', 'dedeman'],
  ['SC SRL', 'sc'],
  ['The SC Dedeman SRL', 'scdedeman'],
])('the key of %j is %j', (name, key) => expect(companyKey(name)).toBe(key));

/** Values that name no company, before and after a legal form is gone. */
test.each([
  ...['Self-employed', 'Confidential', 'n/a', 'The Company', 'Stealth Startup GmbH', 'Looking for', 'gov freelancer'],
  ...['FREELANCE', 'Independent Consultant', 'seeking opportunities', 'Currently seeking', 'עצמאי', 'Home', 'Retired'],
])('%j means %j', (name) => {
  const isNone = name !== 'gov freelancer';
  expect([companyKey(name) === '', companyKeys(name).length === 0, companyWords(name).length === 0]).toEqual(
    Array<boolean>(3).fill(isNone),
  );
});

/** All keys of a name, the plain one first. */
test.each<readonly [name: string, keys: readonly string[]]>([
  ['Acme, Inc.', ['acme']],
  ['Confidential', []],
  ['Bär', ['bar', 'baer']],
  ['BÄR GmbH', ['bar', 'baer']],
  ['Kröger', ['kroger', 'kroeger']],
  ['Übel', ['ubel', 'uebel']],
  ['Ångström', ['angstrom', 'aangstroem']],
  ['Ørsted', ['orsted', 'oersted']],
  ['Société', ['societe']],
  ['日本電気', ['日本電気']],
  ['Bär™', ['bar', 'baer']],
])('the keys of %j are %j', (name, keys) => expect(companyKeys(name)).toEqual(keys));

test.each<readonly [name: string, keys: readonly string[]]>([
  ['Acme', ['acme']],
  ['Confidential', []],
  // "Baer" is looked for as "Bar", too, since that is how "Bär" is kept.
  ['Baer', ['baer', 'bar']],
  ['Kroeger', ['kroeger', 'kroger']],
  ['Uebel', ['uebel', 'ubel']],
  ['Bär', ['bar', 'baer']],
  // Behind another vowel, and behind q, it is none.
  ['Bauer', ['bauer']],
  ['Quelle', ['quelle']],
])('%j is asked for as %j', (name, keys) => expect(askedCompanyKeys(name)).toEqual(keys));

/** Legal forms of scripts without spaces go wherever they stand, as long as something is left. */
test.each([
  ...[
    '股份有限公司',
    '有限责任公司',
    '有限責任公司',
    '集团有限公司',
    '集團有限公司',
    '株式会社',
    '有限会社',
    '合同会社',
  ],
  ...['合資会社', '一般社団法人', '有限公司', '주식회사', '유한회사', '(株)', '(有)', '(주)', '(유)', '集团', '集團'],
])('%s is a legal form', (form) => {
  expect([companyKey(`例名${form}`), companyKey(`${form}例名`)]).toEqual(['例名', '例名']);
  expect([displayName(`例名${form}`), displayName(`${form}例名`)]).toEqual(['例名', '例名']);
  expect([companyKey(`例${form}名`), displayName(`例${form}名`)]).toEqual(['例名', '例 名']);
});
test.each(['株式会社', '有限公司', '集团'])('%s alone is its name', (form) => {
  expect([companyKey(form), displayName(form)]).toEqual([form, form]);
});

test('of a name 300 characters are read', () => {
  const long = 'x'.repeat(300);
  expect(companyKey(`${long}y`)).toBe(long);
  expect(companyKey(`é${long}`)).toBe(`e${'x'.repeat(299)}`);
  expect(companyKey(`${'x'.repeat(299)}y`)).toBe(`${'x'.repeat(299)}y`);
  expect(displayName(`${long}y`)).toBe(long);
  expect(displayName(`${'x'.repeat(299)}y`)).toBe(`${'x'.repeat(299)}y`);
});

test.each([
  ['Zoe\u0301', 'Zoé'],
  ['', ''],
  ['   ', ''],
  ['***', '***'],
  [' GmbH ', 'GmbH'],
  ['Acme GmbH ', 'Acme'],
  [`${' '.repeat(300)}Acme `, 'Acme'],
  ['Acme N/V', 'Acme'],
  ['Acme GmbH und Co. KG', 'Acme'],
  ['Acme A.G.', 'Acme'],
  ['Acme a/s', 'Acme'],
  ['Acme S. A.', 'Acme'],
  ['Acme et Co', 'Acme'],
  ['Acme og Co', 'Acme'],
  ['Acme och Co', 'Acme'],
  ['Acme en Co', 'Acme'],
  // A word for a group is said.
  ['Acme Group', 'Acme Group'],
  ['The Acme GmbH', 'The Acme'],
  // What is not a legal form as a whole stays whole.
  ['Sp. z o.o.', 'Sp. z o.o.'],
  ['GmbH & Co. KG', 'GmbH'],
])('%j is called %j', (name, called) => expect(displayName(name)).toBe(called));

test.each([
  ['Acme & Söhne', 'acme-sohne'],
  ['Acme 2', 'acme-2'],
  ['日本 Acme 電気', 'acme'],
  ['Müller日本Acme', 'muller-acme'],
  ['x'.repeat(49), 'x'.repeat(48)],
  [`${'x'.repeat(47)} y`, 'x'.repeat(47)],
])('the account of %j is called %j', (name, slug) => expect(accountSlug(name)).toBe(slug));
