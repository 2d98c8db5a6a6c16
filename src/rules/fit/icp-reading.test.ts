/** Each value that a profile may hold: the bounds of lists and texts, the words of a refusal, and what older files change. */
import { icpChanges, icpCriteria, importances, readIcp } from './icp';
import { configuredCriteria, exclusionSwitches } from './icp-definition';

const asks = { countries: ['DE'] };
const read = (change: object) => {
  const found = readIcp({ ...asks, ...change });
  if (!('definition' in found)) throw new Error(JSON.stringify(found.problems));
  return found.definition;
};
/** The only problem: where it lies and what is said. */
const problem = (input: unknown) => {
  const found = readIcp(input);
  return 'problems' in found ? found.problems.map(({ path, message }) => `${path}: ${message}`) : [];
};
const many = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`);

test.each<readonly [string, object, string]>([
  ['a title that is no text', { titles: [7] }, 'titles[0]: 7 is no text; put it in quotes'],
  ['a name that is none', { name: true }, 'name: true is no text; put it in quotes'],
  ['a long title', { titles: ['x'.repeat(161)] }, 'titles[0]: at most 160 characters'],
  ['a long name', { name: 'x'.repeat(161) }, 'name: at most 160 characters'],
  ['a name without letters', { name: ' - ' }, 'name: must contain a letter or digit'],
  ['a long description', { description: 'x'.repeat(2001) }, 'description: at most 2000 characters'],
  ['201 sizes', { sizes: Array.from({ length: 201 }, () => '1') }, 'sizes: at most 200 values'],
  ['sizes that are no list', { sizes: '1' }, 'sizes: must be a list of company sizes'],
  ['a size of a wrong kind', { sizes: ['1', true] }, 'sizes[1]: true is no company size'],
  ['functions that are no list', { functions: 'it' }, 'functions: must be a list of functions'],
  ['ranks that are no list', { seniorities: 'vp' }, 'seniorities: must be a list of seniorities'],
  ['industries that are no list', { industries: 'Banking' }, 'industries: must be a list of industries'],
  ['countries that are no list', { countries: 'DE' }, 'countries: must be a list of countries'],
  [
    'companies that are no list',
    { exclusions: { companies: 'Acme' } },
    'exclusions.companies: must be a list of company names',
  ],
  ['a heavy weight', { weights: { size: 1000.1 } }, 'weights.size: must be 1000 or less'],
  ['a tiny weight', { weights: { role: 0.0009 } }, 'weights.role: must be 0 or at least 0.001'],
  ['a weight in words', { weights: { size: 'x' } }, 'weights.size: "x" is no weight; use a number from 0 to 1000'],
  [
    'an importance',
    { importance: { size: 'very' } },
    'importance.size: "very" is no importance; use one of must, should, nice',
  ],
  [
    'an importance of nothing',
    { importance: { shoe: 'must' } },
    'importance: unknown field "shoe"; known are role, location, industry, size',
  ],
  [
    'an importance that is none',
    { importance: 'must' },
    'importance: must be an object with role, location, industry, size',
  ],
  ['a switch in words', { exclude: { retired: 'yes' } }, 'exclude.retired: "yes" is neither true nor false'],
  [
    'a switch of nothing',
    { exclude: { cats: true } },
    'exclude: unknown field "cats"; known are ownStaff, competitorStaff, recruiters, vendors, students, jobSeekers, aspiring, interim, freelance, retired',
  ],
  [
    'an exclusion of nothing',
    { exclusions: { cats: [] } },
    'exclusions: unknown field "cats"; known are titles, seniorities, functions, industries, sizes, countries, companies',
  ],
  [
    'two unknown fields',
    { cats: 1, dogs: 2 },
    ': unknown field "cats", "dogs"; known are name, description, titles, seniorities, functions, industries, sizes, countries, fieldWords, importance, exclude, exclusions, weights',
  ],
  [
    'a country by a long text',
    { countries: ['x'.repeat(61)] },
    `countries[0]: "${'x'.repeat(56)}… is no country; use an ISO code such as DE, or its name`,
  ],
  [
    'a country of 58 letters, told in full',
    { countries: ['x'.repeat(58)] },
    `countries[0]: "${'x'.repeat(58)}" is no country; use an ISO code such as DE, or its name`,
  ],
  [
    'a country of 59 letters, told in part',
    { countries: ['x'.repeat(59)] },
    `countries[0]: "${'x'.repeat(56)}… is no country; use an ISO code such as DE, or its name`,
  ],
  ['a country that is a list', { countries: [['DE']] }, 'countries[0]: ["DE"] is no country; put the code in quotes'],
  [
    'a country that is nothing',
    { countries: [undefined] },
    'countries[0]: nothing is no country; put the code in quotes',
  ],
  [
    'a size that is none',
    { sizes: ['1', '7-19', 0] },
    'sizes[1]: "7-19" is no company size; use 1, 2-10, 11-50, 51-200, 201-500, 501-1000, 1001-5000, 5001-10000, 10001+, or a span of them such as 51-5000',
  ],
])('refused: %s', (_name, change, said) => {
  expect(problem({ ...asks, ...change })[0]).toBe(said);
});
test('each size that is none is told at its place', () => {
  expect(problem({ sizes: ['1', 'many', 0] }).map((text) => text.split(':')[0])).toEqual(['sizes[1]', 'sizes[2]']);
});

