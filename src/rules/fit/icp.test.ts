import fc from 'fast-check';
import { companySizes, jobFunctions, parseHeadline, seniorities } from '../../../packages/reader/src';
import { icpCriteria, importances, matchIcp, noFacts, prepareIcp, readIcp, type IcpFacts, type IcpInput } from './icp';

const perfect: IcpFacts = {
  title: 'VP Sales',
  seniority: 'vp',
  function: 'sales',
  companyName: 'Acme GmbH',
  companySize: '51-200',
  industry: 'Computer Software',
  country: 'DE',
};
const full: IcpInput = {
  seniorities: ['owner', 'cxo', 'vp', 'director'],
  functions: ['sales', 'marketing'],
  industries: ['Software Development', 'Financial Services'],
  sizes: ['51-5000'],
  countries: ['DE', 'Austria'],
};

/** Percent for what is changed of a perfect person, with the default weights (45, 15, 20, 20). */
test.each<readonly [string, Partial<IcpFacts>, number]>([
  ['everything matches', {}, 100],
  ['the title does not', { title: 'Clerk', seniority: 'entry' }, 55],
  ['the function does not', { function: 'legal' }, 55],
  ['the location is unknown', { country: null }, 92],
  ['the location does not match', { country: 'US' }, 85],
  ['only a headline is known, and it matches', { companySize: null, industry: null, country: null }, 67],
  ['only the title is known', { companySize: null, industry: null, country: null, function: null }, 0],
  ['only the function is known', { ...noFacts, function: 'sales' }, 0],
  [
    'only the headline is known, and the function does not match',
    { companySize: null, industry: null, country: null, function: 'legal' },
    0,
  ],
  ['nothing is known', noFacts, 0],
  [
    'everything is known and nothing matches',
    { title: 'Clerk', seniority: 'entry', function: 'legal', companySize: '1', industry: 'Mining', country: 'US' },
    0,
  ],
])('%s', (_name, change, percent) => {
  const match = matchIcp({ ...perfect, ...change }, full);
  expect(match.percent).toBe(percent);
  expect(match.disqualified).toBe(false);
  expect(match.evidence.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
});

test('evidence says what was found, criterion by criterion', () => {
  expect(matchIcp({ ...perfect, companySize: null, country: 'FR' }, full).evidence).toEqual([
    { criterion: 'role', outcome: 'match', weight: 45, importance: 'must', detail: 'seniority vp, function sales' },
    { criterion: 'location', outcome: 'mismatch', weight: 15, importance: 'must', detail: 'France' },
    { criterion: 'industry', outcome: 'match', weight: 20, importance: 'should', detail: 'Software Development' },
    { criterion: 'size', outcome: 'unknown', weight: 20, importance: 'should', detail: 'company size unknown' },
  ]);
});

test('weights are renormalised over what is configured, in whole percents that add up to 100', () => {
  const { evidence, percent } = matchIcp(perfect, {
    seniorities: ['vp'],
    countries: ['DE'],
    sizes: ['1'],
    weights: { size: 7 },
  });
  expect(evidence.map(({ criterion, weight }) => [criterion, weight])).toEqual([
    ['role', 67],
    ['location', 22],
    ['size', 11],
  ]);
  expect(percent).toBe(Math.round((100 * 60) / 67));
});

test('a criterion with weight 0 is not asked', () => {
  const { evidence } = matchIcp(perfect, { seniorities: ['vp'], countries: ['US'], weights: { location: 0 } });
  expect(evidence.map(({ criterion }) => criterion)).toEqual(['role']);
});

describe('title and seniority', () => {
  const outcome = (definition: IcpInput, headline: string) =>
    matchIcp({ ...noFacts, ...parseHeadline(headline) }, definition).evidence[0]?.outcome;
  const ranks: IcpInput = { seniorities: ['cxo', 'vp', 'director'] };
  const titles: IcpInput = { titles: ['Head of Growth', 'VP of Sales', 'CTO'] };
  test.each<readonly [string, IcpInput, string, 'match' | 'mismatch' | 'unknown']>([
    ['a rank that is listed', ranks, 'Marketing Director at Acme', 'match'],
    ['a rank that is not', ranks, 'Marketing Manager at Acme', 'mismatch'],
    ['a founder who is chief executive too', ranks, 'Founder & CEO at Acme', 'match'],
    ['a founder where chiefs are asked', ranks, 'Founder at Acme', 'match'],
    ['a known occupation without a rank', ranks, 'Software Engineer', 'mismatch'],
    ['a title in unknown words', ranks, 'Gaffer', 'unknown'],
    ['no title', ranks, 'Helping founders grow', 'unknown'],
    ['the assistant of a chief', ranks, 'Executive Assistant to the CEO', 'mismatch'],
    ['a listed title', titles, 'Head of Growth at Acme', 'match'],
    ['a listed title with more around it', titles, 'Interim Head of Growth, EMEA', 'match'],
    ['another spelling', titles, 'Vice President Sales', 'match'],
    ['initials for the long form', titles, 'Chief Technology Officer', 'match'],
    ['half a word', titles, 'Head of Growthhacking', 'mismatch'],
    ['an unlisted title', titles, 'Clerk', 'mismatch'],
    ['no title for a list of titles', titles, 'Open to work', 'unknown'],
    ['either of both suffices', { ...titles, seniorities: ['owner'] }, 'Owner of Acme', 'match'],
    ['neither of both', { ...titles, seniorities: ['owner'] }, 'Sales Manager', 'mismatch'],
  ])('%s', (_name, definition, headline, expected) => {
    expect(outcome(definition, headline)).toBe(expected);
  });
});

describe('a listed title', () => {
  const ranks = { seniorities: ['cxo', 'vp', 'director', 'manager'], functions: ['operations'] } satisfies IcpInput;
  const outcome = (titles: string[], headline: string) =>
    matchIcp({ ...noFacts, ...parseHeadline(headline) }, { ...ranks, titles }).evidence[0]?.outcome;
  test.each([
    ['of one word finds who answers for it', 'Supply Chain', 'VP Supply Chain at Acme', 'match'],
    ['finds a rank that is not listed', 'Controller', 'Senior Controller at Acme', 'match'],
    ['is no analyst', 'Supply Chain', 'Senior Supply Chain Analyst at Acme', 'mismatch'],
    ['is no specialist', 'Logistik', 'Spezialist Logistik bei Acme', 'mismatch'],
    ['is no junior', 'Controller', 'Junior Controller at Acme', 'mismatch'],
    ['is no assistant of its holder', 'CFO', 'Executive Assistant to the CFO at Acme', 'mismatch'],
    ['is no assistant in another language', 'CFO', 'Asystentka CFO w Acme', 'mismatch'],
    ['finds an analyst when it says so', 'Supply Chain Analyst', 'Supply Chain Analyst at Acme', 'match'],
    ['finds no junior of them', 'Supply Chain Analyst', 'Junior Supply Chain Analyst at Acme', 'mismatch'],
    ['finds who leads analysts', 'Supply Chain', 'Head of Supply Chain Analysts at Acme', 'match'],
  ])('%s', (_name, title, headline, expected) => {
    expect(outcome([title], headline)).toBe(expected);
  });
});

test('a sector covers its industries, and an industry is found by any of its names', () => {
  const outcome = (industries: string[], industry: string) =>
    matchIcp({ ...noFacts, industry }, { industries }).evidence[0]?.outcome;
  expect(outcome(['Financial Services'], 'Banking')).toBe('match');
  expect(outcome(['Banking'], 'Financial Services')).toBe('mismatch');
  expect(outcome(['software'], 'Softwareentwicklung')).toBe('match');
  expect(outcome(['Basket Weaving'], 'basket weaving')).toBe('match');
});

describe('exclusions', () => {
  const exclusions: NonNullable<IcpInput['exclusions']> = {
    titles: ['Recruiter'],
    seniorities: ['training'],
    functions: ['education'],
    companies: ['Rival, Inc.'],
    industries: ['Staffing and Recruiting', 'Education'],
    sizes: ['1'],
    countries: ['RU'],
  };
  const matcher = prepareIcp({ ...full, exclusions });
  test.each<readonly [string, Partial<IcpFacts>]>([
    ['excludedTitle', { title: 'Senior Recruiter' }],
    ['excludedSeniority', { seniority: 'training' }],
    ['excludedFunction', { function: 'education' }],
    ['excludedCompany', { companyName: 'RIVAL' }],
    ['excludedIndustry', { industry: 'Higher Education' }],
    ['excludedSize', { companySize: '1' }],
    ['excludedCountry', { country: 'ru' }],
  ])('%s makes 0, with its evidence first', (criterion, change) => {
    const match = matcher({ ...perfect, ...change });
    expect(match).toMatchObject({ percent: 0, disqualified: true });
    expect(match.evidence[0]).toMatchObject({ criterion, outcome: 'mismatch', weight: 0 });
    expect(match.evidence).toHaveLength(5);
  });

  test('unknown is not excluded', () => {
    expect(matcher(noFacts).disqualified).toBe(false);
    expect(matcher(perfect)).toMatchObject({ percent: 100, disqualified: false });
  });
});

describe('for any definition and person', () => {
  const subset = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 4 });
  const lists = {
    titles: subset(['VP Sales', 'Head of Growth', 'CTO', 'Recruiter']),
    seniorities: subset(seniorities),
    functions: subset(jobFunctions),
    industries: subset(['Software Development', 'Banking', 'Financial Services', 'Manufacturing', 'Basket weaving']),
    sizes: subset(companySizes),
    countries: subset(['DE', 'AT', 'US', 'GB']),
  };
  const weight = fc.integer({ min: 1, max: 100 });
  const definitions = fc
    .record({
      ...lists,
      importance: fc.record({
        role: fc.constantFrom(...importances),
        location: fc.constantFrom(...importances),
        industry: fc.constantFrom(...importances),
        size: fc.constantFrom(...importances),
      }),
      weights: fc.record({ role: weight, location: weight, industry: weight, size: weight }),
    })
    .filter((definition) => 'definition' in readIcp(definition));
  const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null });
  const people: fc.Arbitrary<IcpFacts> = fc.record({
    title: maybe(['VP Sales', 'Founder & CEO', 'Recruiter', 'Sommelier']),
    seniority: maybe<string>([...seniorities, 'strange']),
    function: maybe<string>([...jobFunctions, 'strange']),
    companyName: maybe(['Acme', 'Rival Inc']),
    companySize: maybe<string>([...companySizes, 'strange']),
    industry: maybe(['Computer Software', 'Bank', 'Machinery', 'basket Weaving']),
    country: maybe(['DE', 'AT', 'us', 'FR']),
  });

  test('the percent is a whole number in its range, 0 for no match and 100 only when all is known and matches', () => {
    fc.assert(
      fc.property(definitions, people, (definition, facts) => {
        const { percent, evidence } = matchIcp(facts, definition);
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        const outcomes = evidence.map(({ outcome }) => outcome);
        if (!outcomes.includes('match')) expect(percent).toBe(0);
        if (outcomes.every((outcome) => outcome === 'match')) expect(percent).toBe(100);
        expect(evidence.reduce((sum, entry) => sum + entry.weight, 0)).toBe(100);
      }),
    );
  });

  test('the percent is that of its evidence: the geometric mean of both honest readings', () => {
    fc.assert(
      fc.property(definitions, people, (definition, facts) => {
        const { percent, evidence } = matchIcp(facts, definition);
        const sum = (outcomes: readonly string[]) =>
          evidence.reduce((total, entry) => {
            const criterion = icpCriteria.find((name) => name === entry.criterion);
            return total + (criterion && outcomes.includes(entry.outcome) ? definition.weights[criterion] : 0);
          }, 0);
        const matched = sum(['match']);
        const ofKnown = matched / Math.max(1, sum(['match', 'mismatch']));
        const ofAsked = matched / sum(['match', 'mismatch', 'unknown']);
        expect(Math.abs(percent - 100 * Math.sqrt(ofKnown * ofAsked))).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(percent).toBeGreaterThanOrEqual(Math.floor(100 * ofAsked));
        expect(percent).toBeLessThanOrEqual(Math.ceil(100 * ofKnown));
      }),
    );
  });

  test('unknown lies between mismatch and match', () => {
    const learn: readonly (readonly [
      keyof IcpFacts,
      keyof IcpInput & ('sizes' | 'countries' | 'functions'),
      string,
    ])[] = [
      ['companySize', 'sizes', '1'],
      ['country', 'countries', 'JP'],
      ['function', 'functions', 'legal'],
    ];
    fc.assert(
      fc.property(definitions, people, fc.constantFrom(...learn), (definition, facts, [fact, list, other]) => {
        const wanted = definition[list][0];
        fc.pre(wanted !== undefined && !definition[list].some((value) => value === other));
        // A title whose rank is unknown counts as ranked once the function is known, so it is left out here.
        const person = { ...facts, title: null };
        const matcher = prepareIcp(definition);
        const unknown = matcher({ ...person, [fact]: null }).percent;
        expect(matcher({ ...person, [fact]: wanted }).percent).toBeGreaterThanOrEqual(unknown);
        expect(matcher({ ...person, [fact]: other }).percent).toBeLessThanOrEqual(unknown);
      }),
    );
  });

  test('scaling all weights changes nothing, nor does the order of the lists', () => {
    fc.assert(
      fc.property(definitions, people, fc.integer({ min: 2, max: 10 }), (definition, facts, factor) => {
        const scaled = Object.fromEntries(
          Object.entries(definition.weights).map(([name, value]) => [name, value * factor]),
        );
        const reversed = {
          ...definition,
          titles: [...definition.titles],
          sizes: [...definition.sizes].reverse(),
          countries: [...definition.countries].reverse(),
          weights: scaled,
        };
        expect(matchIcp(facts, reversed)).toEqual(matchIcp(facts, definition));
      }),
    );
  });

  test('reading a definition twice, or matching twice, changes nothing', () => {
    fc.assert(
      fc.property(definitions, people, (definition, facts) => {
        const once = readIcp(definition);
        if (!('definition' in once)) throw new Error('not valid');
        expect(readIcp(once.definition)).toEqual(once);
        const matcher = prepareIcp(once.definition);
        expect(matcher(facts)).toEqual(matcher(facts));
        expect(matcher(facts)).toEqual(matchIcp(facts, definition));
      }),
    );
  });

  test('an exclusion that holds makes 0, and one that does not changes nothing', () => {
    fc.assert(
      fc.property(definitions, people, fc.record(lists), (definition, facts, exclusions) => {
        const plain = matchIcp(facts, definition);
        const excluded = matchIcp(facts, { ...definition, exclusions });
        expect(excluded.evidence.filter(({ weight: share }) => share > 0)).toEqual(
          plain.evidence.filter(({ weight: share }) => share > 0),
        );
        expect(excluded.percent).toBe(excluded.disqualified ? 0 : plain.percent);
      }),
    );
  });
});

