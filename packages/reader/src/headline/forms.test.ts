/** What is known of a token wherever it stands, and where words are cut in languages that write endings and prepositions onto names. */
import { numberOf } from '../text/word-set';
import { endsRemark, longestHeadline, readable, shapes, tokensIn } from './tokens';

const tokens = (headline: string) => tokensIn(readable(headline));
const cut = (headline: string) => tokens(headline).map(({ text }) => text);

test.each<readonly [text: string, folded: string]>([
  ['Managers', 'managers'],
  ['Élan', 'elan'],
  ['CEO', 'ceo'],
  ['IT', 'infotech'],
  ['R&D', 'research and development'],
  ['Jean-Luc', 'jean luc'],
  ['a', 'a'],
  ['社', '社'],
  // A mark has the number of its shape.
  ['|', '\u0000' + '13'],
  ['+', '\u0000' + '27'],
])('"%s" is known by its letters', (text, folded) => {
  const [token] = tokens(text);
  expect([token?.form.whole, token?.form.start]).toEqual([numberOf(folded), numberOf(folded.slice(0, 4))]);
  expect([token?.form.end, token?.form.end2]).toEqual([numberOf(folded.slice(-3)), numberOf(folded.slice(-2))]);
});

test('shapes keep their places, which the model has learned', () => {
  expect(shapes).toHaveLength(33);
  expect([shapes[0], shapes[13], shapes[30], shapes[32]]).toEqual(['capitals', 'bar', 'other mark', 'ending']);
});

test.each([
  ['Target', true],
  ['growth', true],
  ['R&D', true],
  ['Quillmere', false],
  ['Target-Quillmere', false],
  ['|', false],
])('"%s" is ordinary: %s', (text, ordinary) => expect(tokens(text)[0]?.form.ordinary).toBe(ordinary));

test.each<readonly [headline: string, words: readonly string[]]>([
  // Turkish, Hungarian, Korean: an ending, behind two letters and more.
  ["Trendyol'dan", ['Trendyol', "'dan"]],
  ["Trendyol'te", ['Trendyol', "'te"]],
  ["Koç'un", ['Koç', "'un"]],
  ["Koç'ın", ['Koç', "'ın"]],
  ["Ülker'ye", ['Ülker', "'ye"]],
  ['Ülker’nin', ['Ülker', '’nin']],
  ["Xa'da", ['Xa', "'da"]],
  ["X'da", ["X'da"]],
  ['MOL–ben', ['MOL', '–', 'ben']],
  ['OTP-től', ['OTP', '-től']],
  ['OTP-ön', ['OTP', '-ön']],
  ["O'Neill", ["O'Neill"]],
  ['네이버에서는', ['네이버', '에서는']],
  ['네이버로', ['네이버', '로']],
  ['네이의', ['네이의']],
  ['내과전문의', ['내과전문의']],
  // Hebrew and Arabic: a preposition, unless the word is listed with it.
  ['בחברת', ['ב', 'חברת']],
  ['ב-Quillmere', ['ב-', 'Quillmere']],
  ['בIBM', ['ב', 'IBM']],
  ['בעבר', ['בעבר']],
  ['בא', ['בא']],
  ['لشركة', ['ل', 'شركة']],
  ['بجامعة', ['ب', 'جامعة']],
  ['بشركات', ['بشركات']],
  ['كشركة', ['كشركة']],
])('"%s" is cut into %j', (headline, words) => expect(cut(headline)).toEqual(words));

test.each<readonly [headline: string, words: readonly string[]]>([
  // What stays together.
  ['Leiter:innen Leiter*in Leiter·in', ['Leiter:innen', 'Leiter*in', 'Leiter·in']],
  ['a:b', ['a', ':', 'b']],
  ['Inc. Ltd. Acme. S.A. A. B', ['Inc.', 'Ltd.', 'Acme', '.', 'S.A.', 'A', '.', 'B']],
  ['zinc.', ['zinc', '.']],
  ["qu'usine un'Acme x'y", ["qu'", 'usine', "un'", 'Acme', "x'y"]],
  ['e.on snake_case Jean-Luc', ['e.on', 'snake_case', 'Jean-Luc']],
  ['http://a.b www.acme.example', ['http://a.b', 'www.acme.example']],
  ['a@b.example, x@y', ['a@b.example', ',', 'x', '@', 'y']],
  ['a@b.c', ['a', '@', 'b.c']],
  ['ウェブ担当', ['ウェブ', '担', '当']],
])('"%s" is cut into %j, and stays together where it is one word', (headline, words) =>
  expect(cut(headline)).toEqual(words),
);

test.each([
  ['Ac\u200bme', 'Acme'],
  ['Acme\u00ad™', 'Acme'],
  ['❤\ufe0f', '❤'],
  ['1\u20e3', '1'],
  ['L´O ʼn', 'L’O ’n'],
  ['①', '1'],
  ['plain ~ text', 'plain ~ text'],
  ['tab\tstays', 'tab\tstays'],
])('%j is read as %j', (headline, read) => expect(readable(headline)).toBe(read));

test('of signs that stand for several letters no more than 400 are read', () => {
  expect(longestHeadline).toBe(400);
  expect(readable('㍿'.repeat(99))).toBe('株式会社'.repeat(99));
  expect(readable('㍿'.repeat(101))).toBe('株式会社'.repeat(100));
});

test('a full stop behind a long word for former ends what was said, behind a short one it does not', () => {
  const ends = (text: string) => {
    const [last, mark] = tokens(`${text} .`);
    return mark && endsRemark(mark, last);
  };
  expect(['prev', 'alum', 'zuletzt', 'Acme', 'X', 'XY'].map(ends)).toEqual([false, false, true, true, false, true]);
});
