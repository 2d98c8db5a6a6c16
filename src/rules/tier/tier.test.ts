import fc from 'fast-check';
import { eligibilityRows, ineligibility, ineligibilityReasons, type EligibilityFacts } from './eligibility';
import { fitGrades, importances, statedInterests, type FitGrade, type StatedInterest } from '../../shared/values';
import { gradeOf, type GradedCriterion } from '../fit/grade';
import {
  isCompanyKnown,
  leadTiers,
  priorityOf,
  refusedPriorities,
  tierOf,
  tierRows,
  type LeadTier,
  type TierFacts,
} from './tier';

const facts: TierFacts = { grade: 'A', intent: 100, statedInterest: 'question', companyKnown: true, raisesHand: false };
test.each<readonly [string, Partial<TierFacts>, LeadTier]>([
  ['the best', {}, 'PRIORITY'],
  ['just so', { intent: 60 }, 'PRIORITY'],
  ['not quite', { intent: 59 }, 'QUALIFIED'],
  ['asked', { statedInterest: 'asking', intent: 25 }, 'PRIORITY'],
  ['asked a while ago', { statedInterest: 'asking', intent: 24 }, 'QUALIFIED'],
  ['asked weeks ago', { statedInterest: 'asking', intent: 10 }, 'QUALIFIED'],
  ['asked at a place that says little', { statedInterest: 'asking', intent: 9 }, 'NURTURE'],
  ['asked, with a good fit', { statedInterest: 'asking', grade: 'B' }, 'QUALIFIED'],
  ['asked, with a weak fit', { statedInterest: 'asking', grade: 'C' }, 'NURTURE'],
  ['a price elsewhere', { statedInterest: 'considering', intent: 49 }, 'QUALIFIED'],
  ['a price elsewhere, engaged', { statedInterest: 'considering', intent: 50 }, 'PRIORITY'],
  ['wrote repeatedly', { statedInterest: 'words' }, 'PRIORITY'],
  ['asked, company unknown', { statedInterest: 'asking', intent: 25, companyKnown: false }, 'QUALIFIED'],
  ['asked, company unknown, much intent', { statedInterest: 'asking', intent: 59, companyKnown: false }, 'QUALIFIED'],
  ['asked, company unknown, strong intent', { statedInterest: 'asking', intent: 60, companyKnown: false }, 'PRIORITY'],
  [
    'a price elsewhere, company unknown',
    { statedInterest: 'considering', intent: 50, companyKnown: false },
    'QUALIFIED',
  ],
  ['wrote repeatedly, company unknown', { statedInterest: 'words', companyKnown: false }, 'PRIORITY'],
  [
    'asked with a good fit, company unknown',
    { statedInterest: 'asking', grade: 'B', companyKnown: false },
    'QUALIFIED',
  ],
  ['likes alone', { statedInterest: 'quiet' }, 'QUALIFIED'],
  ['a good fit', { grade: 'B' }, 'QUALIFIED'],
  ['a good fit, some intent', { grade: 'B', intent: 30 }, 'QUALIFIED'],
  ['little intent', { intent: 29 }, 'NURTURE'],
  ['a weak fit', { grade: 'C' }, 'NURTURE'],
  ['said no', { statedInterest: 'refused' }, 'NURTURE'],
  ['no fit', { grade: 'D' }, 'UNQUALIFIED'],
  ['no fit that is known, and raised a hand', { grade: 'D', statedInterest: 'asking', raisesHand: true }, 'NURTURE'],
  ['raised a hand with the best fit', { statedInterest: 'asking', raisesHand: true }, 'PRIORITY'],
  ['no fit, said no', { grade: 'D', statedInterest: 'refused' }, 'UNQUALIFIED'],
])('%s', (_name, change, tier) => {
  expect(tierOf({ ...facts, ...change })).toBe(tier);
});

test('a company is known by its name, its size or its industry', () => {
  const nothing = { companyName: null, companySize: null, industry: null };
  expect(isCompanyKnown(nothing)).toBe(false);
  for (const name of Object.keys(nothing)) expect(isCompanyKnown({ ...nothing, [name]: 'x' })).toBe(true);
});

test('every row is reachable, has its own name, and the last one holds for all', () => {
  expect(new Set(tierRows.map(({ name }) => name)).size).toBe(tierRows.length);
  expect(tierRows.at(-1)).toEqual({ name: expect.any(String), reason: expect.any(String), tier: 'NURTURE' });
  expect(new Set(tierRows.map(({ tier }) => tier))).toEqual(new Set(leadTiers));
});

const rankOf = (tier: LeadTier) => leadTiers.indexOf(tier);

