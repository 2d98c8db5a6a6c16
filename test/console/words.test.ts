/** The texts of the console are for people: no name of a field, class or constant, and German throughout. */
import { de } from '../../packages/console/src/messages/de';
import { en } from '../../packages/console/src/messages/en';
import { settingDefinitions } from '../../config/settings';
import { operationRights } from '../../src/auth/rights';
import { inWords } from '../../src/interfaces/web/console/words/words';
import { dispositionReasons, dispositions, leadTiers, outreachStatuses } from '../../src/shared/values';
import { catalogue } from '../../tools/catalogue';

const textsOf = (messages: Readonly<Record<string, string | { readonly one: string; readonly other: string }>>) =>
  Object.entries(messages).flatMap(([key, text]) =>
    (typeof text === 'string' ? [text] : [text.one, text.other]).map(
      (one) => [key, one.replaceAll(/\{\w+\}/g, '')] as const,
    ),
  );

/** Constants with one word may be ordinary words in capitals: they count only as written in the API. */
const constants = new Set<string>([...dispositions, ...leadTiers, ...outreachStatuses, ...dispositionReasons]);
const codes = new Set<string>([...Object.keys(operationRights), ...catalogue.map(({ name }) => name)]);
/** Names of products and settings that people write this way. */
const ordinary = /^(LinkedIn|PhantomBuster|HubSpot|YouTube|GitHub|OpenAPI|OAuth|macOS|iPhone|JavaScript)$/;

function codeWordsIn(text: string): string[] {
  return (text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter(
    (word) =>
      !ordinary.test(word) &&
      // Who runs the service is told which setting to set.
      !Object.hasOwn(settingDefinitions, word) &&
      (/^[a-z]+[A-Z][A-Za-z]*$/.test(word) ||
        /^[A-Za-z]+(?:_[A-Za-z]+)+$/.test(word) ||
        (constants.has(word) && /^[A-Z]+$/.test(word)) ||
        (codes.has(word) && word.includes('_'))),
  );
}

test('finds what it looks for', () => {
  expect(codeWordsIn('excludedCompany: mismatch, decide leads / BAD_LEAD, CONTACTED, list_leads')).toEqual([
    'excludedCompany',
    'BAD_LEAD',
    'CONTACTED',
    'list_leads',
  ]);
  expect(codeWordsIn('Contacted by Mia, CSV, API, LinkedIn')).toEqual([]);
});

test.each([
  ['English', en],
  ['German', de],
])('%s', (_language, messages) => {
  const found = textsOf(messages).flatMap(([key, text]) => codeWordsIn(text).map((word) => `${key}: ${word}`));
  expect(found).toEqual([]);
});

const said: readonly (readonly [string, string, string])[] = [
  [
    'role fits now (title has "VP"), did not fit before; country fits now (Austria), did not fit before',
    'role fits now (title matches "VP"), did not fit before; country fits now (Austria), did not fit before',
    'Rolle passt dann (Titel entspricht „VP“), bisher nicht; Land passt dann (Österreich), bisher nicht',
  ],
  [
    'role does not fit (title has "VP"); country is unknown',
    'role does not fit (title matches "VP"); country is unknown',
    'Rolle passt nicht (Titel entspricht „VP“); Land ist unbekannt',
  ],
  [
    'Nothing in this file can be read: names no post; import the file again with the post it is about (--post URL).',
    'Nothing in this file can be read: names no post; give the address of the post below.',
    'Nichts in dieser Datei ist lesbar: nennt keinen Beitrag; geben Sie unten die Adresse des Beitrags an.',
  ],
  [
    'kind: must be one of like, comment, not 24',
    'what was done: “24” is not known; write liked, commented or shared',
    'was getan wurde: „24“ ist unbekannt; schreiben Sie „gefällt mir“, „kommentiert“ oder „geteilt“',
  ],
  ['hello is neither a URN nor a link', 'hello is not an address on the web', 'hello ist keine Adresse im Web'],
];
test.each(said)('%s: in words for people', (sentence, english, german) => {
  expect([inWords('en', sentence), inWords('de', sentence)]).toEqual([english, german]);
});

/** Words that only English has: a German text with two of them was not translated. */
const english = /\b(?:the|of|and|to|is|are|with|for|not|you|your|this|that|they|from|has|have|by)\b/gi;

test('every text is there in both languages, and no German text is an English sentence', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  const untranslated = (text: string) => (text.match(english) ?? []).length > 1;
  expect(untranslated('Ask an owner of the workspace')).toBe(true);
  expect(textsOf(de).filter(([, text]) => untranslated(text))).toEqual([]);
  const same = textsOf(en).filter(([, text]) => /\p{L}+ \p{L}+ \p{L}+/u.test(text));
  const german = new Map(textsOf(de));
  expect(same.filter(([key, text]) => german.get(key) === text)).toEqual([]);
});
