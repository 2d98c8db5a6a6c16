import { Troubles, isNumericDate, parseNumericDate } from './dates';

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

describe('dates with the year last', () => {
  it.each([
    ['18.08.2026 10:22', 'dmy', '2026-08-18T10:22:00.000Z'],
    ['14. 8. 2026 15.05', 'dmy', '2026-08-14T15:05:00.000Z'],
    ['14.08.2026.', 'dmy', '2026-08-14T00:00:00.000Z'],
    ['14.08.2026 г., 15:05', 'dmy', '2026-08-14T15:05:00.000Z'],
    ['\u0661\u0664\u200f/\u0668\u200f/\u0662\u0660\u0662\u0666', 'dmy', '2026-08-14T00:00:00.000Z'],
    ['14/8/2026, 3:05 p. m.', 'dmy', '2026-08-14T15:05:00.000Z'],
    ['03/04/2026', 'dmy', '2026-04-03T00:00:00.000Z'],
    ['03/04/2026', 'mdy', '2026-03-04T00:00:00.000Z'],
    ['3/4/2026 9:05 PM', 'mdy', '2026-03-04T21:05:00.000Z'],
    ['3/4/2026, 12:05:59 AM', 'mdy', '2026-03-04T00:05:59.000Z'],
    ['29-02-2028', 'dmy', '2028-02-29T00:00:00.000Z'],
    ['29-02-2026', 'dmy', null],
    ['18/08/2026', 'mdy', null],
    ['03/04/2026 24:00', 'dmy', null],
    ['03/04/2026 13:00 pm', 'dmy', null],
  ] as const)('%s in %s', (text, order, expected) => {
    expect(isNumericDate(text)).toBe(true);
    expect(iso(parseNumericDate(text, order))).toBe(expected);
  });

  it.each(['2026-08-18', '18.08/2026', '3 days ago', '1.2.2026 x', ''])('%j is none', (text) => {
    expect(isNumericDate(text)).toBe(false);
    expect(parseNumericDate(text, 'dmy')).toBeNull();
  });
});

it('counts what is not understood and shows a few', () => {
  const troubles = new Troubles();
  for (const text of ['a', 'a', 'b', 'c', 'd']) troubles.note(text);
  expect(troubles.summary).toEqual({ count: 5, examples: ['a', 'b', 'c'] });
});
