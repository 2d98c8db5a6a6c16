/** Each phrase of the lists is found in a text that is made of it, however its gaps are filled, and not in one that lacks its end. */
import { candidatesIn, languagesOf, stands, wordsOfSentence, type Match } from './comment-matching';
import {
  bitsOf,
  commentPhrases,
  type Choice,
  type CommentPhrase,
  type PhraseClass,
  type PhrasePlace,
  type Slot,
} from './comment-phrases';

/** A word that no list has. */
const filler = 'zqx';
const writtenChoice = (choice: Choice) => choice.map(({ text, isStem }) => (isStem ? `${text}zq` : text)).join(' ');

/** Everything that one place of a phrase may be; '' where it may be left out. */
const choicesOf = ({ words, others, optional }: Slot): string[] => [
  ...words,
  ...others.map(writtenChoice),
  ...(optional ? [''] : []),
];

/** A text made of places of a phrase: of each the n-th choice, each gap with so many words. */
function phraseText({ joined, place }: CommentPhrase, slots: readonly Slot[], n: number, gap: number): string {
  const parts = slots.map((slot) => {
    if (slot.gap) return joined ? 'z'.repeat(gap) : Array<string>(gap).fill(filler).join(' ');
    const choices = choicesOf(slot);
    return choices[n % choices.length] ?? '';
  });
  const text = joined ? parts.join('') : parts.filter((part) => part !== '').join(' ');
  return place === 'name' ? `${text} Acme` : text;
}

const found = (phrase: CommentPhrase, text: string): Match[] =>
  candidatesIn(wordsOfSentence(text)).filter((match) => match.phrase === phrase && match.from === 0);
const endsInLetter = (text: string) => /[\p{L}\p{N}]$/u.test(text);

test('a phrase of each list is found, whichever of its choices is written and whatever fills its gaps', () => {
  const missed = commentPhrases().flatMap((phrase) => {
    const { rank, slots } = phrase;
    // Commas and spaces at the end are no part of a sentence, so a phrase that ends in one needs another word behind it.
    const texts = [
      phraseText(phrase, slots, rank, rank % 4),
      ...(phrase.hasGap ? [phraseText(phrase, slots, 0, 3)] : []),
    ];
    return texts.filter((text) => endsInLetter(text) && found(phrase, text).length === 0);
  });
  expect(missed).toEqual([]);
});

test('without its last word, or with a longer gap, a phrase is not found', () => {
  const plain = commentPhrases().filter(
    ({ joined, place, slots, rank }) =>
      rank % 2 === 0 && !joined && place !== 'name' && slots.at(-1)?.optional === false,
  );
  const wrong = plain.flatMap((phrase) => {
    const shorter = phraseText(phrase, phrase.slots.slice(0, -1), phrase.rank, 1);
    // "wer will (denn|)" and "denn": what is left ends in the last word all the same.
    if (phrase.slots.at(-1)?.words.has(shorter.split(' ').at(-1) ?? '')) return [];
    const texts = [shorter, `${shorter} ${filler}`, ...(phrase.hasGap ? [phraseText(phrase, phrase.slots, 0, 4)] : [])];
    return texts.filter((text) => found(phrase, text).length > 0);
  });
  expect(plain.length).toBeGreaterThan(2_500);
  expect(wrong).toEqual([]);
});

test('where words run together a gap is of twelve letters at most', () => {
  const joined = commentPhrases().filter(
    ({ joined: runs, hasGap, slots }) => runs && hasGap && !slots.at(-1)?.optional,
  );
  expect(joined.length).toBeGreaterThan(20);
  const at = (letters: number) =>
    joined.filter((phrase) => {
      const text = phraseText(phrase, phrase.slots, 0, letters);
      return endsInLetter(text) && found(phrase, text).length > 0;
    }).length;
  expect([at(0), at(12), at(13)]).toEqual([at(1), at(1), 0]);
});

test('in Hebrew a phrase begins a word, or stands behind one or two of the letters that are written together with it', () => {
  const phrases = commentPhrases().filter(({ joined, slots: [only, ...more] }) => {
    const text = only === undefined || more.length > 0 ? '' : ([...only.words][0] ?? '');
    return joined && /^[\u05d0-\u05ea]{4,}$/.test(text);
  });
  const behind = (before: string) =>
    phrases.filter((phrase) =>
      candidatesIn(wordsOfSentence(`${before}${phraseText(phrase, phrase.slots, 0, 0)}`)).some(
        (match) => match.phrase === phrase && match.from === before.length,
      ),
    ).length;
  expect(phrases.length).toBeGreaterThan(5);
  expect(['', 'גם ', 'ו', 'וה', 'גם וה'].map(behind)).toEqual(Array(5).fill(phrases.length));
  // Three of them, or any other letter, make another word.
  expect(['ובה', 'ג', 'גו', 'וג'].map(behind)).toEqual([0, 0, 0, 0]);
});

