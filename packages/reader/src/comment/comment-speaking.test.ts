/** Which phrases of a sentence speak, of phrases that stand where the test says: each bound from both sides. */
import { wordsOfSentence, type Match } from './comment-matching';
import { classOf, phraseClasses, type CommentPhrase, type PhraseClass, type Slot } from './comment-phrases';
import { inOneClause, speakingOf } from './comment-speaking';

const match = (name: PhraseClass, from: number, to: number, more: Partial<CommentPhrase> = {}): Match => ({
  phrase: {
    rank: 0,
    language: 0,
    class: classOf(name),
    place: 'any',
    slots: [],
    hasGap: false,
    joined: false,
    ...more,
  },
  from,
  to,
});
const nameOf = ({ phrase }: Match) => phraseClasses.find((name) => classOf(name) === phrase.class) ?? '';
const speaking = (text: string, matches: readonly Match[], asked = false) =>
  speakingOf(matches, wordsOfSentence(text), asked).map(nameOf);
/** What is left of the last of them. */
const lastOf = (text: string, ...matches: Match[]) => speaking(text, matches).at(-1);

const text = 'a b c d e f g h i j';
const joined = { joined: true } as const;

describe('a negation before a phrase', () => {
  const undenied: readonly PhraseClass[] = [
    ...(['refusal', 'congratulation', 'job_hunting', 'question', 'method', 'thing', 'instead', 'vendor'] as const),
    ...([
      'job',
      'not',
      'without',
      'past',
      'but',
      'rhetorical',
      'tagquestion',
      'none',
      'content',
      'other',
      'hire',
    ] as const),
  ];

  test.each(phraseClasses)('and %s', (name) => {
    const left = undenied.includes(name) ? name : 'none';
    for (const before of ['not', 'without'] as const) {
      expect(lastOf(text, match(before, 0, 1), match(name, 1, 2))).toBe(name === 'seek' ? 'refusal' : left);
      expect(speaking(text, [match(before, 0, 1), match(name, 1, 2)], true).at(-1)).toBe(left);
    }
    // No other class denies.
    const others = phraseClasses.filter((other) => other !== 'not' && other !== 'without');
    expect(others.map((other) => lastOf(text, match(other, 0, 1), match(name, 1, 2)))).toEqual(others.map(() => name));
  });

  test.each<readonly [negation: PhraseClass, more: Partial<CommentPhrase>, between: number]>([
    ['not', {}, 2],
    ['without', {}, 1],
    ['not', joined, 3],
    ['without', joined, 1],
  ])('%s reaches, %j, over %d', (negation, more, between) => {
    const after = (count: number) =>
      lastOf(text, match(negation, 0, 1, more), match('price', 1 + count, 2 + count, more));
    const all = [0, 1, 2, 3, 4];
    expect(all.map(after)).toEqual(all.map((count) => (count <= between ? 'none' : 'price')));
  });

  test('is of its clause, of its language and of its units', () => {
    expect(lastOf('a b', match('not', 0, 1), match('price', 1, 2))).toBe('none');
    expect(lastOf('a, b', match('not', 0, 1), match('price', 1, 2))).toBe('price');
    expect(lastOf('a b, c d', match('not', 0, 1), match('not', 2, 3), match('price', 3, 4))).toBe('none');
    expect(lastOf(text, match('not', 0, 1, { language: 1 }), match('price', 1, 2, { language: 1 }))).toBe('none');
    expect(lastOf(text, match('not', 0, 1, { language: 1 }), match('price', 1, 2))).toBe('price');
    expect(lastOf(text, match('not', 0, 1), match('price', 1, 2, { language: 1 }))).toBe('price');
    expect(lastOf(text, match('not', 0, 1, joined), match('price', 1, 2))).toBe('price');
    expect(lastOf(text, match('not', 0, 1), match('price', 1, 2, joined))).toBe('price');
    expect(lastOf('好、好', match('not', 0, 1, joined), match('price', 2, 3, joined))).toBe('price');
    expect(lastOf('好好好', match('not', 0, 1, joined), match('price', 2, 3, joined))).toBe('none');
  });

  test('takes the same words in another language with it, and no other words or classes', () => {
    const not = match('not', 0, 1);
    const both = [not, match('price', 1, 2), match('price', 1, 2, { language: 1 })];
    expect(speaking(text, both)).toEqual(['not', 'none', 'none']);
    const others = [match('topic', 1, 2, { language: 1 }), match('price', 2, 3, { language: 1 })];
    expect(speaking(text, [not, match('price', 1, 2), ...others])).toEqual(['not', 'none', 'topic', 'price']);
  });

  test('inside a phrase that says nothing is none', () => {
    const after = (...matches: Match[]) => lastOf(text, ...matches, match('price', 3, 4));
    const not = match('not', 1, 3);
    expect(after(not)).toBe('none');
    expect(after(match('none', 1, 3), not)).toBe('price');
    expect(after(not, match('none', 0, 3))).toBe('price');
    expect([after(match('none', 2, 3), not), after(match('none', 1, 2), not)]).toEqual(['none', 'none']);
    expect([after(match('but', 0, 3), not), after(match('none', 0, 3, joined), not)]).toEqual(['none', 'none']);
    // Another one still denies.
    expect(after(match('none', 0, 1), match('not', 0, 1), match('not', 1, 2))).toBe('none');
  });
});

