/** How a headline is cut. */
import fc from 'fast-check';
import {
  endsRemark,
  isAddress,
  isCased,
  isIdeograph,
  isMark,
  isOpening,
  isWholeWord,
  readable,
  shapes,
  tokensIn,
} from './tokens';
import { anyLetter } from '../../../../test/support/any-letter';

test.each([
  ['CEO @Acme | ex-Google', ['CEO', '@', 'Acme', '|', 'ex-Google']],
  ["Directrice d'usine chez L'Oréal", ['Directrice', "d'", 'usine', 'chez', "L'", 'Oréal']],
  ['Geschäftsführer:in, Leiter/in', ['Geschäftsführer:in', ',', 'Leiter/in']],
  ['CTO at Acme, Inc. and S.L.', ['CTO', 'at', 'Acme', ',', 'Inc.', 'and', 'S.L.']],
  ['МБАЛ Св. Яна, S:t Görans sjukhus', ['МБАЛ', 'Св.', 'Яна', ',', 'S:t', 'Görans', 'sjukhus']],
  ['школа ім. Франка. Sta. María: ta', ['школа', 'ім.', 'Франка', '.', 'Sta.', 'María', ':', 'ta']],
  ["Trendyol'da uzman", ['Trendyol', "'da", 'uzman']],
  ['mérnök a MOL-nál', ['mérnök', 'a', 'MOL', '-nál']],
  ['מנכ"ל בחברת אלון', ['מנכ"ל', 'ב', 'חברת', 'אלון']],
  ['株式会社例 マネージャー', ['株', '式', '会', '社', '例', 'マネージャー']],
  ['네이버에서 일합니다', ['네이버', '에서', '일합니다']],
  ['me@acme.example https://acme.example', ['me@acme.example', 'https://acme.example']],
  ['R&D, H&M', ['R&D', ',', 'H&M']],
  ['❤️CEO 1️⃣ Acme™', ['❤', 'CEO', '1', 'Acme']],
  ['L´Oréal', ['L’', 'Oréal']],
  ['Google株式会社代表', ['Google', '株', '式', '会', '社', '代', '表']],
  ['AI研究者', ['AI', '研', '究', '者']],
  ['내과전문의 네이버의', ['내과전문의', '네이버', '의']],
  ['بشركة أرامكو', ['ب', 'شركة', 'أرامكو']],
])('%s', (headline, expected) => {
  const text = readable(headline);
  const tokens = tokensIn(text);
  expect(tokens.map((token) => token.text)).toEqual(expected);
  // Each stands where it says, also the second part of a word that is cut.
  expect(tokens.map(({ from, to }) => text.slice(from, to))).toEqual(expected);
});

test('whatever the text, its pieces stand in it one after the other, and nothing but space is left out', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter, maxLength: 600 }), (headline) => {
      const text = readable(headline);
      let end = 0;
      for (const token of tokensIn(text)) {
        // Compared here, not by an `expect` for each: these take longer than the cutting.
        const [between, there] = [text.slice(end, token.from).trim(), text.slice(token.from, token.to)];
        if (between !== '' || there !== token.text) expect([between, there]).toEqual(['', token.text]);
        end = token.to;
      }
      expect(text.slice(end).trim()).toBe('');
      expect(text.length).toBeLessThanOrEqual(400);
    }),
    { numRuns: 300 },
  );
});

