/** Each question to the word lists, in several languages, and what is none. */
import {
  isAboutOtherJob,
  isLegalForm,
  isListedPlace,
  isTopic,
  joinsAlone,
  lineOf,
  namesOrganisation,
  withinNames,
} from './lists';

test('a line is cut into words and their tokens', () => {
  const { words, tokens, wordAt } = lineOf('  Head  of R&D, IT ');
  expect(words).toEqual(['Head', 'of', 'R&D,', 'IT']);
  expect(tokens.map(({ text }) => text)).toEqual(['head', 'of', 'research', 'and', 'development', 'infotech']);
  expect(wordAt).toEqual([0, 1, 2, 2, 2, 3]);
  expect(lineOf('')).toEqual({ words: [], tokens: [], wordAt: [] });
});

test.each<readonly [says: (text: string) => boolean, yes: readonly string[], not: readonly string[]]>([
  [
    isAboutOtherJob,
    [
      ...['Former CEO', 'CEO, formerly Acme', 'Looking for a role', "We're hiring", 'Retired', 'CEO, retired'],
      ...['Empowering teams', 'Ehemaliger Leiter', 'Open to offers'],
    ],
    // A slogan begins; now is no aside.
    ['CEO', 'Currently CEO', 'CEO now', 'Director empowering teams', 'Acme', ''],
  ],
  [
    joinsAlone,
    ['at', 'bei', 'chez', 'of', 'von', 'and', 'ו', 'و', 'with'],
    ['sales', 'acme', 'director', '', 'the acme'],
  ],
  [(word) => withinNames.has(word), ['of', 'von', 'ja', 'ו', 'و'], ['at', 'with', 'Of', '']],
  [
    isLegalForm,
    ['GmbH', 'gmbh', 'Inc.', 'S.L.', 'S.p.A.', 'ООО', 'ОАО', 'LLC'],
    ['Acme', 'GmbH Acme', 'Acme GmbH', 'S.p.A. Acme', '', '!'],
  ],
  [
    namesOrganisation,
    [
      ...['Bank', 'Northwind Bank', 'Klinik', 'City Council', 'Landesbank', 'xyBank', 'Kreissparkasse'],
      ...['北京银行', '上海示例公司', '한국은행'],
    ],
    // A legal form, and a country, are no such word; an end is looked for in words of six letters.
    ['Acme', 'Acme GmbH', 'Polska', 'xBank', 'Manager', '', '営業部長'],
  ],
  [
    isTopic,
    ['SaaS', 'DevOps', 'Rust', 'Machine Learning', 'SaaS Python', 'yalın üretim', 'Yalin Uretim'],
    ['Acme', 'SaaS Acme', 'Acme SaaS', 'Berlin', 'SaaS Berlin', '', '!', 'yalın'],
  ],
  [isListedPlace, ['Bavaria', 'BAVARIA', 'DACH', 'Kraków', 'Krakow', 'europe du sud'], ['Acme', 'Bavaria, Hesse', '']],
])('%p', (says, yes, not) => {
  expect(yes.filter((text) => !says(text))).toEqual([]);
  expect(not.filter((text) => says(text))).toEqual([]);
});