describe('the role', () => {
  const both: IcpInput = { titles: ['Head of Growth'], seniorities: ['cxo', 'vp'], functions: ['sales'] };
  test.each<readonly [string, IcpInput, Partial<IcpFacts>, 'match' | 'mismatch' | 'unknown']>([
    ['a listed rank and function', both, { title: 'VP Sales', seniority: 'vp', function: 'sales' }, 'match'],
    ['a listed rank of another function', both, { title: 'VP IT', seniority: 'vp', function: 'it' }, 'mismatch'],
    ['a listed function of another rank', both, { title: 'SDR', seniority: 'entry', function: 'sales' }, 'mismatch'],
    ['a listed rank, the function unknown', both, { title: 'VP', seniority: 'vp', function: null }, 'unknown'],
    ['a listed title alone', both, { title: 'Head of Growth', seniority: 'director', function: null }, 'match'],
    ['who runs all functions', both, { title: 'CEO', seniority: 'cxo', function: 'management' }, 'match'],
    ['a chief of one function', both, { title: 'CTO', seniority: 'cxo', function: 'engineering' }, 'mismatch'],
    ['an owner where chiefs are asked', both, { title: 'Owner', seniority: 'owner', function: null }, 'match'],
    ['an owner where directors alone are asked', { seniorities: ['director'] }, { seniority: 'owner' }, 'mismatch'],
    ['an owner where only the function is', { functions: ['it'] }, { title: 'Owner', seniority: 'owner' }, 'match'],
    ['nothing known', both, {}, 'unknown'],
  ])('%s', (_name, definition, facts, outcome) => {
    expect(matchIcp({ ...noFacts, ...facts }, definition).evidence[0]).toMatchObject({ criterion: 'role', outcome });
  });
});

test('reasons to leave somebody out count where the ICP has their switch on', () => {
  const reasons = [{ name: 'interim', detail: 'headline says "interim"' } as const];
  expect(matchIcp({ ...perfect, reasons }, full)).toMatchObject({ disqualified: false, grade: 'A' });
  const strict = matchIcp({ ...perfect, reasons }, { ...full, exclude: { interim: true } });
  expect(strict).toMatchObject({ disqualified: true, grade: 'D', percent: 0 });
  expect(strict.evidence[0]).toMatchObject({ criterion: 'excludedInterim', detail: 'headline says "interim"' });
});
