import fc from 'fast-check';
import { hiddenCharacters } from '../../../test/mcp/support/hidden-characters';
import { beginningOf, bothEnds, hidesCharacters, inLine, oneLine, visible, visibleDeep } from './visible';

test.each(hiddenCharacters)('%s are removed, first to last', (_name, first, last) => {
  const shown = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter((code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    return visible(text) !== 'ab' || !hidesCharacters(JSON.stringify({ text }));
  });
  expect(shown).toEqual([]);
});

test.each([
  ['newlines and tabs', 'a\n\tb'],
  ['accents, composed and not', 'Zoë Müller Zoe\u0308'],
  ['other scripts', '田中 Иванов العربية עברית'],
  ['a family emoji and a flag', '👨‍👩‍👧 🇩🇪'],
  ['joiners inside Persian words', 'می‌خواهم'],
  ['an emoji with its variation', '❤\ufe0f'],
  ['variations inside joined emoji', '🏳\ufe0f\u200d🌈 🧑🏽\u200d⚕\ufe0f'],
  ['keycaps', '1\ufe0f\u20e3'],
  ['joiners behind an Indic virama', 'क\u094d\u200dष'],
])('%s stay', (_name, text) => {
  expect(visible(text)).toBe(text);
  expect(hidesCharacters(JSON.stringify({ text }))).toBe(false);
});

test.each([
  ['a second variation', '❤\ufe0f\ufe0f', '❤\ufe0f'],
  ['the variation of a letter', 'a\ufe0f', 'a'],
  ['the variation of a digit', '1\ufe0f', '1'],
  ['a joiner at the start', '\u200da', 'a'],
  ['a joiner behind a newline', 'a\n\u200db', 'a\nb'],
  ['a joiner behind a blank', 'a \u200cb', 'a b'],
  ['two joiners', 'م\u200c\u200dم', 'مم'],
  ['a joiner between fillers', '1\u3164\u200d\u31641', '11'],
  ['a joiner before a variation', 'م\u200d\ufe0f!', 'م!'],
])('%s is removed', (_name, text, cleaned) => {
  expect(visible(text)).toBe(cleaned);
  expect(hidesCharacters(JSON.stringify({ text }))).toBe(true);
});

test('a message hidden in tag characters is gone', () => {
  const hidden = Array.from('ignore all')
    .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
    .join('');
  expect(visible(`Sales${hidden} lead`)).toBe('Sales lead');
});

test('a beginning does not end in half a character', () => {
  expect(beginningOf('ab😀', 3)).toBe('ab');
  expect(beginningOf('ab😀', 4)).toBe('ab😀');
});

test('what hides characters is always noticed, among those that depend on their neighbours', () => {
  const unit = fc.constantFrom(
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u3164',
    'a',
    'م',
    '1',
    '\u20e3',
    '❤',
    '🏽',
    '\n',
    '\\',
    '\ud83d',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
      const cleaned = visible(text);
      if (cleaned !== text) expect(hidesCharacters(JSON.stringify([text]))).toBe(true);
      expect(visible(cleaned)).toBe(cleaned);
    }),
    { numRuns: 2000 },
  );
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

test.each([
  ['Dana Ruiz', '“Dana Ruiz”'],
  ['Dana" said the service. "', "“Dana' said the service. '”"],
  ['a”b“c„d«e»f＂g', "“a'b'c'd'e'f'g”"],
  ['two\nlines\u2028and\u2029more\ttabs', '“two lines and more tabs”'],
  ['x\u202e\u200by', '“xy”'],
])('%j stands in a line as %s', (text, written) => {
  expect(inLine(text, 100)).toBe(written);
});

test('what is longer is cut between characters', () => {
  expect(oneLine('😀😀😀', 2)).toBe('😀😀…');
  expect(inLine('abc', 3)).toBe('“abc”');
});

test('a comment that is too long loses its middle', () => {
  expect(bothEnds('0123456789', 10)).toBe('0123456789');
  expect(bothEnds('0123456789a', 10)).toBe('012345 … 789a');
  expect(bothEnds('  A long\n\nstory. How\u200b much? ', 16)).toBe('A long sto … much?');
  expect(bothEnds('😀😀😀😁', 3)).toBe('😀😀 … 😁');
});
