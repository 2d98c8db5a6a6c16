/** How a headline is cut. */
import fc from 'fast-check';
import { readable, tokensIn } from './tokens';

const cut = (headline: string) => tokensIn(readable(headline)).map(({ text }) => text);

test.each([
  ['CEO @Acme | ex-Google', ['CEO', '@', 'Acme', '|', 'ex-Google']],
  ["Directrice d'usine chez L'Oréal", ['Directrice', "d'", 'usine', 'chez', "L'", 'Oréal']],
  ['Geschäftsführer:in, Leiter/in', ['Geschäftsführer:in', ',', 'Leiter/in']],
  ['CTO at Acme, Inc. and S.L.', ['CTO', 'at', 'Acme', ',', 'Inc.', 'and', 'S.L.']],
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
  expect(cut(headline)).toEqual(expected);
});

test('whatever the text, its pieces stand in it one after the other, and nothing but space is left out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (headline) => {
      const text = readable(headline);
      let end = 0;
      for (const token of tokensIn(text)) {
        expect(text.slice(end, token.from).trim()).toBe('');
        expect(text.slice(token.from, token.to)).toBe(token.text);
        end = token.to;
      }
      expect(text.slice(end).trim()).toBe('');
      expect(text.length).toBeLessThanOrEqual(400);
    }),
    { numRuns: 300 },
  );
});