test('a better grade, more intent, a clearer interest or a known company never lowers the tier', () => {
  const score = fc.integer({ min: 0, max: 100 });
  const grade = fc.constantFrom(...fitGrades);
  const statedInterest = fc.constantFrom(...statedInterests);
  fc.assert(
    fc.property(
      grade,
      grade,
      score,
      score,
      statedInterest,
      statedInterest,
      fc.boolean(),
      fc.boolean(),
      (one, other, low, high, here, there, known, hand) => {
        const [worse, better] = fitGrades.indexOf(one) < fitGrades.indexOf(other) ? [one, other] : [other, one];
        const [vaguer, clearer] =
          statedInterests.indexOf(here) < statedInterests.indexOf(there) ? [here, there] : [there, here];
        const less = tierOf({
          grade: worse,
          intent: Math.min(low, high),
          statedInterest: vaguer,
          companyKnown: false,
          raisesHand: false,
        });
        const more = tierOf({
          grade: better,
          intent: Math.max(low, high),
          statedInterest: clearer,
          companyKnown: known,
          raisesHand: hand,
        });
        expect(rankOf(more)).toBeGreaterThanOrEqual(rankOf(less));
      },
    ),
  );
});

test('two shoulds known not to match are no good fit, whatever the percent', () => {
  const should = { importance: 'should', outcome: 'mismatch' } as const;
  const must = { importance: 'must', outcome: 'match' } as const;
  expect(gradeOf([must, should], 90, false)).toBe('B');
  expect(gradeOf([must, should, should], 90, false)).toBe('C');
});

describe('fit: percent, grade and tier', () => {
  const criterion = fc.record({
    importance: fc.constantFrom(...importances),
    outcome: fc.constantFrom('match', 'mismatch', 'unknown'),
    weight: fc.integer({ min: 1, max: 100 }),
  });
  type Criterion = GradedCriterion & { readonly weight: number };
  const fitOf = (criteria: readonly Criterion[]) => {
    const sum = (outcomes: readonly string[]) =>
      criteria.reduce((total, one) => total + (outcomes.includes(one.outcome) ? one.weight : 0), 0);
    const matched = sum(['match']);
    const known = sum(['match', 'mismatch']);
    const percent =
      matched === 0 ? 0 : Math.round((100 * matched) / Math.sqrt(known * sum(['match', 'mismatch', 'unknown'])));
    const grade = gradeOf(criteria, percent, false);
    return { percent, grade, tier: rankOf(tierOf({ ...facts, grade })) };
  };

  test('learning a match never lowers any of them, a mismatch never raises any', () => {
    fc.assert(
      fc.property(fc.array(criterion, { minLength: 1, maxLength: 4 }), fc.nat({ max: 3 }), (criteria, at) => {
        fc.pre(at < criteria.length);
        const learnt = (outcome: GradedCriterion['outcome']) =>
          fitOf(criteria.map((one, n) => (n === at ? { ...one, outcome } : one)));
        const [bad, unknown, good] = [learnt('mismatch'), learnt('unknown'), learnt('match')];
        for (const [less, more] of [
          [bad, unknown],
          [unknown, good],
        ] as const) {
          expect(more.percent).toBeGreaterThanOrEqual(less.percent);
          expect(fitGrades.indexOf(more.grade)).toBeGreaterThanOrEqual(fitGrades.indexOf(less.grade));
          expect(more.tier).toBeGreaterThanOrEqual(less.tier);
        }
      }),
    );
  });

  test('a known mismatch on a must is never QUALIFIED, an unknown one never PRIORITY, a should mismatch neither', () => {
    fc.assert(
      fc.property(fc.array(criterion, { minLength: 1, maxLength: 4 }), (criteria) => {
        const has = (importance: string, outcome: string) =>
          criteria.some((one) => one.importance === importance && one.outcome === outcome);
        const { tier } = fitOf(criteria);
        if (has('must', 'mismatch')) expect(tier).toBeLessThan(rankOf('QUALIFIED'));
        if (has('must', 'unknown') || has('should', 'mismatch')) expect(tier).toBeLessThan(rankOf('PRIORITY'));
      }),
    );
  });
});

