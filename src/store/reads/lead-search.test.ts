import fc from 'fast-check';
import { suffixesOf, termsOf } from './lead-search';

describe('terms of a text', () => {
  it('are its words', () => {
    expect([...termsOf('anna muller\nvp sales @ acme/beta\nacme')]).toEqual([
      'anna',
      'muller',
      'vp',
      'sales',
      'acme',
      'beta',
    ]);
  });

  it('hold every run of twenty letters of a long word', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 41, maxLength: 200, unit: fc.constantFrom('a', 'b', 'c', '山') }), (word) => {
        const terms = [...termsOf(word)];
        const letters = [...word];
        for (const term of terms) expect([...term].length).toBeLessThanOrEqual(40);
        for (let at = 0; at + 20 <= letters.length; at += 1) {
          const run = letters.slice(at, at + 20).join('');
          expect(terms.some((term) => term.includes(run))).toBe(true);
        }
      }),
    );
  });

  it('have one ending for each letter', () => {
    expect(suffixesOf('acme')).toEqual(['acme', 'cme', 'me', 'e']);
  });
});
