import { fitGrades, leadTiers, statedInterests } from '../../shared/values';
import { sharedCountry, withGuess } from '../fit/colleagues';
import { raisesHand, tierOf, tierRowOf, tierRows } from './tier';
import { askedOf, doubtOf, excludedBecause, gapSentences, rowMark, tierGaps, tierReason } from './tier-reason';

const role = { criterion: 'role', importance: 'must', outcome: 'match', detail: 'title has "CEO"' } as const;
const country = { criterion: 'location', importance: 'must', outcome: 'unknown', detail: 'country unknown' } as const;
const industry = { criterion: 'industry', importance: 'should', outcome: 'mismatch', detail: 'Banking' } as const;
const recruiter = {
  criterion: 'excludedRecruiters',
  importance: 'must',
  outcome: 'mismatch',
  detail: 'headline says that they recruit',
} as const;
const asking = { grade: 'A', intent: 40, statedInterest: 'asking', companyKnown: true, raisesHand: false } as const;

test.each([
  ['PRIORITY lacks nothing', [role], asking, []],
  ['who is left out lacks nothing', [role, recruiter], { ...asking, grade: 'D' }, []],
  ['a country', [role, country], { ...asking, grade: 'B' }, ['The country is unknown.']],
  ['what should fit and does not', [role, industry], { ...asking, grade: 'B' }, ['The industry does not fit.']],
  [
    'of a must that does not fit before one that is unknown',
    [role, country, { ...industry, importance: 'must' }],
    { ...asking, grade: 'C' },
    ['The industry does not fit.', 'The country is unknown.'],
  ],
  [
    'a wish that does not fit, where nothing else decides',
    [role, { ...industry, importance: 'nice' }],
    { ...asking, grade: 'B' },
    ['The industry does not fit.'],
  ],
  ['words', [role], { ...asking, statedInterest: 'quiet' }, ['No request in 45 days.']],
  [
    'fresh words',
    [role],
    { ...asking, statedInterest: 'considering' },
    ['Nothing asked in 21 days under posts of your team or of competitors.'],
  ],
  ['more engagement', [role], { ...asking, intent: 24 }, ['Too little engagement since their request.']],
  ['anything of the company', [role], { ...asking, companyKnown: false }, ['The company is unknown.']],
  [
    'a country, and anything of the company',
    [role, country],
    { ...asking, grade: 'B', companyKnown: false },
    ['The country is unknown.', 'The company is unknown.'],
  ],
  [
    'words before the company',
    [role],
    { ...asking, statedInterest: 'quiet', companyKnown: false },
    ['No request in 45 days.'],
  ],
  ['words after a refusal', [role], { ...asking, statedInterest: 'refused' }, ['Asked nothing since they said no.']],
  [
    'all at once',
    [role, country, industry],
    { grade: 'C', intent: 5, statedInterest: 'quiet', companyKnown: false, raisesHand: false },
    ['The country is unknown.', 'The industry does not fit.', 'No request in 45 days.'],
  ],
] as const)('%s', (_name, criteria, facts, sentences) => {
  expect(gapSentences(tierGaps(criteria, facts))).toEqual(sentences);
});

test('a country that colleagues share is said as a guess', () => {
  expect(gapSentences('location?,request', 'Kenya')).toEqual([
    'The country is unknown; colleagues are in Kenya.',
    'No request in 45 days.',
  ]);
  expect(gapSentences('location!', 'Kenya')).toEqual(['The country does not fit.']);
  expect(withGuess([role, country], 'Kenya').map(({ detail, outcome }) => `${detail}: ${outcome}`)).toEqual([
    'title has "CEO": match',
    'country unknown; colleagues are in Kenya: unknown',
  ]);
});

test.each([
  [['KE', 'KE'], 'Kenya'],
  [['KE'], null],
  [['KE', 'UG', 'KE'], null],
  [[], null],
])('of colleagues in %j the country %p is said', (countries, said) => {
  expect(sharedCountry(countries)).toBe(said);
});

test('nobody below PRIORITY lacks nothing, and nobody more than three things', () => {
  for (const grade of fitGrades) {
    for (const statedInterest of statedInterests) {
      for (const intent of [0, 10, 25, 50, 60, 100]) {
        for (const companyKnown of [true, false]) {
          const facts = { grade, intent, statedInterest, companyKnown, raisesHand: false };
          const sentences = gapSentences(tierGaps([role, country, industry], facts));
          expect(sentences.length).toBeLessThanOrEqual(3);
          expect(sentences.length > 0).toBe(tierOf(facts) !== 'PRIORITY');
        }
      }
    }
  }
});

test('the reason is the row in words, or why they are left out', () => {
  for (const row of tierRows) {
    expect(tierReason(row.tier, rowMark(row, null), null)).toMatch(/^[^{}]+\.$/);
    if (!row.reason.includes('{')) expect(tierReason(row.tier, row.name, null)).toBe(row.reason);
  }
  for (const tier of leadTiers) expect(tierReason(tier, null, null)).toMatch(/\.$/);
  const excluded = excludedBecause([role, recruiter]);
  expect(excluded).toBe('headline says that they recruit');
  expect(tierReason('UNQUALIFIED', 'poor fit or excluded', excluded)).toContain('headline says that they recruit');
  expect(excludedBecause([role, country])).toBeNull();
});

