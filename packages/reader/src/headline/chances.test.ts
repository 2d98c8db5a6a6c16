/** Shares of all ways, counted by hand: with weights of 0 each way counts as one, and one of 64 makes it e of them. */
import { chancesOf } from './chances';
import { sizes, type Model } from './model';
import { labels, start, states } from './states';

interface Weights {
  readonly word?: readonly (readonly [at: number, label: number, weight: number])[];
  /** Kind of the steps and of the end that are used, and what they say for a company: twice of one behind another word. */
  readonly step?: readonly [kind: number, weight: number];
  readonly end?: readonly [kind: number, weight: number];
  /** The kinds whose weights are set, where they are not those used. */
  readonly set?: number;
}

function chances(words: number, first: number, last: number, { word = [], step, end, set }: Weights = {}) {
  const model: Model = {
    trainedOn: '',
    words: new Int8Array(0),
    steps: new Int16Array(sizes.steps),
    ends: new Int16Array(sizes.ends),
  };
  states.forEach(({ label, company }, state) => {
    if (end !== undefined && company) model.ends[(set ?? end[0]) * states.length + state] = end[1];
    if (step === undefined || label !== labels.companyBegins) return;
    for (let from = 0; from <= start; from += 1)
      model.steps[((set ?? step[0]) * (states.length + 1) + from) * states.length + state] =
        from === start ? step[1] : 2 * step[1];
  });
  const said = new Int32Array(words * 5);
  for (const [at, label, weight] of word) said[at * 5 + label] = weight;
  const steps = new Uint8Array(words).fill(step?.[0] ?? 0);
  const { company, thisCompany } = chancesOf({ words: said, steps, end: end?.[0] ?? 0 }, model, { first, last }, 0);
  return [company, thisCompany];
}
const near = (expected: readonly number[]) => expected.map((one) => expect.closeTo(one, 9) as unknown);

test.each<readonly [words: number, first: number, last: number, company: number, thisCompany: number]>([
  // Nothing, a title, a company.
  [1, 0, 0, 1 / 3, 1 / 3],
  // OO OT OC TO Tt TC CO CT Cc: of nine ways five name one.
  [2, 0, 0, 5 / 9, 2 / 9],
  [2, 1, 1, 5 / 9, 2 / 9],
  [2, 0, 1, 5 / 9, 1 / 9],
  [3, 0, 0, 16 / 23, 4 / 23],
  [3, 1, 1, 16 / 23, 3 / 23],
  [3, 2, 2, 16 / 23, 4 / 23],
  [3, 0, 1, 16 / 23, 2 / 23],
  [3, 1, 2, 16 / 23, 2 / 23],
  [3, 0, 2, 16 / 23, 1 / 23],
])('of %d words, the company from %d to %d', (words, first, last, company, thisCompany) => {
  expect(chances(words, first, last)).toEqual(near([company, thisCompany]));
});

const { E: e } = Math;

test('what is said of a word counts for its ways alone', () => {
  expect(chances(1, 0, 0, { word: [[0, 3, 64]] })).toEqual(near([e / (2 + e), e / (2 + e)]));
  expect(chances(1, 0, 0, { word: [[0, 1, 64]] })).toEqual(near([1 / (2 + e), 1 / (2 + e)]));
  expect(chances(1, 0, 0, { word: [[0, 0, -64]] })).toEqual(near([1 / (2 + 1 / e), 1 / (2 + 1 / e)]));
  expect(chances(2, 0, 1, { word: [[1, 4, 64]] })).toEqual(near([(4 + e) / (8 + e), e / (8 + e)]));
  expect(chances(2, 1, 1, { word: [[1, 2, 64]] })).toEqual(near([5 / (8 + e), 2 / (8 + e)]));
});

test('steps and ends count by their kind', () => {
  const [first, second] = [3 * e, 2 * e * e];
  expect(chances(2, 0, 0, { step: [3, 64] })).toEqual(
    near([(first + second) / (4 + first + second), (2 * e) / (4 + first + second)]),
  );
  expect(chances(2, 0, 0, { step: [3, 64], set: 4 })).toEqual(near([5 / 9, 2 / 9]));
  expect(chances(2, 0, 0, { end: [7, 64] })).toEqual(near([(5 * e) / (4 + 5 * e), (2 * e) / (4 + 5 * e)]));
  expect(chances(2, 0, 0, { end: [7, 64], set: 6 })).toEqual(near([5 / 9, 2 / 9]));
});

const barred = (at: number) => [1, 2, 3, 4].map((label) => [at, label, -1e6] as const);

test('a company where none may stand is none', () => {
  expect(chances(3, 1, 1, { word: barred(1) })).toEqual(near([4 / 7, 0]));
  expect(chances(3, 0, 0, { word: barred(1) })).toEqual(near([4 / 7, 2 / 7]));
  expect(chances(3, 0, 2, { word: barred(1) })).toEqual(near([4 / 7, 0]));
  expect(chances(1, 0, 0, { word: barred(0) })).toEqual([0, 0]);
});

test('many words of great weight stay within bounds', () => {
  const word = Array.from({ length: 500 }, (_, n) => [Math.floor(n / 5), n % 5, 640] as const);
  // Of 100 words: none, an interval, or two that do not meet.
  const all = 1 + 2 * 5_050 + 2 * 4_249_575;
  expect(chances(100, 0, 99, { word })).toEqual(near([8_504_200 / all, 1 / all]));
  // Beside a company of one word a title may stand to its left or right.
  expect(chances(100, 50, 50, { word })).toEqual(near([8_504_200 / all, (1 + 1_275 + 1_225) / all]));
});
