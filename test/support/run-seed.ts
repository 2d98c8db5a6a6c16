/** The one seed of a test run: of fast-check's properties and of the tests' own random choices. */

/** The usual seed: the same in CI and everywhere, so that a run can be repeated. */
const usual = 20_260_401;

export const seedVariable = 'LEADLIGHT_TEST_SEED';

/** A number repeats a run that failed, `random` looks elsewhere; printed at the start of a run (global-setup.ts). */
export function chosenSeed(asked: string | undefined = process.env[seedVariable]): number {
  if (asked === undefined || asked === '') return usual;
  if (asked === 'random') return Date.now() % 1_000_000_007;
  if (/^\d{1,9}$/.test(asked)) return Number(asked);
  throw new Error(
    `${seedVariable} is ${JSON.stringify(asked)}; it must be a number of at most nine digits, or "random"`,
  );
}

export const runSeed = chosenSeed();
