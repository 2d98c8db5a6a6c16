/** Names are found behind the escapes of pages and of JSON, and inside tags. */
import { TextEraser } from './names-in-text';

const eraserOf = (...names: string[]) => new TextEraser([{ ids: [], members: [], slugs: [], names, emails: [] }]);

/** Escapes that pages write for a letter or sign, and a name that contains it. */
test.each<readonly [name: string, text: string]>([
  ['Anna Großmann', 'Anna Gro&szlig;mann'],
  ['Ida Kjær', 'Ida Kj&aelig;r'],
  ['Ida Kjær', 'IDA KJ&AELIG;R'],
  ['Luc Cœurdevey', 'Luc C&oelig;urdevey'],
  ['Þóra Jónsdóttir', '&THORN;&oacute;ra J&oacute;nsd&oacute;ttir'],
  ['Guðrún Ósk', 'Gu&eth;r&uacute;n &Oacute;sk'],
  ["Sean O'Brien", 'Sean O&apos;Brien'],
  ["Sean O'Brien", 'Sean O&#39;Brien'],
  ["Sean O'Brien", 'Sean O&#x27;Brien'],
  ['Anna Berg', 'Anna &quot;Ann&quot; Berg'],
  ['Anna Berg', 'Anna&nbsp;Berg'],
  ['Anna Bergmann', 'Anna Berg&shy;mann'],
  ['Anna Berg', 'Anna &amp; Berg'],
  ['Jan Kříž', 'Jan K&rcaron;&iacute;&zcaron;'],
  ['Łucja Żak', '&Lstrok;ucja &Zdot;ak'],
  ['Bjørn Åse', 'Bj&oslash;rn &Aring;se'],
  ['Hélène Çelik', 'H&eacute;l&egrave;ne &Ccedil;elik'],
  ['João Peña', 'Jo&atilde;o Pe&ntilde;a'],
  ['Zoë Hôpital', 'Zo&euml; H&ocirc;pital'],
  ['Ădela Ąbel Ēriks', '&Abreve;dela &Aogon;bel &Emacr;riks'],
])('%s is %j in a page', (name, text) => {
  expect(eraserOf(name).clean(text)).toBe('[erased]');
});
test.each(['Anna &lt; Berg &gt; Ada', 'Anna &and Berg', 'Anna &frac12; Ada Berg', 'Anna &lt;b&gt; of the Berg'])(
  'in %j nobody is named',
  (text) => {
    expect(eraserOf('Anna Bergholm').clean(text)).toBe(text);
  },
);

test.each([
  ['Ines Haddad <ines.h@acme.example>', '[erased] <[erased]>'],
  ['mail <ines.h@acme.example>', 'mail <[erased]>'],
  ['<Ines Haddad> said', '<[erased]> said'],
  ['<a href="https://linkedin.com/in/ines-haddad-7">she</a>', '<a href="https://linkedin.com/in/[erased]">she</a>'],
  ['<https://linkedin.com/in/ines%2Dhaddad%2D7|she>', '<https://linkedin.com/in/[erased]|she>'],
  ['<b>In</b>es <i title="Ines Haddad">Haddad</i>', '<b>In</b>es <i title="[erased]">Haddad</i>'],
  ['ines.h&commat;acme&period;example', '[erased]'],
  ['<b>Ada</b> <ada@acme.example>', '<b>Ada</b> <ada@acme.example>'],
])('what stands in brackets or tags is read too: %j', (text, clean) => {
  const her = {
    ids: [],
    members: [],
    slugs: ['ines-haddad-7'],
    names: ['Ines Haddad'],
    emails: ['ines.h@acme.example'],
  };
  expect(new TextEraser([her]).clean(text)).toBe(clean);
});

test('JSON stays JSON, and a name after an escaped line break is found', () => {
  const text = JSON.stringify({ text: 'Hi\nInes Haddad', list: ['Ines', 'Haddad'], n: 1 });
  expect(JSON.parse(eraserOf('Ines Haddad').clean(text))).toEqual({
    text: 'Hi\n[erased]',
    list: ['Ines', 'Haddad'],
    n: 1,
  });
});

test('JSON that stands as text in JSON is read as well', () => {
  const text = JSON.stringify({ payload: JSON.stringify({ by: 'Ines\nHaddad' }) });
  expect(eraserOf('Ines Haddad').clean(text)).toBe(JSON.stringify({ payload: '{"by":"[erased]"}' }));
});

test('a text without the name is the same string', () => {
  const text = '{"a" : "nothing here"}';
  expect(eraserOf('Ines Haddad').clean(text)).toBe(text);
});
