/**
 * Learns the weights of a linear-chain conditional random field (Lafferty, McCallum, Pereira 2001) by AdaGrad (Duchi, Hazan, Singer
 * 2011). Where several readings of a headline are right, their probabilities are added, so that the model may choose among them.
 */
import { sizes } from '../src/headline/model';
import { before, learned, start, states } from '../src/headline/states';
import { randomNumbers, shuffle } from './random';
import type { Example } from './rows';

export interface Weights {
  readonly words: Float32Array;
  readonly steps: Float32Array;
  readonly ends: Float32Array;
}

const count = states.length;
const labelOf = states.map(({ label }) => label);
const none = -1e30;
const impossible = -1e4;
const after = states.map((_, from) => states.flatMap((_to, to) => (before[to]?.includes(from) === true ? [to] : [])));
const first = states.flatMap((_, state) => (before[state]?.includes(start) === true ? [state] : []));
const earlier = before.map((list) => list.filter((state) => state !== start));

/**
 * How fast weights follow, how strongly they are drawn to zero, how often every headline is looked at, and in how many orders all of
 * that is done: what is learned depends on the order a little, and the mean of several is right more often than each.
 */
const settings = { rate: 0.05, decay: 1e-2, rounds: 8, seeds: [7, 8, 9, 10, 11, 12] } as const;

export const weightsOfNothing = (): Weights => ({
  words: new Float32Array(sizes.words),
  steps: new Float32Array(sizes.steps),
  ends: new Float32Array(sizes.ends),
});

/** Learns from examples, in orders that depend on nothing but their number. @returns the mean of the later rounds */
export function learn(examples: readonly Example[], report: (round: number, loss: number) => void): Weights {
  const sum = weightsOfNothing();
  settings.seeds.forEach((seed, n) => {
    learnInOrder(examples, seed, sum, (round, loss) => report(n * settings.rounds + round, loss));
  });
  const summed = settings.seeds.length * Math.ceil(settings.rounds / 2);
  const mean = (values: Float32Array) => values.map((value) => value / summed);
  return { words: mean(sum.words), steps: mean(sum.steps), ends: mean(sum.ends) };
}

/** Learns once, and adds the weights after each of the later rounds up. */
function learnInOrder(
  examples: readonly Example[],
  seed: number,
  sum: Weights,
  report: (round: number, loss: number) => void,
): void {
  const weights = weightsOfNothing();
  const squares = weightsOfNothing();
  const order = examples.map((_, n) => n);
  const random = randomNumbers(seed);
  for (let round = 0; round < settings.rounds; round += 1) {
    shuffle(order, random);
    let loss = 0;
    for (const n of order) {
      const example = examples[n];
      if (example !== undefined) loss += step(example, weights, squares);
    }
    report(round, loss / examples.length);
    if (round * 2 < settings.rounds) continue;
    add(sum.words, weights.words);
    add(sum.steps, weights.steps);
    add(sum.ends, weights.ends);
  }
}

function add(sum: Float32Array, values: Float32Array): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0);
}

const logOfSum = (values: readonly number[]): number => {
  const top = Math.max(...values);
  let sum = 0;
  for (const value of values) sum += Math.exp(value - top);
  return top + Math.log(sum);
};

/** The same of the first so many, without a list of them. */
function logOfFirst(values: Float64Array, count: number): number {
  let top = -Infinity;
  for (let n = 0; n < count; n += 1) top = Math.max(top, values[n] ?? 0);
  let sum = 0;
  for (let n = 0; n < count; n += 1) sum += Math.exp((values[n] ?? 0) - top);
  return top + Math.log(sum);
}

