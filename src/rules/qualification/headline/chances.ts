/**
 * How sure the model is of a company: of what all ways through the states weigh, the share of those that name one, and of those that
 * name this very one (the forward algorithm; Rabiner 1989). The likeliest way alone does not say: it may be the best of many that are poor.
 */
import { lazily } from '../lazily';
import type { Model } from './model';
import { before, labels, start, states } from './states';

/** From 0 to 1. */
export interface Chances {
  /** That a company is named at all. */
  readonly company: number;
  /** That it is this one, from its first to its last word. */
  readonly thisCompany: number;
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
const first = Uint8Array.from(before.flatMap((list, state) => (list.includes(start) ? [state] : [])));

/** States that a word may be in. */
type Allowed = Uint8Array;
const statesThat = (holds: (state: (typeof states)[number]) => boolean): Allowed =>
  Uint8Array.from(states, (state) => (holds(state) ? 1 : 0));
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

/**
 * @param company first and last word of the likeliest company
 * @returns the chances; time is linear in the number of words
 */
export function chancesOf(
  said: Said,
  model: Model,
  company: { readonly first: number; readonly last: number },
): Chances {
  const weights = Float64Array.from(said.words, (weight) => Math.exp(weight / scale));
  const sums = new Float64Array(count);
  const { steps, ends } = powers(model);
  const whole = sumUp(said, weights, steps, sums, () => any);
  let [all, unnamed] = [0, 0];
  for (let state = 0; state < count; state += 1) {
    const share = (sums[state] ?? 0) * (ends[said.end * count + state] ?? 0);
    all += share;
    if (states[state]?.company === false) unnamed += share;
  }
  const logOfAll = whole + Math.log(all);
  const these = sumUp(said, weights, steps, sums, (at) => {
    if (at < company.first) return untilCompany;
    if (at > company.last) return behindCompany;
    return at === company.first ? companyBegins : companyGoesOn;
  });
  let named = 0;
  for (let state = 0; state < count; state += 1) named += (sums[state] ?? 0) * (ends[said.end * count + state] ?? 0);
  return {
    company: 1 - unnamed / all,
    thisCompany: named === 0 ? 0 : Math.exp(these + Math.log(named) - logOfAll),
  };
}

/**
 * Adds up what all ways to each state of the last word weigh, those through allowed states.
 * @param into one number for each state, brought to a sum of 1 at each word so that none grows out of bounds
 * @returns the logarithm of what they were divided by
 */
function sumUp(
  said: Said,
  weights: Float64Array,
  steps: Float64Array,
  into: Float64Array,
  allowedAt: (at: number) => Allowed,
): number {
  let log = 0;
  let last = new Float64Array(count);
  let next = new Float64Array(count);
  for (let at = 0; at < said.steps.length; at += 1) {
    const allowed = allowedAt(at);
    const step = (said.steps[at] ?? 0) * (count + 1) * count;
    let sum = 0;
    next.fill(0);
    if (at === 0) for (const state of first) next[state] = steps[step + start * count + state] ?? 0;
    else
      for (let state = 0; state < count; state += 1) {
        if (allowed[state] === 0) continue;
        let reached = 0;
        for (const from of earlier[state] ?? [])
          reached += (last[from] ?? 0) * (steps[step + from * count + state] ?? 0);
        next[state] = reached;
      }
    for (let state = 0; state < count; state += 1) {
      const here = allowed[state] === 0 ? 0 : (next[state] ?? 0) * (weights[at * perWord + (labelOf[state] ?? 0)] ?? 0);
      next[state] = here;
      sum += here;
    }
    if (sum === 0) {
      into.fill(0);
      return 0;
    }
    for (let state = 0; state < count; state += 1) next[state] = (next[state] ?? 0) / sum;
    log += Math.log(sum);
    [last, next] = [next, last];
  }
  into.set(last);
  return log;
}
