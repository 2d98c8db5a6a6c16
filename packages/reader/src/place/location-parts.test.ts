/** Places by their parts: what parts them, which of them decides, and how far a text is read. */
import { countryName, countryOf, isCountryCode, parseLocation } from './location';

const place = (text: string) => {
  const { country, region } = parseLocation(text);
  return [country, region];
};

test.each([';', ' | ', ' • ', ' · ', ' (', ' / ', ' - ', ' – ', ' — ', ','])(
  'Munich%sGermany has two parts',
  (mark) => {
    expect(place(`Munich${mark}Germany${mark === ' (' ? ')' : ''}`)).toEqual(['DE', 'Bavaria']);
  },
);
test.each(['Munich-Germany', 'Munich Germany', ',', '  ', '()'])('%j is no place', (text) => {
  expect(place(text)).toEqual([null, null]);
});
test('a text of 200 letters is read, a longer one is not', () => {
  expect(place(`${'x'.repeat(191)}, Germany`)).toEqual(['DE', null]);
  expect(place(`${'x'.repeat(192)}, Germany`)).toEqual([null, null]);
});

test.each([
  // Two letters alone are a country's; behind a town a state's or province's, unless the town says otherwise.
  ['CA', 'CA', null],
  ['GA', 'GA', null],
  ['AL', 'AL', null],
  ['ON', null, null],
  ['Toronto, CA', 'CA', 'Ontario'],
  ['Mumbai, CA', 'US', 'California'],
  ['Anyplace, CA', 'US', 'California'],
  ['Anyplace, ca', 'CA', null],
  ['Vancouver, WA', 'US', 'Washington'],
  ['Halifax, NS', 'CA', 'Nova Scotia'],
  ['Paris, ON', 'CA', 'Ontario'],
  ['Berlin, IN', 'IN', null],
  ['Indianapolis, IN', 'US', 'Indiana'],
  ['Wilmington, DE', 'US', 'Delaware'],
  ['Berlin, DE', 'DE', 'Berlin'],
  // The last part decides, a city before it only where it is of that country.
  ['Paris, Georgia', 'GE', null],
  ['Boston, Georgia', 'GE', null],
  ['Atlanta, Georgia', 'US', 'Georgia'],
  ['Boston, Berlin', 'DE', 'Berlin'],
  ['Texas, Berlin', 'DE', 'Berlin'],
  ['Lyon, Munich', 'DE', 'Bavaria'],
  ['Munich, France', 'FR', null],
  ['Bavaria, France', 'FR', null],
  ['Somewhere, Ontario', 'CA', 'Ontario'],
  ['Victoria', 'AU', 'Victoria'],
  ['Anyplace, Veneto', 'IT', 'Veneto'],
  ['Singapore,', 'SG', null],
  ['(Hong Kong)', 'HK', null],
  ['Bavaria, Hesse, Germany', 'DE', 'Hesse'],
  ['Munich, Hesse, Germany', 'DE', 'Hesse'],
  ['Scotland', 'GB', 'Scotland'],
  ['Cardiff, Scotland', 'GB', 'Wales'],
  ['Springfield, IL, USA', 'US', 'Illinois'],
  ['Springfield, IL, Canada', 'CA', null],
  ['Springfield, ON, USA', 'US', null],
  // Where the last part says nothing, any other does: a country first, then a city.
  ['DE - Remote', null, null],
  ['DEU - Remote', 'DE', null],
  ['Berlin - Remote', 'DE', 'Berlin'],
  ['Boston, Germany, Remote', 'DE', null],
  ['Bavaria, Germany, Remote', 'DE', 'Bavaria'],
  ['Remote, Anyplace', null, null],
  // Words around a city or region, up to three.
  ['Greater Bavaria', 'DE', 'Bavaria'],
  ['Greater Boston', 'US', 'Massachusetts'],
  ['Greater Boston Area', 'US', 'Massachusetts'],
  ['Greater Boston Area and surroundings', 'US', 'Massachusetts'],
  ['Greater Somewhere', null, null],
  ['Metro', null, null],
])('%j is in %s, %s', (text, country, region) => expect(place(text)).toEqual([country, region]));

test.each(['and', 'can', 'per', 'are', 'not', 'pan', 'cub', 'som', 'mar', 'bel', 'don'])('%s is a word', (word) => {
  expect([countryOf(word), countryOf(word.toUpperCase())]).toEqual([null, null]);
});
test.each([
  [' de ', 'DE'],
  ['U.K.', 'GB'],
  ['U.S.', 'US'],
  ['u.s.a.', 'US'],
  ['uk', 'GB'],
  ['The Gambia', 'GM'],
  ['Gambia', 'GM'],
  ['AUT', 'AT'],
  ['Andorra', 'AD'],
  ['d1', null],
  ['XX', null],
  ['', null],
])('%j is the country %s', (text, code) => expect(countryOf(text)).toBe(code));

test('codes and names of countries', () => {
  expect(['DE', 'UK', 'de', 'DEU', ''].map(isCountryCode)).toEqual([true, false, false, false, false]);
  expect(['DE', 'CI', 'XX'].map(countryName)).toEqual(['Germany', "Cote d'Ivoire", 'XX']);
});
