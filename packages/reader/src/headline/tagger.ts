/** Finds the likeliest title and company of a headline: the best way through the states of its words (Viterbi, 1967). */
import { chanceOfReading, chancesOf, type Chances } from './chances';
import { evidenceOf, type Evidence } from './evidence';
import { Features, mostFeatures, stepTo } from './features';
import type { Model } from './model';
import { before, labels, learned, start, states } from './states';
import type { Token } from './tokens';

/** First and last token of something named. */
export interface Span {
  readonly first: number;
  readonly last: number;
}
export interface Tagged {
  readonly title: Span | null;
  readonly company: Span | null;
  readonly evidence: Evidence;
  /** How sure that is; null where no company is named. */
  readonly chances: Chances | null;
  /** How likely just this title and company are, from 0 to 1; of a text without a word 1. Computed when asked, because not all callers ask. */
  readonly chance: () => number;
}

const buckets = new Int32Array(mostFeatures);
const count = states.length;
const perWord = learned + 1;
const labelOf = Uint8Array.from(states, ({ label }) => label);
const earlier = before.map((list) => Uint8Array.from(list.filter((state) => state !== start)));
const mayBegin = before.map((list) => list.includes(start));
const none = new Uint8Array(0);
const never = -1e9;
/** What speaks for a label that a word may not have: low, and of a power that is 0. */
const barred = -1e6;

/** Reads the tokens of a text with a model. Time is linear in their number. */
export function tag(tokens: readonly Token[], text: string, model: Model): Tagged {
  const evidence = evidenceOf(tokens, text);
  const features = new Features(tokens, evidence);
  const from = new Uint8Array(tokens.length * count);
  const words = new Int32Array(tokens.length * perWord);
  const steps = new Uint8Array(tokens.length);
  let best = new Int32Array(count).fill(never);
  let next = new Int32Array(count);
  for (let at = 0; at < tokens.length; at += 1) {
    const word = at * perWord;
    if (evidence.barred[at] === 1) words.fill(barred, word + 1, word + perWord);
    else sayOf(features, at, model.words, words);
    const kind = stepTo(at, tokens, evidence);
    steps[at] = kind;
    const step = kind * (count + 1) * count;
    for (let state = 0; state < count; state += 1) {
      let top = never;
      let topFrom = 0;
      if (at > 0) {
        const lasts = earlier[state] ?? none;
        // By number: an iterator of an array of numbers costs as much as the sum.
        for (let n = 0; n < lasts.length; n += 1) {
          const last = lasts[n] ?? 0;
          const score = (best[last] ?? never) + (model.steps[step + last * count + state] ?? 0);
          if (score > top) {
            top = score;
            topFrom = last;
          }
        }
      } else if (mayBegin[state] === true) {
        top = model.steps[step + start * count + state] ?? 0;
        topFrom = start;
      }
      next[state] = top <= never / 2 ? never : top + (words[word + (labelOf[state] ?? 0)] ?? 0);
      from[at * count + state] = topFrom;
    }
    [best, next] = [next, best];
  }
  let state = 0;
  let top = never;
  for (let last = 0; last < count; last += 1) {
    const score = (best[last] ?? never) + (model.ends[features.end * count + last] ?? 0);
    if (score > top) {
      top = score;
      state = last;
    }
  }
  const spans = spansOf(from, state, tokens.length);
  const said = { words, steps, end: features.end };
  const chances = spans.company && chancesOf(said, model, spans.company, top);
  const chance = () => chances?.reading ?? (tokens.length === 0 ? 1 : chanceOfReading(said, model, top));
  return { ...spans, evidence, chances, chance };
}

/** Adds up what the features of a word say for each label. */
function sayOf(features: Features, at: number, weights: Int8Array, said: Int32Array): void {
  const found = features.write(at, buckets);
  let [titleBegins, title, companyBegins, company] = [0, 0, 0, 0];
  for (let n = 0; n < found; n += 1) {
    const bucket = (buckets[n] ?? 0) * learned;
    titleBegins += weights[bucket] ?? 0;
    title += weights[bucket + 1] ?? 0;
    companyBegins += weights[bucket + 2] ?? 0;
    company += weights[bucket + 3] ?? 0;
  }
  const word = at * perWord;
  said[word + labels.titleBegins] = titleBegins;
  said[word + labels.title] = title;
  said[word + labels.companyBegins] = companyBegins;
  said[word + labels.company] = company;
}
/** Follows the best way back from its last state. */
function spansOf(from: Uint8Array, lastState: number, size: number): { title: Span | null; company: Span | null } {
  const found = { title: { first: -1, last: -1 }, company: { first: -1, last: -1 } };
  let state = lastState;
  for (let at = size - 1; at >= 0; at -= 1) {
    const label = labelOf[state] ?? 0;
    if (label !== labels.outside) {
      const span = label <= labels.title ? found.title : found.company;
      span.first = at;
      if (span.last < 0) span.last = at;
    }
    state = from[at * count + state] ?? 0;
  }
  return {
    title: found.title.first < 0 ? null : found.title,
    company: found.company.first < 0 ? null : found.company,
  };
}
