import { gzipSync } from 'node:zlib';
import { classifyComment } from './comments';
import { commentModel, commentModelIn, commentSizes, KnownWords, saidOf } from './comment-model';
import { readComment } from './comment-verdict';

test('a question mark in a link asks nothing', () => {
  expect(classifyComment('Is this for small teams?')).toBe('question');
  expect(classifyComment('Our page https://www.example.com/list?page=2 has more of it')).not.toBe('question');
});

/** In no words that the lists have; learned from others of their kind. */
test.each([
  ['objection', 'Looked great in the hall, in our barn the sensors froze and support never answered.'],
  ['refusal', 'Third message this week. Take my name off whatever list that is.'],
  ['price', 'And what would forty of those set me back, roughly?'],
  ['plain', 'My boss asked for a quote for everything at that fair, including the coffee machine.'],
  ['question', 'Macht ihr die Wartung selber?'],
  ['joke', 'Who pays that much for a gate? 😂'],
])('%s: %s', (expected, text) => {
  expect(classifyComment(text)).toBe(expected);
});

test.each([
  '',
  ' ',
  '👍',
  '@Anna Berg',
  'https://example.com/a',
  '?',
  'a'.repeat(5_000),
  '好'.repeat(3_000),
  '😂'.repeat(2_000),
])('any text has a class, the same one each time: %#', (text) => {
  expect(classifyComment(text)).toBe(classifyComment(text));
});

test('what lies behind 2,000 characters makes no difference', () => {
  const start = 'We had it for a year and it never worked. '.repeat(60).slice(0, 2_000);
  expect(classifyComment(`${start} What does it cost?`)).toBe(classifyComment(start));
});

test('what is said of a word does not depend on the words before it', () => {
  const model = commentModel();
  const read = readComment('Could somebody call us about forty new kilns before Easter, please');
  if (typeof read === 'string') throw new Error('nothing to weigh');
  const first = saidOf(read, { ...model, known: new KnownWords(model.words) });
  for (let n = 0; n < 20_000; n += 1) model.known.add(`w${n.toString(36)}`, new Int32Array(10));
  expect(saidOf(read, model)).toEqual(first);
});

test('a damaged model, or one of another version, is refused with what to do', () => {
  expect(() => commentModelIn(Buffer.from('nothing'))).toThrow('is damaged');
  expect(() => commentModelIn(gzipSync(Buffer.alloc(commentSizes.words)))).toThrow('npm run train');
});

test.each([
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.',
  'Mbona watu wengi husahau kwamba kilimo ni biashara kama biashara nyingine. Mimi nilianza na ekari mbili tu, leo nina kumi na tano.',
  'Blorven askit ummelo dravik pontu, glissa merrun ka vostel brimma. Ukko prendit salvo mirrek tunda hespo gralt.',
])('in a language that nobody taught it, letters ask for nothing: %s', (text) => {
  expect(classifyComment(text)).toBe('plain');
  expect(classifyComment(text.repeat(5))).toBe('plain');
});

test.each(['Long story. ', 'The days are long here. ', 'Das war ein langer Tag. ', 'Historia larga. '])(
  'the same sentence pasted again and again says no more than once: %s',
  (sentence) => {
    for (const times of [1, 5, 30, 100]) expect(classifyComment(sentence.repeat(times))).toBe('plain');
  },
);

test.each([
  ['My wife would never let me buy another toy 😂', 'joke'],
  ["Ma femme m'a interdit d'acheter un jouet de plus 😂 superbe machine en tout cas", 'joke'],
  ['Every Monday in our yard 🤣🤣', 'joke'],
  ['うちの社長みたい😆', 'joke'],
  // Who admits that they have the problem does not laugh at it.
  ['Every Monday in our yard 😅', 'plain'],
  ['Every Monday in our yard 🙂', 'plain'],
  // What it says counts before that it laughs.
  ['Does it fit a 40 year old press? 😂', 'question'],
  ['Congratulations to the whole team 😂', 'congratulation'],
  ['Far too expensive for what it does 😂', 'objection'],
  ['Please stop sending me offers 😂', 'refusal'],
] as const)('what laughs and says nothing else is a joke: %s', (text, said) => {
  expect(classifyComment(text)).toBe(said);
});

test('a joke has at most 20 words', () => {
  const sentence = (words: number): string =>
    `${'our yard every monday '.repeat(6).split(' ').slice(0, words).join(' ')} 😂`;
  expect(classifyComment(sentence(20))).toBe('joke');
  expect(classifyComment(sentence(21))).toBe('plain');
});

test.each([
  'We grade by hand at night because the belt stops each time somebody opens the gate. My wife says I smell of the sea 😂 Good to see this.',
  'Wir waschen seit zwölf Jahren mit der alten Anlage, und jeden Winter friert uns die Leitung ein. Meine Frau lacht schon 😂 Interessant.',
])('a long comment with a sentence that laughs is no joke: %s', (text) => {
  expect(classifyComment(text)).toBe('plain');
});

test('a long story in which nobody asks stays plain', () => {
  const story =
    'In our village the old mill stood empty for thirty years and then two sisters bought it and started to make flour again. ' +
    'People laughed at first. Now the bakery in town uses nothing else, the school visits every spring and the river is cleaner ' +
    'because they mended the weir. What I like about it is that there was no grand plan, only patience and a lot of dust.';
  expect(classifyComment(story)).toBe('plain');
  expect(classifyComment(`${story} We need three such stones by May, who could send us an offer?`)).toBe('request');
});
