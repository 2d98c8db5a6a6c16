/** What the service tells of its own scores. */
import { conditionsOf, explainScoring, statedInterestsInWords } from './explain';
import type { tierRows } from './tier';

const explained = explainScoring();

test('scores run from 0 to 100, by formulas that are said', () => {
  expect([explained.icp.range, explained.intent.range]).toEqual([
    { minimum: 0, maximum: 100 },
    { minimum: 0, maximum: 100 },
  ]);
  expect(explained.icp.formula).toBe('100 * matched / sqrt(known * asked)');
  expect(explained.intent.formula).toContain('100 * (1 - exp(-S / scale))');
});

test('criteria with their usual weight and importance', () => {
  expect(explained.icp.criteria).toEqual([
    { criterion: 'role', defaultWeight: 45, defaultImportance: 'must' },
    { criterion: 'location', defaultWeight: 15, defaultImportance: 'must' },
    { criterion: 'industry', defaultWeight: 20, defaultImportance: 'should' },
    { criterion: 'size', defaultWeight: 20, defaultImportance: 'should' },
  ]);
});

test('the values of each list', () => {
  expect(explained.icp.seniorities.join(' ')).toBe(
    'owner cxo partner vp director manager senior entry training unpaid',
  );
  expect(explained.icp.functions.join(' ')).toBe(
    'management sales marketing product engineering it data design research operations procurement finance legal hr support consulting administration education health media other',
  );
  expect(explained.icp.companySizes.join(' ')).toBe('1 2-10 11-50 51-200 201-500 501-1000 1001-5000 5001-10000 10001+');
  expect(explained.icp.sectors).toHaveLength(20);
  expect(explained.tiers.order).toEqual(['UNQUALIFIED', 'NURTURE', 'QUALIFIED', 'PRIORITY']);
  expect(explained.grades.map(({ grade }) => grade).join('')).toBe('DDDCCCCAB');
});

test('examples that give the scale a feel', () => {
  expect(explained.intent.freshExamples.map(({ engagements, score }) => `${engagements}: ${score}`)).toEqual([
    'one like: 12',
    'one comment: 31',
    'one question: 39',
    'one request: 46',
    'likes of three posts: 23',
    'likes of thirty posts: 31',
    'comments under two posts: 56',
    'questions under two posts: 65',
  ]);
});

test('who is left out, and who cannot be a lead', () => {
  expect(explained.exclude).toHaveLength(10);
  expect(explained.exclude[0]).toEqual({ name: 'ownStaff', on: true, who: 'people at the workspace’s own companies' });
  expect(explained.eligibility).toEqual([
    { reason: 'COMPANY_PAGE', excludes: 'person' },
    { reason: 'SELF', excludes: 'person' },
    { reason: 'TEAMMATE', excludes: 'person' },
    { reason: 'POST_AUTHOR', excludes: 'engagement' },
  ]);
});

test.each([
  [['refused'], 'a refusal in 90 days, nothing asked since'],
  [['quiet'], 'nothing said of late'],
  [['words'], 'words under two posts in 21 days'],
  [['question'], 'a question in 21 days'],
  [['considering'], 'price or leaving elsewhere in 45 days'],
  [['asking'], 'request in 45 days, or price or leaving under an own or a competitor’s post'],
  [['considering', 'asking'], 'request, price or leaving in 45 days'],
  [['words', 'question'], 'words under two posts in 21 days or a question in 21 days'],
] as const)('the stated interests %j in words', (statedInterests, words) =>
  expect(statedInterestsInWords(statedInterests)).toBe(words),
);

test('each condition of a row is said once, in the words of the page', () => {
  const names = { grade: 'fitGrade', intent: 'intentScore' };
  const said = (row: Partial<(typeof tierRows)[number]>) =>
    conditionsOf({ name: 'row', reason: 'It holds.', tier: 'QUALIFIED', ...row }, names);
  expect(said({})).toEqual([]);
  expect(said({ grades: ['A', 'B'] })).toEqual(['fitGrade A or B']);
  expect(said({ intentFrom: 25, intentBelow: 60 })).toEqual(['intentScore ≥ 25', 'intentScore < 60']);
  expect(said({ statedInterests: ['quiet'] })).toEqual(['nothing said of late']);
  expect(said({ companyKnown: false })).toEqual(['name, size and industry of the company unknown']);
  expect(said({ companyKnown: true })).toEqual([]);
});
