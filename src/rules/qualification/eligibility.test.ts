import { ineligibility, type EligibilityFacts } from './eligibility';

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
