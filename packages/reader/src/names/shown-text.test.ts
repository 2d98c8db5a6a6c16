/** What a reader sees of a text with escapes, tags and invisible letters, and which stretch of the stored text that is. */
import { shownText } from './shown-text';

test.each([
  ['plain text, 100 percent', 'plain text, 100 percent'],
  ['a &amp; b &lt; c &gt; d', 'a & b < c > d'],
  ['&quot;a&quot; &apos;b&apos;', '"a" \'b\''],
  ['a&nbsp;b&shy;c', 'a bc'],
  ['&AMP;&Quot;', '&"'],
  ['Gro&szlig; &aelig; &oelig; &thorn; &eth;', 'Groß æ œ þ ð'],
  ['&aacute;&Egrave;&icirc;&ntilde;&ouml;&ccedil;&aring;', 'aEinoca'],
  ['&zcaron;&oslash;&aogon;&abreve;&emacr;&lstrok;&zdot;', 'zoaaelz'],
  ['&#65;&#x42;&#x1F600;', 'AB\u{1f600}'],
  ['a%20b%C3%A9', 'a bé'],
  ['a<b>b</b><br/>c', 'a b  c'],
  ['in\u200bvisi\u00adble', 'invisible'],
  // These are shown as they are.
  ['&and; &frac12; &;', '&and; &frac12; &;'],
  ['5 < 6 & 7 > 3', '5 < 6 & 7 > 3'],
  ['100%, 5%x', '100%, 5%x'],
  [`a<b${'x'.repeat(201)}>`, `a<b${'x'.repeat(201)}>`],
  [`a<b${'x'.repeat(200)}>c`, 'a c'],
  ['', ''],
])('%j is seen as %j', (text, shown) => {
  expect(shownText(text).text).toBe(shown);
});

test.each<readonly [text: string, shown: string, stored: string]>([
  ['by Ana Ruiz.', 'Ana Ruiz', 'Ana Ruiz'],
  ['by Ana&nbsp;Ruiz.', 'Ana Ruiz', 'Ana&nbsp;Ruiz'],
  ['by <b>Ana</b> <i>Ruiz</i>.', 'Ana', 'Ana'],
  ['by A\u200bna Ruiz.', 'Ana', 'A\u200bna'],
  ['by &Aacute;na.', 'Ana', '&Aacute;na'],
  ['by An&aacute;.', 'Ana', 'An&aacute;'],
  ['by%20Ana%20Ruiz%21', 'Ana Ruiz', 'Ana%20Ruiz'],
  ['%F0%9F%98%80Ana', '\u{1f600}', '%F0%9F%98%80'],
  ['%41%42', 'A', '%41%42'],
  ['%41%42', 'B', '%41%42'],
])('in %j, %j is stored as %j', (text, part, stored) => {
  const shown = shownText(text);
  const from = shown.text.indexOf(part);
  const [start, end] = shown.stored([from, from + part.length]);
  expect([from >= 0, text.slice(start, end)]).toEqual([true, stored]);
});