/** How each is written: one word or mark, and the name of its shape. */
test.each([
  ['capitals', ['IT', 'CEO', 'S.L.', 'B2B', 'AT&T']],
  ['capital', ['A', 'Acme', 'Élan', 'Inc.']],
  ['capitals inside', ['LinkedIn', 'GmbH', 'McDonald', 'PhD']],
  ['small', ['sales', 'über', 'e-commerce']],
  ['small, capitals inside', ['iPhone', 'eBay']],
  ['digits', ['7', '2024', '3M', '10x']],
  ['han', ['株', '々']],
  ['hiragana', ['の']],
  ['katakana', ['マネージャー']],
  ['hangul', ['마케팅']],
  ['arabic', ['مدير']],
  ['hebrew', ['מנהל']],
  ['other letters', ['ราคา', 'प्रबंधक']],
  ['bar', ['|', '¦']],
  ['bullet', ['•', '●', '▶', '→', '★', '·', '~']],
  ['dash', ['-', '–', '—']],
  ['comma', [',', ';', '、']],
  ['slash', ['/', '\\']],
  ['colon', [':']],
  ['stop', ['.', '。']],
  ['exclamation', ['!', '?']],
  ['opening bracket', ['(', '[', '{', '【']],
  ['closing bracket', [')', ']', '}', '】']],
  ['quotation mark', ['"', '“', '«', '「', "'"]],
  ['at', ['@']],
  ['ampersand', ['&']],
  ['hash', ['#']],
  ['plus', ['+']],
  ['address', ['https://acme.example', 'www.acme.example', 'me@acme.example']],
  ['emoji', ['🚀', '❤', '🇩']],
  ['other mark', ['=', '%', '$', '^']],
  ['elision', ["d'", 'L’']],
  ['ending', ["'da", '-nál']],
])('%s: %j', (shape, texts) => {
  const shapeOf = (text: string) => {
    // Elisions and endings are cut off a word.
    const whole = text.startsWith("'") || text.startsWith('-') ? (text.length > 1 ? `Trendyol${text}` : text) : text;
    const written = /^[dL]['’]$/.test(text) ? `${text}usine` : whole;
    const found = tokensIn(readable(written)).find((token) => token.text === text);
    return found && shapes[found.form.shape];
  };
  expect(texts.map((text) => [text, shapeOf(text)])).toEqual(texts.map((text) => [text, shape]));
});

const first = (text: string) => {
  const [token] = tokensIn(readable(text));
  if (token === undefined) throw new Error('no token');
  return token;
};

test('what divides parts, what is a mark, and what may begin a name', () => {
  const of = (fits: (token: ReturnType<typeof first>) => boolean) =>
    [
      '|',
      '"',
      '🚀',
      '@',
      '=',
      'Acme',
      'CEO',
      'sales',
      'iPhone',
      '3M',
      '株',
      'の',
      'ア',
      '한국',
      'مدير',
      '(',
      'www.a.b',
    ].filter((text) => fits(first(text)));
  expect(of(({ form }) => form.divides)).toEqual(['|', '"', '🚀', '(']);
  expect(of(isMark)).toEqual(['|', '"', '🚀', '@', '=', '(', 'www.a.b']);
  expect(of(isCased)).toEqual(['Acme', 'CEO', 'iPhone', '3M', '株', 'の', 'ア', '한국', 'مدير']);
  expect(of(isIdeograph)).toEqual(['株', 'の']);
  expect(of(isWholeWord)).toEqual(['ア', '한국']);
  expect([of(isOpening), of(isAddress)]).toEqual([['('], ['www.a.b']]);
  expect(of(({ form }) => form.words.length > 0)).toEqual([
    'Acme',
    'CEO',
    'sales',
    'iPhone',
    '3M',
    '株',
    'の',
    'ア',
    '한국',
    'مدير',
  ]);
});

test.each<readonly [mark: string, before: string | undefined, ends: boolean]>([
  ['|', 'Acme', true],
  ['•', undefined, true],
  ['–', 'Acme', true],
  ['🚀', 'Acme', true],
  ['!', 'Acme', true],
  [')', 'Acme', true],
  [';', 'Acme', true],
  ['。', 'Acme', true],
  [',', 'Acme', false],
  [':', 'Acme', false],
  ['(', 'Acme', false],
  ['Acme', 'CEO', false],
  // A full stop ends a sentence, not an abbreviation for former, nor one of a letter.
  ['.', 'Acme', true],
  ['.', undefined, true],
  ['.', 'A', false],
  ['.', 'ent', false],
  ['.', 'ehem', false],
  ['.', 'previously', true],
])('"%s" behind %j ends what was said: %s', (mark, before, ends) => {
  expect(endsRemark(first(mark), before === undefined ? undefined : first(before))).toBe(ends);
});

test('a headline is read up to 400 characters, and never half of one', () => {
  expect(readable('x'.repeat(401))).toHaveLength(400);
  expect(readable(`é${'x'.repeat(400)}`)).toHaveLength(400);
  expect(readable(`${'é'.repeat(399)}😀`)).toBe('é'.repeat(399));
  expect(readable(`${'é'.repeat(398)}😀`)).toBe(`${'é'.repeat(398)}😀`);
});
