import { eligibilityRows, ineligibility, ineligibilityReasons, type EligibilityFacts } from './eligibility';

const person: EligibilityFacts = { actorKind: 'PERSON', isPostAuthor: false, profileType: null, relationship: null };

test('positive control: a person whom nothing excludes can be a lead', () => {
  expect(ineligibility(person)).toBeNull();
  expect(ineligibility({ ...person, profileType: 'INVESTOR', relationship: 'COMPETITOR' })).toBeNull();
});

test.each([
  [{ actorKind: 'COMPANY' }, 'COMPANY_PAGE', 'person'],
  [{ relationship: 'SELF' }, 'SELF', 'person'],
  [{ profileType: 'TEAMMATE' }, 'TEAMMATE', 'person'],
  [{ isPostAuthor: true }, 'POST_AUTHOR', 'engagement'],
] as const)('%j is excluded: %s', (facts, reason, excludes) => {
  expect(ineligibility({ ...person, ...facts })).toMatchObject({ reason, excludes });
});

test('of several reasons the first is given, and all are told in that order', () => {
  const all: EligibilityFacts = {
    actorKind: 'COMPANY',
    isPostAuthor: true,
    profileType: 'TEAMMATE',
    relationship: 'SELF',
  };
  expect(ineligibilityReasons(all)).toEqual(['COMPANY_PAGE', 'SELF', 'TEAMMATE', 'POST_AUTHOR']);
  expect(ineligibility(all)?.reason).toBe('COMPANY_PAGE');
  expect(ineligibility({ ...all, actorKind: 'PERSON' })?.reason).toBe('SELF');
  expect(ineligibilityReasons({ ...person, profileType: 'TEAMMATE', isPostAuthor: true })).toEqual([
    'TEAMMATE',
    'POST_AUTHOR',
  ]);
  expect(ineligibilityReasons(person)).toEqual([]);
});

test('each reason in words', () => {
  expect(eligibilityRows.map(({ message }) => message)).toEqual([
    'a company page is no person',
    'one of the workspace’s own profiles',
    'on the watchlist as a teammate',
    'engaged with their own post',
  ]);
});
