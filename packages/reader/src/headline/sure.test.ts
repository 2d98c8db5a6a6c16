/** When a company is said: how much is asked, and of which headlines. */
import { evidenceOf } from './evidence';
import { contextOfName, isJoined, isSure, readsAsEnglish, type NameContext } from './sure';
import { tokensIn } from './tokens';

/** The chance that has these odds. */
const chance = (odds: number) => odds / (1 + odds);

const contexts: readonly (readonly [NameContext, number])[] = [
  ['attested', 2],
  ['english', 60],
  ['other', 8],
];
test.each(contexts)('%s: the odds of both chances make up for each other, at a product of %d', (context, least) => {
  for (const share of [0.1, 1, 10]) {
    const said = (odds: number) => isSure({ company: chance(share), thisCompany: chance(odds / share) }, context);
    expect([said(least * 0.98), said(least * 1.02)]).toEqual([false, true]);
  }
});

test.each(contexts)('%s: a chance of 1 says a company, one of 0 none', (context) => {
  expect(isSure({ company: 1, thisCompany: 0.5 }, context)).toBe(true);
  expect(isSure({ company: 0.5, thisCompany: 0 }, context)).toBe(false);
});

function found(headline: string, name: string) {
  const tokens = tokensIn(headline);
  const words = tokensIn(name).length;
  const first = tokens.findIndex(({ from }) => headline.startsWith(name, from));
  return { tokens, evidence: evidenceOf(tokens, headline), span: { first, last: first + words - 1 } };
}

test.each<readonly [headline: string, name: string, context: NameContext]>([
  ['Sales Manager | Bluefern', 'Bluefern', 'english'],
  ['Sales Manager at Bluefern', 'Bluefern', 'attested'],
  ['Sales Manager @ Bluefern', 'Bluefern', 'attested'],
  ['Sales Manager at Globex, Bluefern', 'Bluefern', 'english'],
  ['Bluefern, Sales Manager', 'Bluefern', 'english'],
  // A known name, wholly or as a part of this one; a legal form, at the end, inside and in front.
  ['Sales Manager | Siemens', 'Siemens', 'attested'],
  ['Sales Manager | Bluefern Siemens', 'Bluefern Siemens', 'attested'],
  ['Sales Manager | Bluefern Ltd', 'Bluefern Ltd', 'attested'],
  ['Einkäuferin | GmbH Bluefern', 'GmbH Bluefern', 'attested'],
  ['Einkäuferin | Bluefern, Siemens', 'Bluefern', 'other'],
  // A public body; a word for a company is not enough.
  ['Чиновник | Министерство Bluefern', 'Министерство Bluefern', 'attested'],
  ['Sales Manager | Bluefern Consulting', 'Bluefern Consulting', 'english'],
  ['Einkäuferin | Bluefern', 'Bluefern', 'other'],
  ['営業部長 | Bluefern', 'Bluefern', 'other'],
])('in "%s" the context of "%s" is %s', (headline, name, context) => {
  const { tokens, evidence, span } = found(headline, name);
  expect(contextOfName(span, tokens, evidence)).toBe(context);
});

test.each([
  ['Buyer at Bluefern', true],
  ['Buyer @ Bluefern', true],
  ['Buyer | Bluefern', false],
  ['Bluefern', false],
])('"at" in front of the name in "%s": %s', (headline, joined) => {
  const { tokens, evidence, span } = found(headline, 'Bluefern');
  expect(isJoined(span.first, tokens, evidence)).toBe(joined);
});

test.each([
  ['Sales Manager at Bluefern', true],
  ['Zarnik Bluefern Wobblo Qwxzy Trebnik Morvad Klinto | Regional Sales Manager', true],
  ['Zarnik Bluefern Wobblo Qwxzy Trebnik Morvad Klinto Dravel | Regional Sales Manager', false],
  ['Leiterin Einkauf bei Bluefern', false],
  ['営業部長', false],
  ['| – @', false],
  ['', false],
])('"%s" is of ordinary English words in three of ten: %s', (headline, english) => {
  expect(readsAsEnglish(tokensIn(headline))).toBe(english);
});
