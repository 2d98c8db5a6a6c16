/**
 * How sure the model is of a company: of what all ways through the states weigh, the share of those that name one, and of those that
 * name this very one (the forward algorithm; Rabiner 1989). The likeliest way alone does not say: it may be the best of many that are poor.
 */
import { lazily } from '../text/lazily';
import type { Model } from './model';
import { before, labels, start, states } from './states';

/** From 0 to 1. */
export interface Chances {
  /** That a company is named at all. */
  readonly company: number;
  /** That it is this one, from its first to its last word. */
  readonly thisCompany: number;
  /** That title and company are just these. */
  readonly reading: number;
}

/** What the model said of a headline: the weights of its words, and the kinds of its steps and of its end. */
export interface Said {
  /** For each word, for each label: `labels` in their order. */
  readonly words: Int32Array;
  readonly steps: Uint8Array;
  readonly end: number;
}

const count = states.length;
const perWord = 5;
/** Units of a weight (`training/bytes.ts`). */
const scale = 64;
const labelOf = Uint8Array.from(states, ({ label }) => label);
const earlier = before.map((list) => Uint8Array.from(list.filter((state) => state !== start)));
const none = new Uint8Array(0);
const begins = Uint8Array.from(before, (list) => (list.includes(start) ? 1 : 0));

/** States that a word may be in. */
type Allowed = Uint8Array;
const statesThat = (fits: (state: (typeof states)[number]) => boolean): Allowed =>
  Uint8Array.from(states, (state) => (fits(state) ? 1 : 0));
const any = statesThat(() => true);
const untilCompany = statesThat(({ company }) => !company);
const companyBegins = statesThat(({ label }) => label === labels.companyBegins);
const companyGoesOn = statesThat(({ label }) => label === labels.company);
const behindCompany = statesThat(({ company, label }) => company && label <= labels.title);

interface Powers {
  readonly steps: Float64Array;
  readonly ends: Float64Array;
}
const powersOf = (model: Model): Powers => ({
  steps: Float64Array.from(model.steps, (weight) => Math.exp(weight / scale)),
  ends: Float64Array.from(model.ends, (weight) => Math.exp(weight / scale)),
});
const known = new WeakMap<Model, () => Powers>();
function powers(model: Model): Powers {
  const made = known.get(model) ?? lazily(() => powersOf(model));
  known.set(model, made);
  return made();
}

/** The weights of words as powers. A loop: `Float64Array.from` takes five times as long. */
function powersOfWords(words: Int32Array): Float64Array {
  const weights = new Float64Array(words.length);
  for (let at = 0; at < words.length; at += 1) weights[at] = Math.exp((words[at] ?? 0) / scale);
  return weights;
}

/**
 * @param company first and last word of the likeliest company
 * @param best what the likeliest way weighs, as the model adds it up
 * @returns the chances; time is linear in the number of words
 */
export function chancesOf(
  said: Said,
  model: Model,
  company: { readonly first: number; readonly last: number },
  best: number,
): Chances {
  const weights = powersOfWords(said.words);
  const { steps, ends } = powers(model);
  const size = said.steps.length;
  // Until this company begins, both go the same ways: those that have named none by then.
  const sums = new Float64Array(count);
  const logBefore = sumUp(said, weights, steps, sums, 0, company.first, () => any);
  const these = sums.slice();
  const whole = logBefore + sumUp(said, weights, steps, sums, company.first, size, () => any);
  let [all, unnamed] = [0, 0];
  for (let state = 0; state < count; state += 1) {
    const share = (sums[state] ?? 0) * (ends[said.end * count + state] ?? 0);
    all += share;
    if (untilCompany[state] === 1) unnamed += share;
  }
  const logOfAll = whole + Math.log(all);
  const logOfThese =
    logBefore +
    sumUp(said, weights, steps, these, company.first, size, (at) => {
      if (at > company.last) return behindCompany;
      return at === company.first ? companyBegins : companyGoesOn;
    });
  let named = 0;
  for (let state = 0; state < count; state += 1) named += (these[state] ?? 0) * (ends[said.end * count + state] ?? 0);
  return {
    company: 1 - unnamed / all,
    thisCompany: Math.exp(logOfThese + Math.log(named) - logOfAll),
    reading: Math.exp(best / scale - logOfAll),
  };
}

/** The chance of the likeliest way of a headline that names no company. @param best as in `chancesOf` */
export function chanceOfReading(said: Said, model: Model, best: number): number {
  const { steps, ends } = powers(model);
  const sums = new Float64Array(count);
  const log = sumUp(said, powersOfWords(said.words), steps, sums, 0, said.steps.length, () => any);
  let all = 0;
  for (let state = 0; state < count; state += 1) all += (sums[state] ?? 0) * (ends[said.end * count + state] ?? 0);
  return Math.exp(best / scale - log - Math.log(all));
}

/**
 * Adds up what all ways to each state of the last word weigh, those through allowed states.
 * @param sums what they weigh before the first word of these, brought to a sum of 1 at each word so that none grows out of bounds;
 * afterwards the same of the last word
 * @returns the logarithm of what they were divided by
 */
function sumUp(
  said: Said,
  weights: Float64Array,
  steps: Float64Array,
  sums: Float64Array,
  from: number,
  to: number,
  allowedAt: (at: number) => Allowed,
): number {
  let log = 0;
  let last: Float64Array = sums;
  let next: Float64Array = new Float64Array(count);
  for (let at = from; at < to; at += 1) {
    const allowed = allowedAt(at);
    const step = (said.steps[at] ?? 0) * (count + 1) * count;
    let sum = 0;
    for (let state = 0; state < count; state += 1) {
      let reached = 0;
      if (allowed[state] === 1) {
        if (at === 0) reached = begins[state] === 1 ? (steps[step + start * count + state] ?? 0) : 0;
        else {
          const priors = earlier[state] ?? none;
          for (let n = 0; n < priors.length; n += 1) {
            const prior = priors[n] ?? 0;
            reached += (last[prior] ?? 0) * (steps[step + prior * count + state] ?? 0);
          }
        }
      }
      const here = reached * (weights[at * perWord + (labelOf[state] ?? 0)] ?? 0);
      next[state] = here;
      sum += here;
    }
    if (sum === 0) {
      sums.fill(0);
      return 0;
    }
    for (let state = 0; state < count; state += 1) next[state] = (next[state] ?? 0) / sum;
    log += Math.log(sum);
    [last, next] = [next, last];
  }
  sums.set(last);
  return log;
}
