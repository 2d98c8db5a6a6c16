/** How much a test tries: usually little, and more in `npm run bench -- proofs`, which has hours. */

const variable = 'LEADLIGHT_AT_LENGTH';

/** Whether this run is one of the proofs. */
export const isAtLength = process.env[variable] === '1';

/** @returns `few` in `npm test` and `npm run test:full`, `many` in the proofs: rounds, kills, rows or the cases of a table. */
export function atLength<T>(few: T, many: T): T {
  return isAtLength ? many : few;
}

/** How many cases of a property are tried. `LEADLIGHT_PROPERTY_RUNS=500` asks for another number in any run. */
export function propertyRuns(few: number, many: number): number {
  const asked = process.env['LEADLIGHT_PROPERTY_RUNS'];
  return asked ? Number(asked) : atLength(few, many);
}
