import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { KnownPeople, mentionOf, type Identity } from './known-people';

const digest = (words: string) => createHash('sha256').update(words).digest().toString('latin1');
const member = (value: string): Identity => ({ kind: 'member', value });
const mention = (memberId: string | null, slug: string | null, words: string | null) =>
  mentionOf({ memberId, slug, isCompany: false }, words === null ? null : digest(words), 0);

describe('known people', () => {
  it('are found by what an earlier row said of them', () => {
    const known = new KnownPeople();
    known.set(member('m'), 'ann');
    known.set({ kind: 'slug', value: 's' }, 'ann');
    known.set(member('other'), 'bob');
    known.set({ kind: 'slug', value: 'nobody' }, null);
    known.remember('ann', digest('Ann, CEO'), true, 10);
    const found = (...of: Parameters<typeof mention>) => {
      const person = known.saidBefore(mention(...of));
      return person === undefined ? undefined : known.id(person);
    };
    expect(found('m', null, 'Ann, CEO')).toBe('ann');
    expect(found('m', 's', 'Ann, CEO')).toBe('ann');
    // Other words, no digest, another person's words, two people, a person looked up without result, and a person never looked
    // up.
    expect(found('m', null, 'Ann, CFO')).toBeUndefined();
    expect(found('m', null, null)).toBeUndefined();
    expect(found('other', null, 'Ann, CEO')).toBeUndefined();
    expect(found('other', 's', 'Ann, CEO')).toBeUndefined();
    expect(found('m', 'nobody', 'Ann, CEO')).toBeUndefined();
    expect(found('m', 'unknown', 'Ann, CEO')).toBeUndefined();
    expect(known.has({ kind: 'slug', value: 'nobody' })).toBe(true);
    expect(known.has({ kind: 'slug', value: 'unknown' })).toBe(false);
    expect(known.has({ kind: 'company', value: 's' })).toBe(false);
    known.forgetWords('ann');
    expect(found('m', null, 'Ann, CEO')).toBeUndefined();
  });

  it('forget what was noted on a mention once their words have changed', () => {
    const known = new KnownPeople();
    known.set(member('m'), 'ann');
    known.remember('ann', digest('one'), true, 10);
    const noted = mention('m', null, 'one');
    expect(known.note(noted)).toBe(true);
    known.remember('ann', digest('two'), true, 10);
    expect(known.saidBefore(noted)).toBeUndefined();
    known.forget();
    expect(known.note(noted)).toBe(false);
    expect(known.has(member('m'))).toBe(false);
  });

  it('are dated by words that say how old they are, once for each step of time', () => {
    const known = new KnownPeople();
    known.set(member('m'), 'ann');
    known.remember('ann', digest('one'), true, 100);
    const person = known.saidBefore(mention('m', null, 'one')) ?? -1;
    expect(known.seenAgain(person, 109, 10)).toBe(false);
    expect(known.seenAgain(person, 110, 10)).toBe(true);
    expect(known.seenAgain(person, 119, 10)).toBe(false);
    known.remember('ann', digest('one'), false, 100);
    expect(known.seenAgain(person, 500, 10)).toBe(false);
  });

  it('keep apart however many there are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 300 }), (ids) => {
        const known = new KnownPeople();
        for (const id of ids) known.set(member(`of ${id}`), id);
        for (const id of ids) known.remember(id, digest(id), true, id.length);
        for (const id of ids) {
          const person = known.saidBefore(mention(`of ${id}`, null, id));
          expect(person === undefined ? undefined : known.id(person)).toBe(id);
          expect(known.idOf(member(`of ${id}`))).toBe(id);
        }
      }),
      { numRuns: 30 },
    );
  });
});
