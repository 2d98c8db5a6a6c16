/**
 * How work grows with its input: what a test says instead of a time. Both sizes are measured in the same breath, so a slow or
 * busy machine slows both. This file alone may ask for processor time (eslint.config.mjs).
 */

/** Microseconds of processor time; the least of several turns, for other threads of this process count too. */
function least(turns: number, work: () => void, best = Infinity): number {
  for (let turn = 0; turn < turns; turn += 1) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, user + system);
  }
  return best;
}

/** Below this the clock of processor time tells nothing. */
const floor = 500;

/** Turns that are always taken, and the most that are taken while the figure looks worse than linear work: the least of more turns is nearer the work itself. */
const turns = { least: 4, most: 24 };
const unclear = (turn: number, factor: number, expected: number) =>
  turn < turns.least || (turn < turns.most && factor > expected);

/**
 * By which factor the processor time of `work` grows from an input of `size` to one of `factor * size`.
 * Linear work gives about `factor`, quadratic work its square, and work on an input that is cut first about 1.
 * @param inputOf makes an input of a size; not measured.
 */
export function growth<Input>(
  work: (input: Input) => unknown,
  inputOf: (size: number) => Input,
  size: number,
  factor: number,
): number {
  const [small, large] = [inputOf(size), inputOf(factor * size)];
  work(small);
  let [few, many] = [Infinity, Infinity];
  const grown = () => many / Math.max(few, floor);
  // In turns, so that what else the machine does weighs on both.
  for (let turn = 0; unclear(turn, grown(), 2 * factor); turn += 1) {
    few = least(2, () => void work(small), few);
    many = least(1, () => void work(large), many);
  }
  return grown();
}

/**
 * How much more processor time `work` takes than `control`: the least of several turns of both, taken in turns.
 * @param expected a factor below which no further turns are needed.
 */
export async function costAgainst(
  control: () => Promise<unknown>,
  work: () => Promise<unknown>,
  expected = 16,
): Promise<number> {
  const cost = async (task: () => Promise<unknown>) => {
    const began = process.cpuUsage();
    await task();
    const { user, system } = process.cpuUsage(began);
    return user + system;
  };
  await control();
  let [few, many] = [Infinity, Infinity];
  const grown = () => many / Math.max(few, floor);
  for (let turn = 0; unclear(turn, grown(), expected); turn += 1) {
    few = Math.min(few, await cost(control), await cost(control));
    many = Math.min(many, await cost(work));
  }
  return grown();
}

/** As `growth`, for work that waits for something. */
export function growthOfAsync<Input>(
  work: (input: Input) => Promise<unknown>,
  inputOf: (size: number) => Input,
  size: number,
  factor: number,
): Promise<number> {
  const [small, large] = [inputOf(size), inputOf(factor * size)];
  return costAgainst(
    () => work(small),
    () => work(large),
    2 * factor,
  );
}
