/** What each criterion and exclusion finds, in the words in which it says so. */
import { vocabularyFiles } from '../../../packages/reader/src/text/vocabulary-file';
import {
  matchIcp,
  noFacts,
  icpDefinitionSchema,
  prepareIcp,
  type ExclusionReason,
  type IcpFacts,
  type IcpInput,
} from './icp';
import { exclusionSwitchNames } from './icp-definition';

const found = (definition: IcpInput, facts: Partial<IcpFacts>) =>
  matchIcp({ ...noFacts, ...facts }, definition).evidence.map(({ outcome, detail }) => `${outcome}: ${detail}`);

const ranks: IcpInput = { seniorities: ['cxo', 'vp'] };
const sellers: IcpInput = { functions: ['sales'] };
const both: IcpInput = { seniorities: ['cxo', 'vp'], functions: ['sales'] };
const titles: IcpInput = { titles: ['Head of Growth', 'VP of Sales'] };

test.each<readonly [string, IcpInput, Partial<IcpFacts>, string]>([
  ['a listed title as the file writes it', titles, { title: 'Vice President Sales' }, 'match: title has "VP of Sales"'],
  ['the first of the list', titles, { title: 'Head Growth, VP Sales' }, 'match: title has "Head of Growth"'],
  ['another title', titles, { title: 'Clerk' }, 'mismatch: title is not listed'],
  ['no title for a list', titles, { seniority: 'vp', function: 'sales' }, 'unknown: title unknown'],
  ['a title where none is listed', ranks, { title: 'VP Sales', seniority: 'vp' }, 'match: seniority vp'],
  ['a rank without a title', ranks, { seniority: 'vp' }, 'match: seniority vp'],
  ['a rank that is not listed', ranks, { title: 'Clerk', seniority: 'entry' }, 'mismatch: seniority entry'],
  ['nothing', ranks, {}, 'unknown: title unknown'],
  ['a title in unknown words', ranks, { title: 'Gaffer' }, 'unknown: seniority unknown'],
  ['a title without a rank', ranks, { title: 'Engineer', function: 'engineering' }, 'mismatch: title names no rank'],
  ['a rank that is none', ranks, { title: 'X', seniority: 'boss', function: 'it' }, 'mismatch: title names no rank'],
  ['a rank that is none, no title', ranks, { seniority: 'boss' }, 'unknown: title unknown'],
  ['an owner who is chief too', ranks, { title: 'Founder & CEO', seniority: 'owner' }, 'match: seniority owner'],
  ['an owner alone', ranks, { title: 'Founder', seniority: 'owner' }, 'match: seniority owner'],
  [
    'an owner where managers are asked',
    { seniorities: ['manager'] },
    { title: 'Founder', seniority: 'owner' },
    'mismatch: seniority owner',
  ],
  ['an owner without a title', ranks, { seniority: 'owner' }, 'match: seniority owner'],
  [
    'a chief who is owner too',
    { seniorities: ['owner'] },
    { title: 'CEO & Owner', seniority: 'cxo' },
    'match: seniority owner',
  ],
  [
    'a chief who is partner too',
    { seniorities: ['partner'] },
    { title: 'CEO & Partner', seniority: 'cxo' },
    'match: seniority partner',
  ],
  ['a partner who is chief too', ranks, { title: 'Partner & CFO', seniority: 'partner' }, 'match: seniority cxo'],
  // Only owners, chiefs and partners hold two ranks at once.
  ['a manager beside a chief’s word', ranks, { title: 'CEO', seniority: 'manager' }, 'mismatch: seniority manager'],
  [
    'an owner who is vice president too',
    { seniorities: ['vp'] },
    { title: 'Founder & VP', seniority: 'owner' },
    'mismatch: seniority owner',
  ],
  ['a listed function', sellers, { function: 'sales' }, 'match: function sales'],
  ['another function', sellers, { function: 'it' }, 'mismatch: function it'],
  ['no function', sellers, { title: 'Clerk' }, 'unknown: function unknown'],
  ['a function that is none', sellers, { function: 'golf' }, 'unknown: function unknown'],
  ['an owner', sellers, { seniority: 'owner', function: 'it' }, 'match: general management'],
  ['a chief who manages', sellers, { seniority: 'cxo', function: 'management' }, 'match: general management'],
  ['a chief of something', sellers, { seniority: 'cxo', function: 'it' }, 'mismatch: function it'],
  ['a general manager', sellers, { seniority: 'director', function: 'management' }, 'match: general management'],
  [
    'a director of a small company',
    sellers,
    { title: 'Director', seniority: 'director', companySize: '51-200' },
    'match: general management',
  ],
  [
    'a partner who does something else',
    sellers,
    { title: 'Socia e direttore tecnico', seniority: 'partner', function: 'engineering' },
    'unknown: partner, function engineering',
  ],
  [
    'a partner who does something else at a large firm',
    sellers,
    { title: 'Tax Partner', seniority: 'partner', function: 'finance', companySize: '201-500' },
    'mismatch: function finance',
  ],
  [
    'a partner where owners are asked for',
    { seniorities: ['owner', 'cxo'] },
    { title: 'Socio e ingeniero', seniority: 'partner', function: 'engineering' },
    'unknown: seniority partner',
  ],
  [
    'the same of a large firm',
    { seniorities: ['owner', 'cxo'] },
    { title: 'Tax Partner', seniority: 'partner', function: 'finance', companySize: '1001-5000' },
    'mismatch: seniority partner',
  ],
  ['a partner', sellers, { title: 'Partner', seniority: 'partner' }, 'match: general management'],
  [
    'a director of a large company',
    sellers,
    { title: 'Director', seniority: 'director', companySize: '201-500' },
    'unknown: function unknown',
  ],
  [
    'a director of what nobody knows',
    sellers,
    { title: 'Director Blorven', seniority: 'director' },
    'unknown: function unknown',
  ],
  ['a manager of nothing', sellers, { title: 'Manager', seniority: 'manager' }, 'unknown: function unknown'],
  ['who manages without a rank', sellers, { function: 'management' }, 'mismatch: function management'],
  ['a senior who manages', sellers, { seniority: 'senior', function: 'management' }, 'mismatch: function management'],
  [
    'a title that opens the headline',
    titles,
    { headline: 'Head of Growth | Acme' },
    'match: title has "Head of Growth"',
  ],
  [
    'more of it than was read',
    titles,
    { title: 'Head', headline: 'Head of Growth' },
    'match: title has "Head of Growth"',
  ],
  [
    'another title than the headline’s',
    titles,
    { title: 'Manager', headline: 'Head of Growth' },
    'mismatch: title is not listed',
  ],
  ['a title with more words', titles, { headline: 'Aspiring Head of Growth, Acme' }, 'unknown: title unknown'],
  ['a title further on', titles, { headline: 'Acme | Head of Growth' }, 'unknown: title unknown'],
  ['a headline without a word', titles, { headline: ' | Acme' }, 'unknown: title unknown'],
  ['both', both, { seniority: 'vp', function: 'sales' }, 'match: seniority vp, function sales'],
  ['neither', both, { seniority: 'entry', function: 'it' }, 'mismatch: seniority entry, function it'],
  ['a rank alone', both, { seniority: 'vp', function: 'it' }, 'mismatch: function it'],
  ['a function alone', both, { seniority: 'entry', function: 'sales' }, 'mismatch: seniority entry'],
  ['a rank, the function unknown', both, { title: 'VP', seniority: 'vp' }, 'unknown: function unknown'],
  ['a wrong rank, the function unknown', both, { title: 'X', seniority: 'entry' }, 'mismatch: seniority entry'],
  ['a function, the title unknown', both, { function: 'sales' }, 'unknown: title unknown'],
  ['neither known', both, { title: 'Gaffer' }, 'unknown: seniority unknown, function unknown'],
  ['a size', { sizes: ['51-200'] }, { companySize: '51-200' }, 'match: company size 51-200'],
  ['another size', { sizes: ['51-200'] }, { companySize: '1' }, 'mismatch: company size 1'],
  ['no size', { sizes: ['51-200'] }, {}, 'unknown: company size unknown'],
  ['a size that is none', { sizes: ['51-200'] }, { companySize: '7' }, 'unknown: company size unknown'],
  ['a country in small letters', { countries: ['DE'] }, { country: 'de' }, 'match: Germany'],
  ['another country', { countries: ['DE'] }, { country: 'AT' }, 'mismatch: Austria'],
  ['no country', { countries: ['DE'] }, {}, 'unknown: country unknown'],
  ['an empty country', { countries: ['DE'] }, { country: '' }, 'unknown: country unknown'],
  ['an industry', { industries: ['Banking'] }, { industry: 'bank' }, 'match: Banking'],
  ['another industry', { industries: ['Banking'] }, { industry: 'Insurance' }, 'mismatch: Insurance'],
  ['an industry of a listed sector', { industries: ['Financial Services'] }, { industry: 'Bank' }, 'match: Banking'],
  [
    'the sector of a listed industry',
    { industries: ['Banking'] },
    { industry: 'Finance' },
    'mismatch: Financial Services',
  ],
  ['no industry', { industries: ['Banking'] }, {}, 'unknown: industry unknown'],
  ['an empty industry', { industries: ['Banking'] }, { industry: ' ' }, 'unknown: industry unknown'],
  ['own words', { industries: ['Weaving'] }, { industry: 'WEAVING' }, 'match: industry is listed'],
  ['other own words', { industries: ['Weaving'] }, { industry: 'Knitting' }, 'mismatch: industry is not listed'],
  [
    'own words in a listed sector',
    { industries: ['Manufacturing'] },
    { industry: 'Soap Manufacturing' },
    'match: industry is listed',
  ],
])('%s', (_name, definition, facts, said) => {
  expect(found(definition, facts)).toEqual([said]);
});