describe('the words of a sentence', () => {
  test.each<readonly [text: string, words: string, clauses: string, count: number, joined: boolean]>([
    ['We left them', 'we left them', '000', 3, false],
    ['„We left“ 👍', 'we left', '00', 2, false],
    ['We left, they (all) came: 7 of us – yes', 'we left they all came 7 of us yes', '001234445', 9, false],
    ['f*ck the 2nd price', 'f*ck the 2nd price', '0000', 4, false],
    ['Été à Zürich', 'ete a zurich', '000', 3, false],
    ['', '', '', 0, false],
    ['👍 !', '', '', 0, false],
    // Four letters are about one word, where they run together.
    ['見積もりをお願いします', '見積もりをお願いします', '0', 3, true],
    ['見積', '見積', '0', 1, true],
    ['견 적 을 주', '견 적 을 주', '0000', 4, true],
  ])('%j', (text, words, clauses, count, joined) => {
    const read = wordsOfSentence(text);
    expect(read).toMatchObject({ list: words === '' ? [] : words.split(' '), count, joined });
    expect(read.clauses.join('')).toBe(clauses);
  });

  test('a name is a word with a capital letter, as it is written', () => {
    const read = wordsOfSentence('we left Acme for globex and IBM, T');
    expect(read.list.filter((_, at) => read.isName(at))).toEqual(['acme', 'ibm']);
    expect([read.isName(-1), read.isName(read.list.length)]).toEqual([false, false]);
    // One letter is none.
    expect(wordsOfSentence('T').isName(0)).toBe(false);
  });
});

const phraseOf = (name: PhraseClass, place: PhrasePlace, more: Partial<CommentPhrase> = {}): CommentPhrase => ({
  ...{ rank: 0, language: 0, class: bitsOf(name), place, slots: [], hasGap: false, joined: false },
  ...more,
});

describe('where a phrase must stand', () => {
  const text = 'great work from Acme, all of you Bo';
  const words = wordsOfSentence(text);
  const at = (place: PhrasePlace, from: number, to: number, name: PhraseClass = 'request') =>
    stands({ phrase: phraseOf(name, place), from, to }, words);

  test('anywhere, at the start, at the end, before a name in the same clause', () => {
    expect([at('any', 3, 4), at('any', 0, 1)]).toEqual([true, true]);
    expect([at('start', 0, 1), at('start', 1, 2)]).toEqual([true, false]);
    expect([at('end', 6, 8), at('end', 6, 7)]).toEqual([true, false]);
    expect([at('name', 2, 4), at('name', 1, 3), at('name', 6, 8)]).toEqual([true, false, true]);
    const apart = wordsOfSentence('we left, Acme came');
    expect(stands({ phrase: phraseOf('leaving', 'name'), from: 1, to: 3 }, apart)).toBe(false);
  });

  test('a tag question is none by itself, wherever it stands', () => {
    for (const place of ['any', 'start', 'end'] as const) expect(at(place, 0, 8, 'tagquestion')).toBe(false);
  });

  test('a congratulation that opens has two more words beside it at most', () => {
    const opens = (sentence: string, to: number) =>
      stands({ phrase: phraseOf('congratulation', 'start'), from: 0, to }, wordsOfSentence(sentence));
    expect([opens('great', 1), opens('great work Bo', 1), opens('great work dear Bo', 1)]).toEqual([true, true, false]);
    expect([opens('great work dear Bo', 2), opens('great work my dear Bo', 2)]).toEqual([true, false]);
    expect(stands({ phrase: phraseOf('request', 'start'), from: 0, to: 1 }, wordsOfSentence('a b c d e'))).toBe(true);
  });

  test('where words run together the end is that of the letters', () => {
    const letters = wordsOfSentence('見積もり お願い');
    const end = (to: number) => stands({ phrase: phraseOf('request', 'end', { joined: true }), from: 0, to }, letters);
    expect([end(letters.bare.length), end(letters.list.length)]).toEqual([true, false]);
    const praise = (to: number) =>
      stands(
        { phrase: phraseOf('congratulation', 'start', { joined: true }), from: 0, to },
        wordsOfSentence('好 文 章 你 好'),
      );
    // Of five words its own are counted by the spaces in it.
    expect([praise(1), praise(5)]).toEqual([false, true]);
  });
});

test('a language is read beside the best one from two fifths of its words on', () => {
  const match = (language: number, words: number): Match => ({
    phrase: phraseOf('request', 'any', { language }),
    from: 3,
    to: 3 + words,
  });
  const isSpoken = languagesOf([match(4, 6), match(1, 3), match(4, 4), match(0, 2), match(1, 1), match(2, 3)]);
  expect([0, 1, 2, 3, 4, 5].map((language) => isSpoken(match(language, 1)))).toEqual([
    ...[false, true, false, false, true, false],
  ]);
  expect(languagesOf([])(match(7, 1))).toBe(true);
});
