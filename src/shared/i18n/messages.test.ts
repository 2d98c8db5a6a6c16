import { isScope, scopes } from '../../auth/rights';
import { isMessageKey, languageFor, languages, listIn, minutesIn, translator } from '../i18n';
import { en } from './en';

const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each(Object.entries(languages))('%s lacks no text, and puts the same names into each', (_code, messages) => {
  expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    const translated = new Map(Object.entries(messages)).get(key) ?? '';
    expect([key, translated.trim()]).not.toEqual([key, '']);
    expect([key, names(translated)]).toEqual([key, names(text)]);
  }
});

test.each(Object.entries(languages))('%s has one kind of quotation marks', (_code, { quoted, ...texts }) => {
  const [opens, closes] = quoted.split('{text}').map((mark) => mark.trim());
  const marks = Object.values(texts).flatMap((text) => text.match(/[“”„«»「」]/g) ?? []);
  expect([...new Set(marks)].sort()).toEqual([opens, closes].sort());
});

test('every scope has its two texts', () => {
  for (const scope of scopes) expect([isMessageKey(scope), isMessageKey(`${scope} about`)]).toEqual([true, true]);
  expect(isScope('workspace:read')).toBe(true);
});

test.each([
  ['de', null, 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', null, 'de'],
  ['sv, fr;q=0.5, en;q=0.7', null, 'en'],
  ['en', 'ja fr', 'ja'],
  ['nl', 'xx-YY', 'nl'],
  ['pt-BR', null, 'pt'],
  ['it;q=0', null, 'en'],
  [undefined, null, 'en'],
  ['*', '', 'en'],
  ['__proto__', 'constructor', 'en'],
])('%s, asked for %s: %s', (accept, asked, language) => {
  expect(languageFor(asked, accept)).toBe(language);
});

test('what is put in is put in once, as it is', () => {
  expect(translator('en')('wantsAccess', { app: '{app} $& <b>' })).toBe('{app} $& <b> wants access');
  expect(listIn('en', ['a', 'b', 'c'])).toBe('a, b, and c');
  expect(minutesIn('de', 3)).toBe('3 Minuten');
});