test('a matcher that is used again for others finds each one’s own', () => {
  const matcher = prepareIcp({ titles: ['CTO'], exclusions: { titles: ['Recruiter'] }, countries: ['DE'] });
  const one = (title: string, country: string) =>
    matcher({ ...noFacts, title, country }).evidence.map(({ outcome, detail }) => `${outcome}: ${detail}`);
  const cto = ['match: title has "CTO"', 'match: Germany'];
  const recruiter = ['mismatch: title has "Recruiter"', 'mismatch: title is not listed', 'mismatch: France'];
  expect([one('CTO', 'DE'), one('Recruiter', 'FR'), one('CTO', 'DE')]).toEqual([cto, recruiter, cto]);
});

const exclusions: NonNullable<IcpInput['exclusions']> = {
  titles: ['Talent Partner', 'Recruiter'],
  seniorities: ['training', 'unpaid'],
  functions: ['education'],
  companies: ['Rival, Inc.', 'Other GmbH'],
  industries: ['Financial Services', 'Weaving'],
  sizes: ['1', '2-10'],
  countries: ['RU', 'BY'],
};
test.each<readonly [Partial<IcpFacts>, string[]]>([
  [{ title: 'Senior Recruiter' }, ['excludedTitle: title has "Recruiter"']],
  [{ title: 'Talent Partner and Recruiter' }, ['excludedTitle: title has "Talent Partner"']],
  [{ title: 'Recruiters’ Friend' }, []],
  [{ seniority: 'unpaid' }, ['excludedSeniority: seniority unpaid']],
  [{ function: 'education' }, ['excludedFunction: function education']],
  [{ companyName: 'OTHER' }, ['excludedCompany: company Other GmbH']],
  [{ companyName: 'Others' }, []],
  [{ industry: 'Bank' }, ['excludedIndustry: industry Banking']],
  [{ industry: 'weaving' }, ['excludedIndustry: industry is one that you leave out']],
  [{ industry: 'Knitting' }, []],
  [{ companySize: '2-10' }, ['excludedSize: company size 2-10']],
  [{ companySize: '11-50' }, []],
  [{ country: 'by' }, ['excludedCountry: country BY']],
  [{ country: 'DE' }, []],
  [{}, []],
  [
    { title: 'Recruiter', country: 'RU', companySize: '1', industry: 'Weaving' },
    [
      'excludedTitle: title has "Recruiter"',
      'excludedIndustry: industry is one that you leave out',
      'excludedSize: company size 1',
      'excludedCountry: country RU',
    ],
  ],
])('%j is excluded by %j', (facts, said) => {
  const { evidence, disqualified, grade, percent } = matchIcp(
    { ...noFacts, function: 'sales', ...facts },
    { functions: ['sales', 'education'], exclusions },
  );
  const excluding = evidence.slice(0, -1);
  expect(excluding.map(({ criterion, detail }) => `${criterion}: ${detail}`)).toEqual(said);
  for (const one of excluding) expect(one).toMatchObject({ outcome: 'mismatch', weight: 0, importance: 'must' });
  expect([disqualified, grade, percent]).toEqual(said.length > 0 ? [true, 'D', 0] : [false, 'A', 100]);
  expect(evidence.at(-1)).toMatchObject({ criterion: 'role', weight: 100, importance: 'must' });
});

