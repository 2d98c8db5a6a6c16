/** The rules of freshness, and when a repeated row may be skipped. */
import fc from 'fast-check';
import type { PersonRow } from '../../store/tables/engagement';
import { blankPerson } from '../../store/writes/blank-person';
import { samePerson } from '../../store/writes/person-differences';
import { derived, repeated, sayingOf, withReference } from './person-facts';
import type { PersonRef } from './records';

const nobody: PersonRow = { ...blankPerson('o', false, 0), id: 'p', do_not_contact: 0 };

const hour = 3_600_000;
const times = fc.integer({ min: 1, max: 40 }).map((n) => n * (hour / 2));
const byId = 'https://www.linkedin.com/in/ACoAAA1';
const refs: fc.Arbitrary<PersonRef> = fc.record({
  memberId: fc.constant('ACoAAA1'),
  slug: fc.constantFrom(null, 'ada'),
  name: fc.constantFrom(null, 'Ada', 'Ada Okoro', ''),
  headline: fc.constantFrom(null, 'CEO', 'CTO'),
  profileUrl: fc.constantFrom(null, byId, 'https://www.linkedin.com/in/ada'),
  isCompany: fc.constant(false),
  followers: fc.constantFrom(null, 0, 7),
});

it('passes over a repeated row only when it could change no fact, whenever it is observed', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(refs, times), { minLength: 1, maxLength: 6 }), times, (said, later) => {
      let row = nobody;
      for (const [ref, at] of said) row = withReference(row, ref, at);
      const [ref] = said[said.length - 1] ?? [];
      if (!ref) return;
      const again = repeated(row, ref);
      const then = withReference(row, ref, later);
      if (again === null) return;
      expect(samePerson(then, row)).toBe(true);
      const dated = again.dates && later >= row.observed_at + hour;
      expect(then.observed_at).toBe(dated ? later : row.observed_at);
    }),
    { numRuns: 2_000 },
  );
});

it('passes over the usual row: the same words as before', () => {
  const ref: PersonRef = {
    memberId: 'ACoAAA1',
    slug: null,
    name: 'Ada',
    headline: 'CEO',
    profileUrl: byId,
    isCompany: false,
    followers: null,
  };
  expect(repeated(withReference(nobody, ref, hour), ref)).toEqual({ dates: true });
});

it('tells different words apart', () => {
  fc.assert(
    fc.property(refs, refs, (a, b) => {
      const factsOf = (ref: PersonRef) =>
        JSON.stringify([ref.name ?? '', ref.headline ?? '', ref.profileUrl, ref.slug, ref.followers]);
      expect(sayingOf(a) === sayingOf(b)).toBe(factsOf(a) === factsOf(b));
    }),
  );
});

describe('a level that an export states', () => {
  test.each([
    ['is contradicted by the words of the title', 'Engineering Manager at Acme', 'director', 'manager'],
    ['is the same wherever the same title is', 'Leiter Logistik bei Acme', 'manager', 'director'],
    ['says what a title leaves open', 'Account Executive at Acme', 'entry', 'entry'],
    ['says what nothing else does', null, 'vp', 'vp'],
    ['of an owner is about the firm', 'CEO at Acme', 'owner', 'owner'],
    ['is not needed', 'VP Sales at Acme', null, 'vp'],
  ])('%s', (_name, headline, stated, seniority) => {
    expect(derived({ ...nobody, headline, stated_seniority: stated }).seniority).toBe(seniority);
  });
});

it('says how sure the headline was read, unless title and company are stated', () => {
  const of = (facts: Partial<PersonRow>) => derived({ ...nobody, ...facts }).read_confidence;
  const headline = 'Head of Sales at Corvane Glassworks';
  expect(of({ headline })).toBeGreaterThan(700);
  expect(of({ headline: 'Sales Excellence Nordics' })).toBeLessThan(700);
  expect(of({ headline, stated_title: 'CEO' })).toBe(of({ headline }));
  expect(of({ headline, stated_title: 'CEO', stated_company: 'Acme' })).toBeNull();
  for (const nothing of [null, '', '  ']) expect(of({ headline: nothing })).toBeNull();
});