test.each([
  [asking, 'request', 'Best fit, and asked for an offer, a demo or the like.'],
  [asking, 'price', 'Best fit, and asked a price.'],
  [asking, 'leaving', 'Best fit, and left or is leaving a vendor.'],
  [{ ...asking, intent: 50, statedInterest: 'considering' }, 'price', 'Best fit, asked a price, and is engaged.'],
  [{ ...asking, grade: 'B' }, 'leaving', 'Good fit, and left or is leaving a vendor.'],
  [asking, null, 'Best fit, and asked for something, asked a price or is leaving a vendor.'],
  [{ ...asking, statedInterest: 'quiet', intent: 30 }, null, 'Good fit and clear intent.'],
  [{ ...asking, statedInterest: 'quiet', intent: 29 }, null, 'Good fit, but too little interest so far.'],
  [
    { ...asking, grade: 'C' },
    'request',
    'Partial fit, and asked for an offer, a demo or the like, but too little is known of them.',
  ],
  [{ ...asking, grade: 'C', statedInterest: 'question' }, null, 'Fits your ideal customer profile only in part.'],
  [{ ...asking, companyKnown: false }, 'price', 'Good fit, and asked a price, but nothing is known of the company.'],
] as const)('%j that asked %p is told: %s', (facts, asked, sentence) => {
  const row = tierRowOf(facts);
  const mark = rowMark(row, asked);
  expect(mark.length).toBeLessThanOrEqual(60);
  expect(tierReason(row.tier, mark, null)).toBe(sentence);
});

const hand = { ...asking, grade: 'D', raisesHand: true } as const;
test.each([
  [
    'request',
    [{ ...role, outcome: 'unknown' }, country],
    'They asked for an offer, a demo or the like, but the role is unknown.',
  ],
  [
    'price',
    [{ ...role, importance: 'should', outcome: 'mismatch' }],
    'They asked a price, but the role is not one you named.',
  ],
  ['price', [], 'They asked a price, but too little is known of them.'],
  [null, [country], 'They asked for something, asked a price or is leaving a vendor, but the country is unknown.'],
] as const)('who asked %p and raises a hand is told with what is in doubt', (asked, criteria, sentence) => {
  const row = tierRowOf(hand);
  expect(row.tier).toBe('NURTURE');
  const mark = rowMark(row, asked, doubtOf(criteria));
  expect(mark.length).toBeLessThanOrEqual(60);
  expect(askedOf(mark)).toBe(asked);
  expect(tierReason(row.tier, mark, null)).toBe(sentence);
});

const mismatch = { outcome: 'mismatch' } as const;
test.each([
  ['a request', 'request', [role, country], true],
  ['a price, and a should that does not fit', 'price', [role, industry], true],
  ['a vendor left', 'leaving', [role], false],
  ['nothing', null, [role], false],
  ['a request of somebody left out', 'request', [role, recruiter], false],
  ['a request, and a must that does not fit', 'request', [{ ...role, outcome: 'mismatch' }], false],
  ['a request, and a title without a rank', 'request', [{ ...role, ...mismatch, detail: 'title names no rank' }], true],
  [
    'a request, and a trade outside the list',
    'request',
    [{ ...role, ...mismatch, detail: 'title names no rank, function other' }],
    true,
  ],
  ['a price, and a title that is not listed', 'price', [{ ...role, ...mismatch, detail: 'title is not listed' }], true],
  [
    'the same where a known function does not fit either',
    'price',
    [{ ...role, ...mismatch, detail: 'title names no rank, function hr' }],
    false,
  ],
  ['a request without a profile', 'request', [], false],
] as const)('%s: a hand is raised or not', (_name, asked, criteria, raised) => {
  expect(raisesHand(asked, criteria)).toBe(raised);
});

/** Each code of what is missing, as it is stored and said. */
test.each([
  ['role?', 'The role is unknown.'],
  ['role!', 'The role does not fit.'],
  ['location?', 'The country is unknown.'],
  ['industry!', 'The industry does not fit.'],
  ['size?', 'The company size is unknown.'],
  ['size!', 'The company size does not fit.'],
  ['company?', 'The company is unknown.'],
  ['request', 'No request in 45 days.'],
  ['fresh', 'Nothing asked in 21 days under posts of your team or of competitors.'],
  ['fading', 'Too little engagement since their request.'],
  ['refused', 'Asked nothing since they said no.'],
])('%s says: %s', (code, sentence) => expect(gapSentences(code)).toEqual([sentence]));

test('why somebody is left out has 200 letters at most, all reasons one after the other', () => {
  expect(excludedBecause([recruiter, { ...recruiter, detail: 'b' }])).toBe('headline says that they recruit; b');
  expect(excludedBecause([{ ...recruiter, detail: 'x'.repeat(201) }])).toBe('x'.repeat(200));
});

test.each([
  [
    'who is left out lacks nothing',
    [role, recruiter],
    { grade: 'D', intent: 5, statedInterest: 'quiet', companyKnown: true, raisesHand: false },
    '',
  ],
  [
    'of the best fit only words count',
    [role, { ...industry, importance: 'nice' }],
    { ...asking, statedInterest: 'quiet' },
    'request',
  ],
  [
    'of a good fit the wish, too',
    [role, { ...industry, importance: 'nice' }],
    { ...asking, grade: 'B', statedInterest: 'quiet' },
    'industry!,request',
  ],
] as const)('%s, as codes', (_name, criteria, facts, codes) => {
  expect(tierGaps(criteria, facts)).toBe(codes);
});