describe('a negation behind a phrase', () => {
  const behind = (name: PhraseClass, sentence: string, from: number, to: number, negation: PhraseClass = 'not') =>
    speaking(sentence, [match(name, 0, 1), match(negation, from, to)])[0];

  test('denies what seeks and what offers a contact, and nothing else', () => {
    const denied = phraseClasses.filter((name) => behind(name, text, 1, 2) !== name);
    expect(denied).toEqual(['seek', 'contact']);
    expect([behind('seek', text, 1, 2), behind('contact', text, 1, 2)]).toEqual(['refusal', 'none']);
    expect(behind('contact', text, 1, 2, 'without')).toBe('contact');
    expect(speaking(text, [match('contact', 0, 1, joined), match('not', 1, 2, joined)])[0]).toBe('contact');
  });

  test('is one word away at most, two at the end of the clause', () => {
    expect([1, 2, 3, 4].map((from) => behind('contact', text, from, from + 1))).toEqual([
      ...['none', 'none', 'contact', 'contact'],
    ]);
    expect(behind('contact', 'a b c d', 3, 4)).toBe('none');
    expect(behind('contact', 'a b c d, e', 3, 4)).toBe('none');
    expect(behind('contact', 'a b c d e', 4, 5)).toBe('contact');
    expect([behind('contact', 'a, b', 1, 2), behind('contact', 'a b', 1, 2)]).toEqual(['contact', 'none']);
    expect(behind('contact', 'a b, c', 2, 3)).toBe('contact');
  });

  test('may have three words, and does not begin inside the phrase', () => {
    expect([behind('contact', text, 2, 5), behind('contact', 'a b c d e f', 3, 6)]).toEqual(['none', 'none']);
    expect(behind('contact', 'a b c d e f g', 3, 7)).toBe('contact');
    expect(speaking(text, [match('contact', 0, 2), match('not', 1, 3)])[0]).toBe('contact');
    expect(speaking(text, [match('contact', 0, 2), match('not', 2, 3)])[0]).toBe('none');
  });
});

describe('a negation in the gap of a phrase', () => {
  const slot = (words: readonly string[], others: readonly (readonly string[])[] = []): Slot => ({
    gap: false,
    optional: false,
    words: new Set(words),
    others: others.map((choice) => choice.map((word) => ({ text: word, isStem: false }))),
    byFirst: undefined,
    stems: [],
    byLetter: undefined,
  });
  const wide = { hasGap: true, slots: [slot(['a']), slot(['d'])] };
  const first = (sentence: string, phrase: Match, not: Match) => speaking(sentence, [phrase, not])[0];

  test('denies it, where it has one', () => {
    expect(first(text, match('request', 0, 4, wide), match('not', 1, 2))).toBe('none');
    expect(first(text, match('request', 0, 4, wide), match('not', 2, 3))).toBe('none');
    expect(first(text, match('request', 0, 4), match('not', 1, 2))).toBe('request');
    expect(first(text, match('question', 0, 4, wide), match('not', 1, 2))).toBe('question');
    expect(first(text, match('request', 0, 4, wide), match('without', 1, 2))).toBe('request');
    expect(first(text, match('request', 0, 4, wide), match('not', 3, 4))).toBe('request');
    expect(first(text, match('request', 1, 4, wide), match('not', 0, 2))).toBe('request');
    expect(first(text, match('request', 1, 4, wide), match('not', 1, 2))).toBe('none');
  });

  test('is none of its own words', () => {
    const of = (...slots: Slot[]) => first(text, match('request', 0, 5, { hasGap: true, slots }), match('not', 1, 3));
    expect([of(slot(['a'])), of(slot(['b c'])), of(slot(['a']), slot(['b c']))]).toEqual([
      'none',
      'request',
      'request',
    ]);
    expect(of(slot(['a'], [['x'], ['b', 'c', 'd']]))).toBe('request');
    expect([of(slot([], [['b'], ['c']])), of(slot([], [['ab', 'c']]))]).toEqual(['none', 'none']);
  });

  test('stands in the clause that the phrase ends in', () => {
    expect(first('a, b c d', match('request', 0, 4, wide), match('not', 1, 2))).toBe('none');
    expect(first('a b, c d', match('request', 0, 4, wide), match('not', 1, 2))).toBe('request');
    const letters = { ...wide, ...joined };
    expect(first('好不好好好', match('request', 0, 5, letters), match('not', 1, 2, joined))).toBe('none');
    expect(first('好不、好好', match('request', 0, 5, letters), match('not', 1, 2, joined))).toBe('request');
    expect(first('好、不好好', match('request', 0, 5, letters), match('not', 2, 3, joined))).toBe('none');
  });

  test('lets a refusal inside it speak, and nothing else', () => {
    const inside = (name: PhraseClass, negation: PhraseClass = 'not') =>
      speaking(text, [match('request', 0, 4, wide), match(negation, 1, 2), match(name, 2, 4)]);
    expect(inside('refusal')).toEqual(['none', 'not', 'refusal']);
    expect(inside('objection')).toEqual(['none', 'not']);
    expect(inside('refusal', 'but')).toEqual(['request', 'but']);
  });
});

