/** Finds the likeliest title and company of a headline: the best way through the states of its words (Viterbi, 1967). */
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
}

const buckets = new Int32Array(mostFeatures);
const count = states.length;
const labelOf = Uint8Array.from(states, ({ label }) => label);
const never = -1e9;

/** Reads the tokens of a text with a model. Time is linear in their number. */
export function tag(tokens: readonly Token[], text: string, model: Model): Tagged {
  const evidence = evidenceOf(tokens, text);
  const features = new Features(tokens, evidence);
  const from = new Uint8Array(tokens.length * count);
  let best = new Int32Array(count).fill(never);
  const said = new Int32Array(learned + 1);
  for (let at = 0; at < tokens.length; at += 1) {
    if (evidence.barred[at] === 1) said.fill(never / 1_000, 1);
    else sayOf(features, at, model.words, said);
    const step = stepTo(at, tokens, evidence) * (count + 1) * count;
    const next = new Int32Array(count);
    for (let state = 0; state < count; state += 1) {
      let [top, topFrom] = [never, 0];
      for (const last of before[state] ?? []) {
        if ((last === start) !== (at === 0)) continue;
        const score = (at === 0 ? 0 : (best[last] ?? never)) + (model.steps[step + last * count + state] ?? 0);
        if (score > top) [top, topFrom] = [score, last];
      }
      next[state] = top <= never / 2 ? never : top + (said[labelOf[state] ?? 0] ?? 0);
      from[at * count + state] = topFrom;
    }
    best = next;
  }
  let state = 0;
  let top = never;
  for (let last = 0; last < count; last += 1) {
    const score = (best[last] ?? never) + (model.ends[features.end * count + last] ?? 0);
    if (score > top) [top, state] = [score, last];
  }
  return { ...spansOf(from, state, tokens.length), evidence };
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
  said[labels.titleBegins] = titleBegins;
  said[labels.title] = title;
  said[labels.companyBegins] = companyBegins;
  said[labels.company] = company;
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
