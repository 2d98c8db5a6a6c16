import { wordsIn } from './words-in';

test.each([
  // Whole words.
  ['AI', 'Is there AI in it?', true],
  ['ai', 'We use “AI”.', true],
  ['AI', 'maintenance of chairs, by e-mail, nur schauen', false],
  ['AI', 'what we aim at', false],
  ['AI', 'the bonsai', false],
  ['CRO', 'CROs of Europe', false],
  ['Q4', 'in Q4.', true],
  ['Q4', 'in Q40', false],
  ['Q4', 'in FQ4', false],
  ['preis', 'Was ist der Preis?', true],
  ["l'export", "L'export a pris trois semaines", true],
  ['export', "L'export a pris trois semaines", true],
  ['Muller', 'frag MÜLLER', true],
  ['цена', 'Какая цена?', true],
  ['ок', 'который', false],
  // From four letters on, the beginning of a word.
  ['price', 'our prices', true],
  ['Dezember', 'erste Dezemberwoche', true],
  ['demo', 'demos', true],
  ['dem', 'demos', false],
  ['price', 'mispriced', false],
  // Several words: all of them, in any order, wherever they stand.
  ['price renewal', 'At renewal the price doubled', true],
  ['price renewal', 'The price doubled', false],
  ['  price\t price ', 'The price doubled', true],
  // Signs are as they are written.
  ['C++', 'in C++ and C#', true],
  ['C++', 'in C', false],
  ['100%', 'It is 100% right', true],
  ['100%', '100 of them', false],
  ['0%', 'It is 100% right', false],
  ['e-mail', 'by e-mail', true],
  ['.*', 'anything', false],
  ['[a-z]', 'anything', false],
  ['😀', 'good 😀😀', true],
  ['%', '50%', true],
  // Scripts without spaces, and those that join small words to a word.
  ['価格', 'この価格を教えてください', true],
  ['ราคา', 'ขอราคาหน่อยครับ', true],
  ['价格', '请问价格是多少', true],
  ['AI', '最新のAIを使う', true],
  ['AI', '最新のMAINを使う', false],
  ['AI搭載', '新型AI搭載の製品', true],
  ['AI搭載', '新型MAI搭載の製品', false],
  ['価格 AI', 'AIの価格', true],
  ['価格 AI', 'AIの値段', false],
  ['가격', '가격을 알려 주세요', true],
  ['سعر', 'ما هو السعر', true],
  ['מחיר', 'מה המחיר', true],
])('%j in %j: %p', (wanted, text, isIn) => {
  expect(wordsIn(wanted)(text)).toBe(isIn);
});