describe('of phrases over the same words', () => {
  test('the longest hides those of other classes inside it', () => {
    const inside = (from: number, to: number) => speaking(text, [match('request', 1, 4), match('price', from, to)]);
    expect([inside(1, 3), inside(2, 4), inside(2, 3)]).toEqual([['request'], ['request'], ['request']]);
    for (const [from, to] of [
      [0, 2],
      [3, 5],
      [1, 4],
      [4, 5],
      [0, 1],
    ] as const)
      expect(inside(from, to)).toEqual(['request', 'price']);
    expect(inside(0, 4)).toEqual(['price']);
    expect(speaking(text, [match('request', 1, 4), match('request', 2, 3)])).toEqual(['request', 'request']);
    expect(speaking(text, [match('request', 0, 3, joined), match('price', 1, 2)])).toEqual(['request', 'price']);
    expect(speaking(text, [match('request', 0, 3, joined), match('price', 1, 2, joined)])).toEqual(['request']);
    // Two that each hide a half hide nothing.
    expect(speaking(text, [match('request', 0, 3), match('price', 2, 4), match('topic', 3, 6)])).toHaveLength(3);
  });

  test('what withdraws gives way to one as long, wherever that is listed', () => {
    for (const rank of [0, 2]) {
      const withdrawn = match('withdrawn', 0, 3, { rank: 1 });
      expect(speaking(text, [withdrawn, match('none', 0, 3, { rank })])).toEqual(['none']);
      expect(speaking(text, [withdrawn, match('none', 0, 2, { rank })])).toEqual(['withdrawn']);
    }
  });

  test('some hide nothing and are not hidden', () => {
    const unused = phraseClasses.filter(
      (name) => speaking(text, [match('question', 0, 3), match(name, 1, 2)]).length === 2,
    );
    expect(unused).toEqual(['question', 'end', 'vendor', 'used', 'not', 'without', 'past', 'but', 'content']);
    expect(speaking(text, [match('none', 0, 3), match('content', 1, 2)])).toEqual(['none']);
    const hiding = phraseClasses.filter(
      (name) => speaking(text, [match(name, 0, 3), match('question', 1, 2)]).length === 1,
    );
    expect(hiding).toEqual(phraseClasses.filter((name) => !unused.includes(name)));
    // A cheer is praise as well.
    expect(speaking(text, [match('congratulation', 0, 3), match('cheer', 1, 2)])).toHaveLength(2);
    expect(speaking(text, [match('cheer', 0, 3), match('congratulation', 1, 2)])).toHaveLength(2);
  });

  test('of two as long the one that begins first decides, then the one that is listed first', () => {
    const holder = (one: Match, other: Match) => {
      const left = (matches: Match[]) =>
        phraseClasses.filter((name) => speaking(text, [...matches, match(name, 1, 2)]).length === 3);
      const found = left([one, other]).filter(
        (name) => !['end', 'vendor', 'used', 'not', 'without', 'past', 'but', 'content'].includes(name),
      );
      expect(left([other, one])).toEqual(left([one, other]));
      return found;
    };
    expect(holder(match('request', 0, 2), match('price', 1, 3))).toEqual(['request']);
    expect(holder(match('request', 1, 3), match('price', 0, 2))).toEqual(['price']);
    expect(holder(match('request', 0, 2), match('price', 0, 2, { rank: 1 }))).toEqual(['request']);
    expect(holder(match('request', 0, 2, { rank: 2 }), match('price', 0, 2, { rank: 1 }))).toEqual(['price']);
  });
});

test('a comma parts clauses, in words and where they run together, whichever comes first', () => {
  const parted = (sentence: string, a: Match, b: Match) =>
    [inOneClause(a, b, wordsOfSentence(sentence)), inOneClause(b, a, wordsOfSentence(sentence))].join(' ');
  expect(parted('a b, c', match('price', 0, 1), match('topic', 1, 2))).toBe('true true');
  expect(parted('a b, c', match('price', 0, 1), match('topic', 2, 3))).toBe('false false');
  expect(parted('好好、好', match('price', 0, 1, joined), match('topic', 1, 2, joined))).toBe('true true');
  expect(parted('好好、好', match('price', 0, 1, joined), match('topic', 3, 4, joined))).toBe('false false');
  // One of words and one of letters go by the clauses of words.
  expect(parted('好、好、好', match('price', 0, 1), match('topic', 0, 5, joined))).toBe('true true');
});
