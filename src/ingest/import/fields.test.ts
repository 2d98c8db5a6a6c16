import fc from 'fast-check';
import {
  cleanLines,
  cleanText,
  parseCount,
  parseDomain,
  parseEngagementType,
  parseReaction,
  parseTime,
  parseWorkEmail,
  safeRaw,
} from './fields';
import { anyLetter } from '../../../test/support/any-letter';

test.each([
  ['  Inès  ', 'Inès'],
  ['', null],
  [' \t\u200e ', null],
  ['Delaney \u202eekactsiM\u202c', 'Delaney ekactsiM'],
  ['a\u0000b\r\nc', 'a b c'],
  ['👩‍💻 Dev', '👩‍💻 Dev'],
  ['half \ud83d', 'half'],
  ['tag\u{e0041}\u{e0042}ged', 'tag ged'],
])('cleanText %j', (text, expected) => {
  expect(cleanText(text, 200)).toBe(expected);
});

test('texts end at their limit, never in the middle of a character', () => {
  expect(cleanText('aaaa😀', 5)).toBe('aaaa');
  fc.assert(
    fc.property(fc.string({ unit: anyLetter }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      for (const cleaned of [cleanText(text, max), cleanLines(text, max)]) {
        expect(
          cleaned === null || (cleaned.length <= max && cleaned === cleaned.trim() && !/\p{Cs}/u.test(cleaned)),
        ).toBe(true);
      }
    }),
  );
});

test('comments keep their lines', () => {
  expect(cleanLines('one\r\n two\u202e \n\nthree', 200)).toBe('one\ntwo\n\nthree');
});

test.each([
  ['1234', 1234],
  ['1,234', 1234],
  ['1.234', 1234],
  ['1.2K', 1200],
  ['1,5k followers', 1500],
  ['2M+', 2_000_000],
  ['500+', 500],
  ['48,210 followers', 48_210],
  ['', null],
  ['many', null],
  ['99999999999', null],
])('count %j', (text, expected) => {
  expect(parseCount(text)).toBe(expected);
});

const base = Date.parse('2026-11-14T12:00:00Z');
const hour = 3_600_000;
test.each([
  ['2026-11-03T08:30:00.123Z', '2026-11-03T08:30:00.123Z'],
  ['2026-11-03T08:30:00+02:00', '2026-11-03T06:30:00.000Z'],
  ['2026-11-03T08:30:00+0200', '2026-11-03T06:30:00.000Z'],
  ['2026-11-03 08:30:00', '2026-11-03T08:30:00.000Z'],
  ['2026-11-03 08:30:00 UTC', '2026-11-03T08:30:00.000Z'],
  ['2026-11-03', '2026-11-03T00:00:00.000Z'],
  ['1793694600', '2026-11-03T08:30:00.000Z'],
  ['1793694600000', '2026-11-03T08:30:00.000Z'],
  [1793694600000, '2026-11-03T08:30:00.000Z'],
  ['now', '2026-11-14T12:00:00.000Z'],
  ['30m', '2026-11-14T11:30:00.000Z'],
  ['5h', '2026-11-14T07:00:00.000Z'],
  ['2d', '2026-11-12T12:00:00.000Z'],
  ['2 days ago', '2026-11-12T12:00:00.000Z'],
  ['1w • Edited', '2026-11-07T12:00:00.000Z'],
  ['3mo', '2026-08-16T12:00:00.000Z'],
  ['1yr', '2025-11-14T12:00:00.000Z'],
  ['03/04/2026', null],
  ['2026-13-45', null],
  ['1999-01-01', null],
  ['2027-01-01', null],
  ['soon', null],
  ['', null],
])('time %j', (value, expected) => {
  const time = parseTime(value, base);
  expect(time === null ? null : new Date(time).toISOString()).toBe(expected);
});

test('nothing is observed before it happens: clocks that run ahead are set back', () => {
  expect(parseTime(base + hour, base)).toBe(base);
});

test.each([
  ['LIKE', 'LIKE'],
  ['celebrate', 'PRAISE'],
  ['Love', 'EMPATHY'],
  ['support', 'APPRECIATION'],
  ['INSIGHTFUL', 'INTEREST'],
  ['funny', 'ENTERTAINMENT'],
  ['curious', 'MAYBE'],
  ['constructor', null],
  ['', null],
])('reaction %j', (text, expected) => {
  expect(parseReaction(text)).toBe(expected);
});

test.each([
  ['like', 'LIKE'],
  ['Commented', 'COMMENT'],
  ['share', 'REPOST'],
  ['PRAISE', 'LIKE'],
  ['profile_visit', null],
])('engagement type %j', (text, expected) => {
  expect(parseEngagementType(text)).toBe(expected);
});

test.each([
  ['Ines@Bluefern.example', { email: 'ines@bluefern.example' }],
  ['ines@gmail.com', 'personal'],
  ['ines@yahoo.co.uk', 'personal'],
  ['ines@web.de', 'personal'],
  ['ines@me.com', 'personal'],
  ['ines@hey.com', 'personal'],
  ['ines@web.example', { email: 'ines@web.example' }],
  ['ines@gmail.bluefern.co.example', { email: 'ines@gmail.bluefern.co.example' }],
  ['ines', null],
  ['<a@b.example>', null],
  ['a b@c.example', null],
  [null, null],
])('e-mail %j', (text, expected) => {
  expect(parseWorkEmail(text)).toEqual(expected);
});

test.each([
  ['https://www.Bluefern.example/de?x', 'bluefern.example'],
  ['bluefern.example', 'bluefern.example'],
  ['ines@bluefern.example', 'bluefern.example'],
  ['http://bluefern.example:8080', 'bluefern.example'],
  ['bluefern', null],
  ['', null],
  ['not a domain.example x', null],
  [null, null],
])('domain %j', (text, expected) => {
  expect(parseDomain(text)).toBe(expected);
});

test('rejected rows are short, printable and without e-mail addresses', () => {
  expect(safeRaw(`a\u202e,ines@bluefern.example;${'x'.repeat(500)}`)).toMatch(/^a ,\[e-mail\];x{1,190}$/);
});
