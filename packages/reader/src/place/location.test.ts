import fc from 'fast-check';
import { countryLanguages, countryName, countryOf, parseLocation } from './location';
import { canadianProvinces, cities, regions, usStates } from './places';
import { anyLetter } from '../../../../test/support/any-letter';

/** Places as profiles and exports write them. */
test.each([
  ['Munich, Bavaria, Germany', 'DE', 'Bavaria'],
  ['München, Bayern, Deutschland', 'DE', 'Bavaria'],
  ['Greater Munich Metropolitan Area', 'DE', 'Bavaria'],
  ['Metropolregion München', 'DE', 'Bavaria'],
  ['Munich, Germany', 'DE', 'Bavaria'],
  ['Germany', 'DE', null],
  ['Deutschland', 'DE', null],
  ['Allemagne', 'DE', null],
  ['DE', 'DE', null],
  ['Berlin, DE', 'DE', 'Berlin'],
  ['Berlin', 'DE', 'Berlin'],
  ['Frankfurt Rhine-Main Metropolitan Area', 'DE', 'Hesse'],
  ['Cologne Bonn Region', 'DE', 'North Rhine-Westphalia'],
  ['Stuttgart Region', 'DE', 'Baden-Württemberg'],
  ['Unterhaching, Bayern, Deutschland', 'DE', 'Bavaria'],
  ['Unterhaching, Germany', 'DE', null],
  ['Wien, Österreich', 'AT', 'Vienna'],
  ['Greater Vienna Metropolitan Area', 'AT', 'Vienna'],
  ['Zürich, Schweiz', 'CH', 'Zurich'],
  ['Greater Zurich Area', 'CH', 'Zurich'],
  ['Genève et périphérie', 'CH', 'Geneva'],
  ['San Francisco Bay Area', 'US', 'California'],
  ['San Francisco, CA', 'US', 'California'],
  ['San Francisco, California, United States', 'US', 'California'],
  ['Greater Boston', 'US', 'Massachusetts'],
  ['New York City Metropolitan Area', 'US', 'New York'],
  ['New York, New York, United States', 'US', 'New York'],
  ['New York', 'US', 'New York'],
  ['Dallas-Fort Worth Metroplex', 'US', 'Texas'],
  ['Washington DC-Baltimore Area', 'US', 'District of Columbia'],
  ['Springfield, IL', 'US', 'Illinois'],
  ['Smallville, KS, USA', 'US', 'Kansas'],
  ['California', 'US', 'California'],
  ['Texas, USA', 'US', 'Texas'],
  ['United States', 'US', null],
  ['U.S.A.', 'US', null],
  ['Wilmington, DE', 'US', 'Delaware'],
  ['Indianapolis, IN', 'US', 'Indiana'],
  ['Pune, IN', 'IN', 'Maharashtra'],
  ['Bengaluru, Karnataka, India', 'IN', 'Karnataka'],
  ['Atlanta, Georgia', 'US', 'Georgia'],
  ['Atlanta, Georgia, United States', 'US', 'Georgia'],
  ['Tbilisi, Georgia', 'GE', null],
  ['Georgia', 'GE', null],
  ['Toronto, ON', 'CA', 'Ontario'],
  ['Toronto, Ontario, Canada', 'CA', 'Ontario'],
  ['Greater Montreal Metropolitan Area', 'CA', 'Quebec'],
  ['London, England, United Kingdom', 'GB', 'England'],
  ['London Area, United Kingdom', 'GB', 'England'],
  ['Greater London', 'GB', 'England'],
  ['London', 'GB', 'England'],
  ['Edinburgh, Scotland', 'GB', 'Scotland'],
  ['UK', 'GB', null],
  ['Amsterdam Area', 'NL', 'North Holland'],
  ['The Randstad, Netherlands', 'NL', 'South Holland'],
  ['Amsterdam, Noord-Holland, Nederland', 'NL', 'North Holland'],
  ['The Netherlands', 'NL', null],
  ['Ville de Paris, Île-de-France, France', 'FR', 'Île-de-France'],
  ['Paris et périphérie', 'FR', 'Île-de-France'],
  ['Greater Paris Metropolitan Region', 'FR', 'Île-de-France'],
  ['Madrid y alrededores', 'ES', 'Community of Madrid'],
  ['Barcelona, Cataluña, España', 'ES', 'Catalonia'],
  ['Milano e dintorni', 'IT', 'Lombardy'],
  ['Singapore', 'SG', null],
  ['Hong Kong SAR', 'HK', null],
  ['Luxembourg', 'LU', null],
  ['Germany - Remote', 'DE', null],
  ['Remote (Germany)', 'DE', null],
  ['Remote, Germany', 'DE', null],
  ['Türkiye', 'TR', null],
  ['South Korea', 'KR', null],
  ['Remote', null, null],
  ['EMEA', null, null],
  ['Earth 🌍', null, null],
  ['in', 'IN', null],
  ['Europe', null, null],
  ['and', null, null],
  ['', null, null],
] as const)('%j is %j, %j', (text, country, region) => {
  expect(parseLocation(text)).toEqual({ country, region });
});

