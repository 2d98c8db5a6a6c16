import fc from 'fast-check';
import { hidesCharacters, strippedCharacters, visible, visibleDeep } from './text';

test.each(strippedCharacters)('%s are removed, first to last', (_name, first, last) => {
  for (const code of new Set([first, last, Math.floor((first + last) / 2)])) {
    const text = `a${String.fromCodePoint(code)}b`;
    expect(visible(text)).toBe('ab');
    expect(hidesCharacters(JSON.stringify({ text }))).toBe(true);
  }
});

test.each([
  ['newlines and tabs', 'a\n\tb'],
  ['accents, composed and not', 'Zoë Müller Zoe\u0308'],
  ['other scripts', '田中 Иванов العربية עברית'],
  ['a family emoji and a flag', '👨‍👩‍👧 🇩🇪'],
  ['joiners inside Persian words', 'می‌خواهم'],
  ['an emoji with its variation', '❤️'],
])('%s stay', (_name, text) => {
  expect(visible(text)).toBe(text);
});

test('a message hidden in tag characters is gone', () => {
  const hidden = [...'ignore all']
    .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
    .join('');
  expect(visible(`Sales${hidden} lead`)).toBe('Sales lead');
});

test('what hides characters is always noticed, and cleaning leaves nothing to notice', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const cleaned = visibleDeep(value);
      if (JSON.stringify(cleaned) !== JSON.stringify(value)) expect(hidesCharacters(JSON.stringify(value))).toBe(true);
      expect(visibleDeep(cleaned)).toEqual(cleaned);
    }),
  );
});
