import { isSure, readsAsEnglish } from './sure';
import { tokensIn } from './tokens';

/** The chance that has these odds. */
const chance = (odds: number) => odds / (1 + odds);

test.each([
  ['English', { english: true, joined: false }, 12],
  ['English behind "at"', { english: true, joined: true }, 4.5],
  ['another language', { english: false, joined: false }, 2.7],
  ['another language behind "at"', { english: false, joined: true }, 2.7],
])('in %s the odds of both chances make up for each other', (_where, ground, least) => {
  for (const share of [0.1, 1, 10]) {
    const said = (odds: number) => isSure({ company: chance(share), thisCompany: chance(odds / share) }, ground);
    expect([said(least * 0.98), said(least * 1.02)]).toEqual([false, true]);
  }
});

test('a chance of 1 says a company, one of 0 none', () => {
  for (const english of [true, false]) {
    expect(isSure({ company: 1, thisCompany: 0.5 }, { english, joined: false })).toBe(true);
    expect(isSure({ company: 0.5, thisCompany: 0 }, { english, joined: false })).toBe(false);
  }
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