describe('the order of leads', () => {
  const halfLifeMs = 14 * 86_400_000;
  const now = Date.UTC(2026, 10, 1);

  const order = (tier: LeadTier, statedInterest: StatedInterest, grade: FitGrade, sum: number) =>
    priorityOf({ tier, statedInterest, grade }, { sum, now, halfLifeMs });

  test('tier, then what they said, then grade, then intent', () => {
    expect(order('PRIORITY', 'words', 'A', 1)).toBeGreaterThan(order('QUALIFIED', 'asking', 'A', 100));
    expect(order('QUALIFIED', 'asking', 'B', 1)).toBeGreaterThan(order('QUALIFIED', 'question', 'A', 100));
    expect(order('QUALIFIED', 'question', 'A', 1)).toBeGreaterThan(order('QUALIFIED', 'quiet', 'A', 100));
    expect(order('QUALIFIED', 'quiet', 'A', 1)).toBeGreaterThan(order('QUALIFIED', 'quiet', 'B', 100));
    expect(order('QUALIFIED', 'quiet', 'A', 8)).toBeGreaterThan(order('QUALIFIED', 'quiet', 'A', 7));
    expect(order('NURTURE', 'refused', 'A', 0)).toBeGreaterThan(order('UNQUALIFIED', 'asking', 'D', 100));
  });

  test('who said no has a range of its own', () => {
    const standings = fc.record({
      tier: fc.constantFrom(...leadTiers),
      statedInterest: fc.constantFrom(...statedInterests),
      grade: fc.constantFrom(...fitGrades),
    });
    fc.assert(
      fc.property(standings, fc.double({ min: 0, max: 500, noNaN: true }), ({ tier, statedInterest, grade }, sum) => {
        const at = order(tier, statedInterest, grade, sum);
        const inside = at >= refusedPriorities.from && at < refusedPriorities.to;
        expect(inside).toBe(tier === 'NURTURE' && statedInterest === 'refused');
      }),
    );
  });

  test('time passing changes nothing of it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 500, noNaN: true }), fc.integer({ min: 0, max: 200 }), (sum, days) => {
        const at = { tier: 'QUALIFIED', statedInterest: 'quiet', grade: 'B' } as const;
        const then = { sum: sum * 2 ** (-days / 14), now: now + days * 86_400_000, halfLifeMs };
        expect(Math.abs(priorityOf(at, then) - priorityOf(at, { sum, now, halfLifeMs }))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

const person: EligibilityFacts = { actorKind: 'PERSON', isPostAuthor: false, profileType: null, relationship: null };
test.each<readonly [string, Partial<EligibilityFacts>, string | null, string | null]>([
  ['anybody', {}, null, null],
  ['a company page', { actorKind: 'COMPANY' }, 'COMPANY_PAGE', 'person'],
  ['a teammate', { profileType: 'TEAMMATE', relationship: 'STANDARD' }, 'TEAMMATE', 'person'],
  ['oneself', { profileType: 'CUSTOM', relationship: 'SELF' }, 'SELF', 'person'],
  ['the author of the post', { isPostAuthor: true }, 'POST_AUTHOR', 'engagement'],
  ['a teammate under their own post', { isPostAuthor: true, profileType: 'TEAMMATE' }, 'TEAMMATE', 'person'],
  ['a competitor', { profileType: 'COMPETITOR', relationship: 'COMPETITOR' }, null, null],
  ['a watched influencer under another’s post', { profileType: 'INFLUENCER', relationship: 'STANDARD' }, null, null],
])('%s', (_name, change, reason, excludes) => {
  const row = ineligibility({ ...person, ...change });
  expect(row?.reason ?? null).toBe(reason);
  expect(row?.excludes ?? null).toBe(excludes);
});

test('all reasons are listed, in the order of the table', () => {
  expect(
    ineligibilityReasons({ actorKind: 'COMPANY', isPostAuthor: true, profileType: 'TEAMMATE', relationship: 'SELF' }),
  ).toEqual(eligibilityRows.map(({ reason }) => reason));
});

test('the number of a lead is its tier, what they said, their grade and their intent, each in places of its own', () => {
  const day = 86_400_000;
  const at = { now: Date.UTC(2010, 0, 1), halfLifeMs: 14 * day };
  const least = { tier: leadTiers[0], statedInterest: 'quiet', grade: 'D' } as const;
  const of = (sum: number, now: number) => priorityOf(least, { ...at, sum, now }) % 10_000_000;
  // One half-life is a thousand, and so is twice the sum.
  expect([of(1, at.now), of(2, at.now), of(1, at.now + 14 * day), of(8, at.now)]).toEqual([0, 1_000, 1_000, 3_000]);
  expect([of(0, at.now + 14 * day), of(0.5, at.now), of(0.5, at.now + 14 * day)]).toEqual([0, 0, 0]);
  // It never reaches the place of the grade.
  expect(of(1, at.now + 14 * day * 9_999.999)).toBe(9_999_999);
  expect(of(1, at.now + 14 * day * 20_000)).toBe(9_999_999);
});
