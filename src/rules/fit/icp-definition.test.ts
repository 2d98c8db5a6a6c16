/** What a file with an ideal customer profile may hold, and how it is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { exclusionSwitches, exclusionSwitchNames } from './icp-definition';
import { defaultImportance, defaultWeights, icpChanges, icpCriteria, prepareIcp, readIcp, type IcpFacts } from './icp';

/** Definitions that are refused, and what is said. */
test.each<readonly [string, unknown, string, RegExp]>([
  ['nothing asked for', {}, '', /asks for nothing; give at least one of titles/],
  ['only exclusions', { exclusions: { countries: ['US'] } }, '', /asks for nothing/],
  ['no object', 'sales people', '', /must be an object/],
  ['nothing at all', null, '', /must be an object/],
  ['a mistyped field', { title: ['CEO'], countries: ['DE'] }, '', /unknown field "title"; known are .*titles/],
  [
    'a mistyped exclusion',
    { countries: ['DE'], exclusions: { country: ['US'] } },
    'exclusions',
    /unknown field "country"; known are .*companies/,
  ],
  [
    'a mistyped weight',
    { countries: ['DE'], weights: { country: 1 } },
    'weights',
    /unknown field "country"; known are role/,
  ],
  ['companies to ask for', { companies: ['Acme'], countries: ['DE'] }, '', /unknown field "companies"/],
  [
    'an unknown seniority',
    { seniorities: ['vp', 'c-level'] },
    'seniorities[1]',
    /"c-level" is no seniority; use one of owner, cxo/,
  ],
  ['an unknown function', { functions: ['golf'] }, 'functions[0]', /"golf" is no function/],
  ['an unknown country', { countries: ['DE', 'Atlantis'] }, 'countries[1]', /"Atlantis" is no country/],
  [
    'Norway as YAML 1.1 reads it',
    { countries: [false] },
    'countries[0]',
    /false is no country; put the code in quotes/,
  ],
  ['a size inside a bucket', { sizes: ['100-5000'] }, 'sizes[0]', /"100-5000" is no company size; use 1, 2-10/],
  ['no list', { titles: 'CEO' }, 'titles', /must be a list of titles/],
  ['an empty title', { titles: [' '] }, 'titles[0]', /must contain a letter/],
  ['a title of punctuation', { titles: ['--'] }, 'titles[0]', /must contain a letter/],
  ['a negative weight', { countries: ['DE'], weights: { location: -1 } }, 'weights.location', /must be 0 or more/],
  ['a vanishing weight', { countries: ['DE'], weights: { location: 1e-300 } }, 'weights.location', /at least 0.001/],
  [
    'a weight in words',
    { countries: ['DE'], weights: { location: 'much' } },
    'weights.location',
    /"much" is no weight/,
  ],
  [
    'no weight for all that is asked',
    { countries: ['DE'], weights: { location: 0 } },
    'weights',
    /must not be 0 for everything/,
  ],
  ['too many values', { titles: Array.from({ length: 201 }, (_, n) => `t${n}`) }, 'titles', /at most 200/],
])('refused: %s', (_name, input, path, message) => {
  const read = readIcp(input);
  expect('problems' in read).toBe(true);
  if ('problems' in read) {
    expect(read.problems).toHaveLength(1);
    expect(read.problems[0]?.path).toBe(path);
    expect(read.problems[0]?.message).toMatch(message);
  }
});

test('every problem is told at once', () => {
  const read = readIcp({ seniorities: ['boss'], countries: ['Atlantis'], sizes: ['many'], functions: ['golf'] });
  expect('problems' in read && read.problems.map(({ path }) => path).sort()).toEqual([
    'countries[0]',
    'functions[0]',
    'seniorities[0]',
    'sizes[0]',
  ]);
});

test('values come to one spelling, duplicates collapse, spans open, defaults are filled in', () => {
  expect(
    readIcp({
      countries: ['Germany', 'de', 'DEU'],
      industries: ['Computer Software', 'Software'],
      sizes: ['11-200', 250, '51–200'],
    }),
  ).toEqual({
    definition: {
      titles: [],
      fieldWords: [],
      seniorities: [],
      functions: [],
      industries: ['Software Development'],
      sizes: ['11-50', '51-200', '201-500'],
      countries: ['DE'],
      exclusions: {
        titles: [],
        seniorities: [],
        functions: [],
        industries: [],
        sizes: [],
        countries: [],
        companies: [],
      },
      importance: defaultImportance,
      exclude: Object.fromEntries(exclusionSwitchNames.map((name) => [name, exclusionSwitches[name].on])),
      weights: defaultWeights,
    },
  });
});

describe('the example file', () => {
  const perfect: IcpFacts = {
    title: 'VP Sales',
    seniority: 'vp',
    function: 'sales',
    companyName: 'Acme GmbH',
    companySize: '51-200',
    industry: 'Computer Software',
    country: 'DE',
  };
  const input: unknown = parse(readFileSync(join(__dirname, '../../../examples/icp.yaml'), 'utf8'));
  const read = readIcp(input);

  test('is valid and shows every field', () => {
    expect(read).toHaveProperty('definition');
    if (!('definition' in read)) return;
    const { definition } = read;
    for (const field of ['titles', 'seniorities', 'functions', 'industries', 'sizes', 'countries'] as const) {
      expect([field, definition[field].length > 0]).toEqual([field, true]);
    }
    expect(Object.values(definition.exclusions).every((list) => list.length > 0)).toBe(true);
    expect(Object.keys(definition.weights)).toEqual(icpCriteria);
  });

  test('wants the people it is about', () => {
    if (!('definition' in read)) throw new Error('not valid');
    const matcher = prepareIcp(read.definition);
    expect(matcher(perfect).percent).toBe(100);
    expect(matcher({ ...perfect, seniority: 'training', title: 'Sales Intern' })).toMatchObject({
      percent: 0,
      disqualified: true,
    });
  });
});

describe('a file from before importance', () => {
  const older = { seniorities: ['vp'], functions: ['sales'], countries: ['DE'], weights: { title: 50, function: 20 } };
  test('is read, and what that changes is said', () => {
    const read = readIcp(older);
    if (!('definition' in read)) throw new Error('not valid');
    expect(read.definition.weights).toEqual({ role: 70, location: 15, industry: 20, size: 20 });
    expect(read.definition.importance).toEqual({ role: 'must', location: 'must', industry: 'should', size: 'should' });
    expect(icpChanges(older)).toHaveLength(4);
    expect(icpChanges(read.definition)).toEqual([]);
  });
});
