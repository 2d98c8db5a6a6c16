import fc from 'fast-check';
import { fold } from '../../text/fold';
import { cluesOf, suffixesOf, termsOf, type Clue } from './lead-search';

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

/** Whether a word is one that a clue fits: what the statements of the search ask of `lead_terms` and `term_suffixes`. */
const fits = ({ kind, letters }: Clue, term: string): boolean =>
  ({
    word: term === letters,
    beginning: term.startsWith(letters),
    ending: term.endsWith(letters),
    fragment: term.includes(letters),
  })[kind];

describe('clues of a searched text', () => {
  it.each([
    ['smith', ['fragment smith']],
    ['anna smith', ['beginning smith', 'ending anna']],
    ['head of sales', ['beginning sales', 'ending head', 'word of']],
    ['@acme', ['beginning acme']],
    ['100%', ['ending 100']],
    ['%', []],
    ['an-extraordinarily-longish', ['word extraordinarily', 'beginning longish', 'ending an']],
    ['abcdefghijklmnopqrstuvwxyz', ['fragment abcdefghijklmnopqrst']],
  ])('%s: %j', (text, expected) => {
    expect(cluesOf(text).map(({ kind, letters }) => `${kind} ${letters}`)).toEqual(expected);
  });

  it('all fit a word of every text that holds the searched one', () => {
    const letter = fc.constantFrom('a', 'b', 'c', 'é', '山', '𝒳', '1');
    const word = fc.oneof(
      fc.string({ minLength: 1, maxLength: 6, unit: letter }),
      fc.string({ minLength: 15, maxLength: 100, unit: letter }),
    );
    const sign = fc.constantFrom(' ', ' ', '-', ' @ ', "'", ' | ', '%');
    const text = fc
      .array(fc.tuple(word, sign), { minLength: 1, maxLength: 6 })
      .map((parts) => fold(parts.map(([one, after]) => one + after).join('')));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (held, from, length) => {
        const letters = [...held];
        const start = from % letters.length;
        const searched = fold(letters.slice(start, start + 1 + (length % letters.length)).join(''));
        if (!held.includes(searched)) return;
        const terms = [...termsOf(held)];
        for (const clue of cluesOf(searched)) expect(terms.some((term) => fits(clue, term))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('clues of a searched text', () => {
  it('are followed once each, and few of them', () => {
    expect(cluesOf(Array.from({ length: 53 }, () => 'at').join(' '))).toEqual([
      { kind: 'ending', letters: 'at' },
      { kind: 'word', letters: 'at' },
      { kind: 'beginning', letters: 'at' },
    ]);
    const many = Array.from({ length: 40 }, (_, n) => `w${'x'.repeat(n % 7)}${n}`).join(' ');
    expect(cluesOf(many)).toHaveLength(5);
  });
});
