import fc from 'fast-check';
import { printDate, printDateOrNull } from './dates';

describe('printing times', () => {
  it.each([
    0, -1, 1, 86_399_999, 86_400_000, 951_782_400_000, 253_402_300_799_999, 253_402_300_800_000, -62_167_219_200_001,
  ])('prints %d as toISOString does', (at) => {
    expect(printDate(at)).toBe(new Date(at).toISOString());
  });

  it('prints every time as toISOString does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (at) => {
        expect(printDate(at)).toBe(new Date(at).toISOString());
      }),
      { numRuns: 20_000 },
    );
  });

  it('prints an unknown time as null', () => {
    expect(printDateOrNull(null)).toBeNull();
    expect(printDateOrNull(0)).toBe('1970-01-01T00:00:00.000Z');
  });
});