test('each reason counts by its own switch, under its own name', () => {
  const reasons = exclusionSwitchNames.map((name): ExclusionReason => ({ name, detail: `said of ${name}` }));
  const excluded = (exclude: IcpInput['exclude']) =>
    matchIcp({ ...noFacts, reasons }, { countries: ['DE'], exclude })
      .evidence.slice(0, -1)
      .map(({ criterion, detail }) => `${criterion}: ${detail}`);
  const off = Object.fromEntries(exclusionSwitchNames.map((name) => [name, false]));
  expect(excluded(off)).toEqual([]);
  expect(exclusionSwitchNames.map((name) => excluded({ ...off, [name]: true }))).toEqual([
    ['excludedOwnStaff: said of ownStaff'],
    ['excludedCompetitorStaff: said of competitorStaff'],
    ['excludedRecruiters: said of recruiters'],
    ['excludedVendors: said of vendors'],
    ['excludedStudents: said of students'],
    ['excludedJobSeekers: said of jobSeekers'],
    ['excludedAspiring: said of aspiring'],
    ['excludedInterim: said of interim'],
    ['excludedFreelance: said of freelance'],
    ['excludedRetired: said of retired'],
  ]);
});

test('an exclusion comes before the criteria, which keep their own grade’s evidence', () => {
  const match = matchIcp(
    { ...noFacts, country: 'RU', function: 'sales', reasons: [{ name: 'retired', detail: 'r' }] },
    { countries: ['RU'], functions: ['sales'], exclusions: { countries: ['RU'] } },
  );
  expect(match.evidence.map(({ criterion }) => criterion)).toEqual([
    'excludedCountry',
    'excludedRetired',
    'role',
    'location',
  ]);
});

