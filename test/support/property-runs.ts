/**
 * How many cases of a property are tried: `few` in `npm test`, `many` in `npm run test:full`.
 * `LEADLIGHT_PROPERTY_RUNS=500` asks for another number in either.
 */
export function propertyRuns(few: number, many: number): number {
  const asked = process.env['LEADLIGHT_PROPERTY_RUNS'];
  if (asked) return Number(asked);
  return process.env['LEADLIGHT_AT_LENGTH'] === '1' ? many : few;
}