/** One step of learning. @returns how improbable the right readings were (negative logarithm) */
function step(example: Example, weights: Weights, squares: Weights): number {
  const size = example.buckets.length;
  const said = saidOf(example, weights.words);
  const { forward, backward, total } = chances(example, said, weights);
  const scores = example.right.map((way) => scoreOf(example, way, said, weights));
  const right = logOfSum(scores);

  const wordPull = new Float64Array(size * (learned + 1));
  const stepPull = new Map<number, number>();
  const endPull = new Float64Array(count);
  for (let at = 0; at < size; at += 1) {
    for (let state = 0; state < count; state += 1) {
      const here = forward[at * count + state] ?? none;
      if (here <= none / 2) continue;
      const behind = backward[at * count + state] ?? 0;
      const label = at * (learned + 1) + (labelOf[state] ?? 0);
      wordPull[label] = (wordPull[label] ?? 0) - Math.exp(here + behind - total);
      for (const last of at === 0 ? [start] : (earlier[state] ?? [])) {
        const there = at === 0 ? 0 : (forward[(at - 1) * count + last] ?? none);
        if (there <= none / 2) continue;
        const edge = edgeAt(example, at, last, state);
        const chance = Math.exp(there + (weights.steps[edge] ?? 0) + (said[label] ?? 0) + behind - total);
        if (chance > 1e-6) stepPull.set(edge, (stepPull.get(edge) ?? 0) - chance);
      }
    }
  }
  for (let state = 0; state < count; state += 1) {
    const here = forward[(size - 1) * count + state] ?? none;
    if (here > none / 2) endPull[state] = -Math.exp(here + (backward[(size - 1) * count + state] ?? 0) - total);
  }
  example.right.forEach((way, n) => {
    const share = Math.exp((scores[n] ?? 0) - right);
    way.forEach((state, at) => {
      const label = at * (learned + 1) + (labelOf[state] ?? 0);
      wordPull[label] = (wordPull[label] ?? 0) + share;
      const edge = edgeAt(example, at, at === 0 ? start : (way[at - 1] ?? 0), state);
      stepPull.set(edge, (stepPull.get(edge) ?? 0) + share);
    });
    const last = way[size - 1] ?? 0;
    endPull[last] = (endPull[last] ?? 0) + share;
  });

  example.buckets.forEach((buckets, at) => {
    for (let label = 1; label <= learned; label += 1) {
      const pull = wordPull[at * (learned + 1) + label] ?? 0;
      if (Math.abs(pull) < 1e-4) continue;
      for (const bucket of buckets) {
        const place = bucket * learned + label - 1;
        move(weights.words, squares.words, place, pull - settings.decay * (weights.words[place] ?? 0));
      }
    }
  });
  for (const [edge, pull] of stepPull) move(weights.steps, squares.steps, edge, pull);
  endPull.forEach((pull, state) => {
    if (Math.abs(pull) > 1e-4) move(weights.ends, squares.ends, example.end * count + state, pull);
  });
  return total - right;
}

function move(weights: Float32Array, squares: Float32Array, at: number, pull: number): void {
  const square = (squares[at] ?? 0) + pull * pull;
  squares[at] = square;
  weights[at] = (weights[at] ?? 0) + (settings.rate * pull) / Math.sqrt(square + 1e-6);
}

const edgeAt = ({ steps }: Example, at: number, last: number, state: number) =>
  ((steps[at] ?? 0) * (count + 1) + last) * count + state;

/** What the features of each word say for each label, `outside` (0) first. */
function saidOf({ buckets, barred }: Example, words: Float32Array): Float64Array {
  const said = new Float64Array(buckets.length * (learned + 1));
  buckets.forEach((list, at) => {
    if (barred[at] === 1) {
      said.fill(impossible, at * (learned + 1) + 1, (at + 1) * (learned + 1));
      return;
    }
    for (const bucket of list) {
      for (let label = 1; label <= learned; label += 1) {
        const place = at * (learned + 1) + label;
        said[place] = (said[place] ?? 0) + (words[bucket * learned + label - 1] ?? 0);
      }
    }
  });
  return said;
}

function scoreOf(example: Example, way: Uint8Array, said: Float64Array, { steps, ends }: Weights): number {
  let score = ends[example.end * count + (way[way.length - 1] ?? 0)] ?? 0;
  way.forEach((state, at) => {
    const edge = edgeAt(example, at, at === 0 ? start : (way[at - 1] ?? 0), state);
    score += (said[at * (learned + 1) + (labelOf[state] ?? 0)] ?? 0) + (steps[edge] ?? 0);
  });
  return score;
}

/** The logarithms of what all ways to a state, and from it, weigh together. */
function chances(example: Example, said: Float64Array, { steps, ends }: Weights) {
  const size = example.buckets.length;
  const forward = new Float64Array(size * count).fill(none);
  const backward = new Float64Array(size * count).fill(none);
  const saying = (at: number, state: number) => said[at * (learned + 1) + (labelOf[state] ?? 0)] ?? 0;
  for (const state of first) forward[state] = (steps[edgeAt(example, 0, start, state)] ?? 0) + saying(0, state);
  const ways = new Float64Array(count + 1);
  for (let at = 1; at < size; at += 1) {
    for (let state = 0; state < count; state += 1) {
      let found = 0;
      for (const last of earlier[state] ?? []) {
        const score = (forward[(at - 1) * count + last] ?? none) + (steps[edgeAt(example, at, last, state)] ?? 0);
        if (score > none / 2) ways[found++] = score;
      }
      if (found > 0) forward[at * count + state] = logOfFirst(ways, found) + saying(at, state);
    }
  }
  for (let state = 0; state < count; state += 1) {
    backward[(size - 1) * count + state] = ends[example.end * count + state] ?? 0;
  }
  for (let at = size - 2; at >= 0; at -= 1) {
    for (let state = 0; state < count; state += 1) {
      let found = 0;
      for (const next of after[state] ?? []) {
        ways[found++] =
          (steps[edgeAt(example, at + 1, state, next)] ?? 0) +
          saying(at + 1, next) +
          (backward[(at + 1) * count + next] ?? none);
      }
      backward[at * count + state] = logOfFirst(ways, found);
    }
  }
  const lasts = states.map(
    (_, state) => (forward[(size - 1) * count + state] ?? none) + (ends[example.end * count + state] ?? 0),
  );
  return { forward, backward, total: logOfSum(lasts.filter((score) => score > none / 2)) };
}