test.each<readonly [string, object, object]>([
  ['200 titles', { titles: many(200) }, { titles: many(200) }],
  ['a title of 160 letters', { titles: ['x'.repeat(160)] }, { titles: ['x'.repeat(160)] }],
  ['a title of digits, trimmed', { titles: [' 007 '] }, { titles: ['007'] }],
  [
    'a name and a description',
    { name: ' DACH ', description: 'x'.repeat(2000) },
    { name: 'DACH', description: 'x'.repeat(2000) },
  ],
  [
    'the heaviest weight and none',
    { weights: { size: 1000, role: 0 } },
    { weights: { role: 0, location: 15, industry: 20, size: 1000 } },
  ],
  [
    'the lightest weight',
    { weights: { location: 0.001 } },
    { weights: { role: 45, location: 0.001, industry: 20, size: 20 } },
  ],
  [
    'a title’s weight alone',
    { weights: { title: 5 } },
    { weights: { role: 15, location: 15, industry: 20, size: 20 } },
  ],
  [
    'a function’s weight alone',
    { weights: { function: 5 } },
    { weights: { role: 40, location: 15, industry: 20, size: 20 } },
  ],
  [
    'a role beside older weights',
    { weights: { role: 7, title: 1, function: 1 } },
    { weights: { role: 7, location: 15, industry: 20, size: 20 } },
  ],
  [
    'an importance beside what is usual',
    { importance: { size: 'nice' } },
    { importance: { role: 'must', location: 'must', industry: 'should', size: 'nice' } },
  ],
  ['an unknown industry as written', { industries: [' Basket  weaving '] }, { industries: ['Basket weaving'] }],
  ['a bucket, a head count and an open size', { sizes: ['1', 30, '10001+'] }, { sizes: ['1', '11-50', '10001+'] }],
  ['spans with both dashes', { sizes: ['1-10', '201–1000'] }, { sizes: ['1', '2-10', '201-500', '501-1000'] }],
  ['an open span', { sizes: ['1001+'] }, { sizes: ['1001-5000', '5001-10000', '10001+'] }],
  ['sizes in their order, each once', { sizes: ['11-50', '1', 1] }, { sizes: ['1', '11-50'] }],
  [
    'an excluded company',
    { exclusions: { companies: ['Acme', 'Acme'] } },
    { exclusions: expect.objectContaining({ companies: ['Acme'] }) },
  ],
])('read: %s', (_name, change, expected) => {
  expect(read(change)).toMatchObject(expected);
});

test('what is left out, and what is not, where the file says nothing', () => {
  expect(read({}).exclude).toEqual({
    ownStaff: true,
    competitorStaff: true,
    recruiters: true,
    vendors: false,
    students: true,
    jobSeekers: true,
    aspiring: true,
    interim: false,
    freelance: false,
    retired: true,
  });
  expect(read({ exclude: { retired: false, vendors: true } }).exclude).toMatchObject({
    retired: false,
    vendors: true,
    students: true,
  });
  for (const { who } of Object.values(exclusionSwitches))
    expect(who).toMatch(/^(people|students|recruiters|interim|freelancers)\b/);
});

