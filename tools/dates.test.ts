import fc from 'fast-check';
import { printDate, printDateOrNull, readDate } from './dates';

describe('printing times', () => {
  it.each([
    0, -1, 1, 86_399_999, 86_400_000, 951_782_400_000, 253_402_300_799_999, 253_402_300_800_000, -62_167_219_200_001,
  ])('prints %d as toISOString does', (at) => {
    expect(printDate(at)).toBe(new Date(at).toISOString());
  });

  it('prints every time as toISOString does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (at) => printDate(at) === new Date(at).toISOString()),
      { numRuns: 20_000 },
    );
  });

  it('prints an unknown time as null', () => {
    expect(printDateOrNull(null)).toBeNull();
    expect(printDateOrNull(0)).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('reading times', () => {
  const second = Date.UTC(2026, 10, 20, 9, 30, 15);
  it.each([
    ['2026-11-20T09:30:15Z', second, second],
    ['2026-11-20T10:30:15.25+01:00', second + 250, second + 250],
    ['2026-11-20T09:30:15.123Z', second + 123, second + 123],
    ['2026-11-20T09:30:15.1230000Z', second + 123, second + 123],
    ['2026-11-20T09:30:15.0005Z', second + 1, second],
    ['2026-11-20T09:30:15.0001Z', second + 1, second],
    ['2026-11-20T09:30:15.123000001Z', second + 124, second + 123],
    ['2026-11-20T09:30:15.99999999999999999999Z', second + 1000, second + 999],
    ['2026-11-20T09:30:15.000000000000000000000000000001Z', second + 1, second],
    ['1969-12-31T23:59:59.9995Z', 0, -1],
  ])('%s begins at %d and ends at %d in whole milliseconds', (text, from, to) => {
    expect(Math.ceil(readDate(text, 'start') ?? NaN) + 0).toBe(from);
    expect(Math.floor(readDate(text, 'end') ?? NaN)).toBe(to);
  });

  it('keeps two times of one millisecond in their order', () => {
    const [early, late] = ['.0005Z', '.0007Z'].map((part) => readDate(`2026-11-20T09:30:15${part}`, 'start') ?? NaN);
    expect(early).toBeLessThan(late ?? NaN);
  });

  it.each(['2026-11-20T09:30:15.Z', '2026-11-20T09:30:15,5Z', '2026-11-20T09:30Z', '2026-02-30'])(
    '%s is none',
    (text) => {
      expect(readDate(text, 'start')).toBeUndefined();
    },
  );
});