/** 45, 15, 20 and 20 of 100, by what is known of four criteria. */
test.each<readonly [Partial<IcpFacts>, number, string]>([
  [{ country: 'DE' }, 39, 'D'],
  [{ country: 'DE', companySize: '1' }, 59, 'C'],
  [{ function: 'sales' }, 67, 'B'],
  [{ function: 'sales', country: 'DE' }, 77, 'A'],
  [{ function: 'sales', country: 'DE', industry: 'Insurance' }, 67, 'B'],
  [{ function: 'sales', country: 'DE', industry: 'Bank', companySize: '1' }, 100, 'A'],
  [{ function: 'it', country: 'DE', industry: 'Bank', companySize: '1' }, 55, 'C'],
])('%j fits by %i, grade %s', (facts, percent, grade) => {
  const definition: IcpInput = { functions: ['sales'], countries: ['DE'], industries: ['Banking'], sizes: ['1'] };
  expect(matchIcp({ ...noFacts, ...facts }, definition)).toMatchObject({ percent, grade, disqualified: false });
});

test('evidence is shared between people and cannot be changed', () => {
  const matcher = prepareIcp({ countries: ['DE'], exclusions: { sizes: ['1'] } });
  const [excluded, location] = matcher({ ...noFacts, country: 'DE', companySize: '1' }).evidence;
  expect([Object.isFrozen(excluded), Object.isFrozen(location)]).toEqual([true, true]);
  const again = matcher({ ...noFacts, country: 'DE', companySize: '1' }).evidence;
  expect([again[0] === excluded, again[1] === location]).toEqual([true, true]);
});

test('a company that is left out is left out with every legal form, in every way to write it', () => {
  const match = prepareIcp(icpDefinitionSchema.parse({ countries: ['DE'], exclusions: { companies: ['Nordwerk'] } }));
  const isOut = (companyName: string) =>
    match({ ...noFacts, companyName }).evidence.some(({ criterion }) => criterion === 'excludedCompany');
  const forms = vocabularyFiles('companies').flatMap(({ rows }) => rows.map(([form = '']) => form));
  expect(forms.length).toBeGreaterThan(500);
  expect(forms.filter((form) => !isOut(`Nordwerk ${form}`) || !isOut(`NORDWERK, ${form.toUpperCase()}`))).toEqual([]);
  for (const written of [
    'Nordwerk A/S',
    'Nordwerk s.r.o.',
    'Nordwerk B.V.',
    'Nordwerk S.p.A.',
    'Nordwerk Sp. z o.o.',
  ]) {
    expect({ written, out: isOut(written) }).toEqual({ written, out: true });
  }
  expect(isOut('Nordwind GmbH')).toBe(false);
  expect(isOut('Nordwerk Bakery')).toBe(false);
});