test('the lists of words are these', () => {
  expect(icpCriteria).toEqual(['role', 'location', 'industry', 'size']);
  expect(importances).toEqual(['must', 'should', 'nice']);
});

const nothing = {
  titles: [],
  fieldWords: [],
  seniorities: [],
  functions: [],
  industries: [],
  sizes: [],
  countries: [],
};
type Lists = Parameters<typeof configuredCriteria>[0];
test.each<readonly [string, Partial<Lists>, string[]]>([
  ['nothing', {}, []],
  ['a title', { titles: ['CTO'] }, ['role']],
  ['a rank', { seniorities: ['vp'] }, ['role']],
  ['a function', { functions: ['it'] }, ['role']],
  ['a word of a field', { fieldWords: ['lab'] }, ['role']],
  ['a title, a rank and a function', { titles: ['CTO'], seniorities: ['vp'], functions: ['it'] }, ['role']],
  ['a country', { countries: ['DE'] }, ['location']],
  ['an industry', { industries: ['Banking'] }, ['industry']],
  ['a size', { sizes: ['1'] }, ['size']],
  ['a size and a country', { sizes: ['1'], countries: ['DE'] }, ['location', 'size']],
])('%s asks for these criteria', (_name, lists, expected) => {
  expect(configuredCriteria({ ...nothing, ...lists })).toEqual(expected);
});

test.each<readonly [string, object, string[]]>([
  [
    'no weight for what is asked',
    { weights: { location: 0 } },
    ['weights: must not be 0 for everything that is asked for (location)'],
  ],
  [
    'no weight for both',
    { sizes: ['1'], weights: { location: 0, size: 0 } },
    ['weights: must not be 0 for everything that is asked for (location, size)'],
  ],
  ['no weight for one of two', { sizes: ['1'], weights: { location: 0 } }, []],
  [
    'nothing asked',
    { countries: [] },
    [
      ': asks for nothing; give at least one of titles, seniorities, functions, industries, sizes, countries, fieldWords',
    ],
  ],
])('weights: %s', (_name, change, said) => expect(problem({ ...asks, ...change })).toEqual(said));

describe('what reading an older file changes', () => {
  const [weights, role, importance, exclude] = [
    'weights.title and weights.function are one weight now, weights.role: their sum.',
    'Seniority and function are one criterion now, role: a listed seniority counts only with a listed function.',
    'importance is not given: role and location are a must, industry and size a should. A person known to miss a must is never QUALIFIED or PRIORITY.',
    'exclude is not given: ownStaff, competitorStaff, recruiters, students, jobSeekers, aspiring, retired are left out.',
  ];
  const whole = { importance: {}, exclude: {} };
  test.each<readonly [string, unknown, (string | undefined)[]]>([
    ['no object', 'text', []],
    ['null', null, []],
    ['one that says it all', whole, []],
    ['one that says nothing', {}, [importance, exclude]],
    ['one without exclude', { importance: {} }, [exclude]],
    ['one without importance', { exclude: {} }, [importance]],
    ['a title’s weight', { ...whole, weights: { title: 1 } }, [weights]],
    ['a function’s weight', { ...whole, weights: { function: 1 } }, [weights]],
    ['the weights of today', { ...whole, weights: { role: 1 } }, []],
    ['weights that are no object', { ...whole, weights: 'much' }, []],
    ['ranks and functions', { exclude: {}, seniorities: ['vp'], functions: ['it'] }, [role, importance]],
    ['titles and functions', { exclude: {}, titles: ['CTO'], functions: ['it'] }, [role, importance]],
    ['functions alone', { exclude: {}, functions: ['it'] }, [importance]],
    ['ranks and titles', { exclude: {}, seniorities: ['vp'], titles: ['CTO'] }, [importance]],
    ['empty lists', { exclude: {}, seniorities: [], titles: [], functions: ['it'] }, [importance]],
    ['an empty list of functions', { exclude: {}, seniorities: ['vp'], functions: [] }, [importance]],
    ['no lists', { exclude: {}, seniorities: 'vp', functions: 'it' }, [importance]],
    ['ranks and functions with importance', { ...whole, seniorities: ['vp'], functions: ['it'] }, []],
  ])('%s', (_name, input, said) => expect(icpChanges(input)).toEqual(said));
});
