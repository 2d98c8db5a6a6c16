import fc from 'fast-check';
import { fold } from '../../../packages/reader/src';
import { cluesOf, suffixesOf, termsOf, unindexed, type Clue } from './search-terms';

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

  it('are single letters where a script has no spaces, and words beside them', () => {
    expect([...termsOf('销售vp总监 ขาย 12万')]).toEqual(['销', '售', 'vp', '总', '监', 'ข', 'า', 'ย', '12', '万']);
  });

  it.each([
    ['a word that nobody would type', 'x'.repeat(41)],
    ['more words than a headline has', Array.from({ length: 65 }, (_, n) => `w${n}`).join(' ')],
    ['more letters', Array.from({ length: 20 }, (_, n) => `abcdefghijklm${n}`).join(' ')],
    [
      'words longer than people write',
      'abc'
        .split('')
        .map((letter) => letter.repeat(37))
        .join(' '),
    ],
    [
      'more letters of a script without spaces',
      Array.from({ length: 65 }, (_, n) => String.fromCharCode(0x4e00 + n)).join(''),
    ],
  ])('of %s are not kept: the lead is marked instead', (_, text) => {
    expect([...termsOf(text)]).toEqual([unindexed]);
  });

  it('are few whatever the text, and so are their endings', () => {
    const unit = fc.oneof(fc.constantFrom('a', 'b', ' ', '山', '1'), fc.string({ unit: 'grapheme', maxLength: 1 }));
    fc.assert(
      fc.property(fc.string({ maxLength: 900, unit }), (text) => {
        const terms = [...termsOf(fold(text))];
        expect(terms.length).toBeLessThanOrEqual(64);
        const endings = terms.flatMap(suffixesOf);
        expect(endings.length).toBeLessThanOrEqual(256);
        expect(endings.join('').length).toBeLessThanOrEqual((4_096 + 256) / 2);
      }),
    );
  });

  it('have one ending for each letter', () => {
    expect(suffixesOf('acme')).toEqual(['acme', 'cme', 'me', 'e']);
  });
});

/** Whether a word matches a clue, as the search statements decide it on `lead_terms` and `term_suffixes`. */
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
    ['an abcdefghijklmnopqrstuvwxyz', ['beginning abcdefghijklmnopqrst', 'ending an']],
    ['销售vp', ['beginning vp', 'word 销', 'word 售']],
  ])('%s: %j', (text, expected) => {
    expect(cluesOf(text).map(({ kind, letters }) => `${kind} ${letters}`)).toEqual(expected);
  });

  it('all fit a word of every text that holds the searched one', () => {
    const letter = fc.constantFrom('a', 'b', 'c', 'é', '山', '川', 'ก', '𝒳', '𠀀', '1');
    const word = fc.oneof(
      fc.string({ minLength: 1, maxLength: 6, unit: letter }),
      fc.string({ minLength: 15, maxLength: 45, unit: letter }),
    );
    const sign = fc.constantFrom(' ', ' ', '-', ' @ ', "'", ' | ', '%');
    const text = fc
      .array(fc.tuple(word, sign), { minLength: 1, maxLength: 6 })
      .map((parts) => fold(parts.map(([one, after]) => one + after).join('')));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (held, from, length) => {
        const letters = Array.from(held);
        const start = from % letters.length;
        const searched = fold(letters.slice(start, start + 1 + (length % letters.length)).join(''));
        if (!held.includes(searched)) return;
        const terms = [...termsOf(held)];
        if (terms.includes(unindexed)) return;
        expect(cluesOf(searched).filter((clue) => !terms.some((term) => fits(clue, term)))).toEqual([]);
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