test('null is nowhere', () => {
  expect(parseLocation(null)).toEqual({ country: null, region: null });
  expect(parseLocation(undefined)).toEqual({ country: null, region: null });
});

test.each([
  ['Germany', 'DE'],
  ['deutschland', 'DE'],
  ['DEU', 'DE'],
  ['de', 'DE'],
  ['GB', 'GB'],
  ['uk', 'GB'],
  ['Great Britain', 'GB'],
  ['Pays-Bas', 'NL'],
  ['Estados Unidos', 'US'],
  ['Italien', 'IT'],
  ['Atlantis', null],
  ['XX', null],
] as const)('the country %j is %j', (text, code) => {
  expect(countryOf(text)).toBe(code);
});

test('the name of a country leads back to it in every language, and by its three-letter code', () => {
  for (const code of ['DE', 'AT', 'CH', 'US', 'GB', 'NL', 'FR', 'ES', 'IT', 'SE', 'PL', 'IN', 'JP']) {
    expect(countryOf(countryName(code))).toBe(code);
  }
  expect(countryLanguages.length).toBeGreaterThanOrEqual(6);
});

describe('the tables', () => {
  test('every state and province reads with its country, by name and by code', () => {
    for (const [table, country] of [
      [usStates, 'US'],
      [canadianProvinces, 'CA'],
    ] as const) {
      for (const [code, name] of Object.entries(table)) {
        expect(parseLocation(`Somewhere, ${name}, ${countryName(country)}`)).toEqual({ country, region: name });
        expect(parseLocation(`Somewhere, ${code}, ${countryName(country)}`)).toEqual({ country, region: name });
      }
    }
  });

  test('every region reads beside its country, in every spelling', () => {
    for (const [country, list] of Object.entries(regions)) {
      for (const spellings of list) {
        for (const spelling of spellings) {
          expect([spelling, parseLocation(`Somewhere, ${spelling}, ${countryName(country)}`)]).toEqual([
            spelling,
            { country, region: spellings[0] },
          ]);
        }
      }
    }
  });

  test('every city reads alone and beside its country, and its region is in the table', () => {
    for (const [country, region, spellings] of cities) {
      const known = (regions[country] ?? []).map(([name]) => name);
      if (region !== null) expect(known).toContain(region);
      for (const city of spellings.split(' | ')) {
        expect([city, parseLocation(city)]).toEqual([city, { country, region }]);
        if (!city.includes(',')) expect([city, parseLocation(`${city}, ${country}`).country]).toEqual([city, country]);
      }
    }
  });
});

test('any text is read without failing, and a region never comes without its country', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter, maxLength: 250 }), (text) => {
      const place = parseLocation(text);
      expect(place.country === null ? place.region : null).toBeNull();
    }),
  );
});
