import fc from 'fast-check';
import { eligibilityRows, ineligibility, ineligibilityReasons, type EligibilityFacts } from './eligibility';
import { leadTiers, tierOf, tierRows } from './tier';

test.each([
  [0, 0, false, 'UNQUALIFIED'],
  [39, 100, false, 'UNQUALIFIED'],
  [40, 0, false, 'NURTURE'],
  [40, 100, false, 'NURTURE'],
  [59, 100, false, 'NURTURE'],
  [60, 29, false, 'NURTURE'],
  [60, 30, false, 'QUALIFIED'],
  [74, 100, false, 'QUALIFIED'],
  [75, 59, false, 'QUALIFIED'],
  [75, 60, false, 'PRIORITY'],
  [100, 0, false, 'NURTURE'],
  [100, 100, false, 'PRIORITY'],
  [100, 100, true, 'UNQUALIFIED'],
] as const)('icp %i, intent %i, disqualified %s: %s', (icp, intent, disqualified, tier) => {
  expect(tierOf(icp, intent, disqualified)).toBe(tier);
});

test('every row is reachable, has its own name, and the last one holds for all', () => {
  expect(new Set(tierRows.map(({ name }) => name)).size).toBe(tierRows.length);
  expect(tierRows.at(-1)).toEqual({ name: expect.any(String), tier: 'NURTURE' });
  expect(new Set(tierRows.map(({ tier }) => tier))).toEqual(new Set(leadTiers));
});

test('more fit or more intent never lowers the tier', () => {
  const score = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(score, score, score, score, (icp, intent, moreIcp, moreIntent) => {
      const rank = (a: number, b: number) => leadTiers.indexOf(tierOf(a, b, false));
      expect(rank(Math.max(icp, moreIcp), Math.max(intent, moreIntent))).toBeGreaterThanOrEqual(rank(icp, intent));
    }),
  );
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
