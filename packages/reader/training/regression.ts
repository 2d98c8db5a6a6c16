/** Learns the weights of a multinomial logistic regression by AdaGrad (Duchi, Hazan, Singer 2011). */
import { learnedClasses } from '../src/comment/comment-features';
import type { CommentExample } from './comment-rows';
import { randomNumbers, shuffle } from './random';

const count = learnedClasses.length;

/** How fast weights follow, how strongly they are drawn to zero, how often every comment is looked at, and in how many orders. */
const settings = { rate: 0.1, decay: 1e-2, rounds: 8, seeds: [7, 8, 9, 10, 11] } as const;
/** Less than this is not worth a step. */
const leastPull = 1e-3;

/**
 * Learns from examples, in orders that depend on nothing but their number.
 * @param buckets how many there are. @returns for each bucket a weight for each class: the mean of the later rounds of all orders
 */
export function learn(
  examples: readonly CommentExample[],
  buckets: number,
  report: (round: number, loss: number) => void,
): Float32Array {
  const sum = new Float32Array(buckets * count);
  let summed = 0;
  settings.seeds.forEach((seed, n) => {
    const weights = new Float32Array(sum.length);
    const squares = new Float32Array(sum.length);
    const order = examples.map((_, at) => at);
    const random = randomNumbers(seed);
    for (let round = 0; round < settings.rounds; round += 1) {
      shuffle(order, random);
      let loss = 0;
      for (const at of order) {
        const example = examples[at];
        if (example !== undefined) loss += step(example, weights, squares);
      }
      report(n * settings.rounds + round, loss / examples.length);
      if (round * 2 < settings.rounds) continue;
      for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (weights[at] ?? 0);
      summed += 1;
    }
  });
  return sum.map((value) => value / summed);
}

/** One step of learning. @returns how improbable the right classes were (negative logarithm) */
function step({ buckets, values, right }: CommentExample, weights: Float32Array, squares: Float32Array): number {
  const chances = chancesOf(buckets, values, weights);
  let righted = 0;
  for (let k = 0; k < count; k += 1) righted += (chances[k] ?? 0) * (right[k] ?? 0);
  for (let k = 0; k < count; k += 1) {
    const chance = chances[k] ?? 0;
    const pull = (right[k] === 1 ? chance / Math.max(righted, 1e-12) : 0) - chance;
    if (Math.abs(pull) < leastPull) continue;
    for (let n = 0; n < buckets.length; n += 1) {
      const place = (buckets[n] ?? 0) * count + k;
      const weight = weights[place] ?? 0;
      const slope = pull * (values[n] ?? 0) - settings.decay * weight;
      const square = (squares[place] ?? 0) + slope * slope;
      squares[place] = square;
      weights[place] = weight + (settings.rate * slope) / Math.sqrt(square + 1e-4);
    }
  }
  return -Math.log(Math.max(righted, 1e-12));
}

/** How likely each class is. */
function chancesOf(buckets: Int32Array, values: Float32Array, weights: Float32Array): Float64Array {
  const said = new Float64Array(count);
  for (let n = 0; n < buckets.length; n += 1) {
    const place = (buckets[n] ?? 0) * count;
    const value = values[n] ?? 0;
    for (let k = 0; k < count; k += 1) said[k] = (said[k] ?? 0) + (weights[place + k] ?? 0) * value;
  }
  const top = Math.max(...said);
  const powers = said.map((value) => Math.exp(value - top));
  const whole = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / whole);
}
