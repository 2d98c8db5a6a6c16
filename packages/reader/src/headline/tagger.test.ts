/** The likeliest reading against every possible one. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { evidenceOf } from './evidence';
import { Features, mostFeatures, stepTo } from './features';
import { modelIn, sizes, type Model } from './model';
import { before, learned, start, states } from './states';
import { tag } from './tagger';
import { readable, tokensIn } from './tokens';

/** A model of weights that say nothing, but differ. */
function randomModel(seed: number): Model {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 61;
  const numbers = <Numbers extends Int8Array | Int16Array>(into: Numbers): Numbers => {
    for (let at = 0; at < into.length; at += 1) into[at] = next() - 30;
    return into;
  };
  return {
    trainedOn: '',
    words: numbers(new Int8Array(sizes.words)),
    steps: numbers(new Int16Array(sizes.steps)),
    ends: numbers(new Int16Array(sizes.ends)),
  };
}
const models = [1, 2, 3].map(randomModel);

/** The best score of all ways through the states, each written out, and of those that have the given labels. */
function bestScores(text: string, model: Model, found: readonly number[]) {
  const tokens = tokensIn(text);
  const evidence = evidenceOf(tokens, text);
  const features = new Features(tokens, evidence);
  const buckets = new Int32Array(mostFeatures);
  const said = tokens.map((_, at) => {
    const sums = [0, 0, 0, 0, 0];
    for (let n = features.write(at, buckets) - 1; n >= 0; n -= 1) {
      for (let label = 1; label <= learned; label += 1) {
        sums[label] = (sums[label] ?? 0) + (model.words[(buckets[n] ?? 0) * learned + label - 1] ?? 0);
      }
    }
    return sums;
  });
  const best = { ofAll: -Infinity, ofFound: -Infinity };
  // What all ways weigh, those that name a company, and those that name the same one.
  const weigh = { all: 0, company: 0, thisCompany: 0 };
  const companyOf = (labels: readonly number[]) => labels.map((label) => (label > 2 ? label : 0)).join('');
  const go = (at: number, last: number, score: number, labels: readonly number[]) => {
    if (at === tokens.length) {
      const whole = score + (model.ends[features.end * states.length + last] ?? 0);
      best.ofAll = Math.max(best.ofAll, whole);
      const weight = Math.exp(whole / 64);
      weigh.all += weight;
      if (labels.some((label) => label > 2)) weigh.company += weight;
      if (companyOf(labels) === companyOf(found)) weigh.thisCompany += weight;
      if (labels.every((label, n) => label === found[n])) best.ofFound = Math.max(best.ofFound, whole);
      return;
    }
    states.forEach(({ label }, state) => {
      if (before[state]?.includes(last) !== true || (evidence.barred[at] === 1 && label !== 0)) return;
      const step = (stepTo(at, tokens, evidence) * (states.length + 1) + last) * states.length + state;
      go(at + 1, state, score + (model.steps[step] ?? 0) + (said[at]?.[label] ?? 0), [...labels, label]);
    });
  };
  go(0, start, 0, []);
  const reading = Math.exp(best.ofAll / 64) / weigh.all;
  return { ...best, reading, company: weigh.company / weigh.all, thisCompany: weigh.thisCompany / weigh.all };
}

const words = fc.constantFrom(
  'CEO',
  'Sales',
  'Manager',
  'at',
  '@',
  'Acme',
  'GmbH',
  '|',
  ',',
  'ex',
  'and',
  'Nordlicht',
  '社',
  '長',
);

test('is found whatever the weights, and is as likely as all ways together say', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.nat({ max: models.length - 1 }), (list, n) => {
      const model = models[n] ?? randomModel(1);
      const text = readable(list.join(' '));
      const tokens = tokensIn(text);
      const { title, company, chances, chance } = tag(tokens, text, model);
      const labels = tokens.map((_, at) => {
        if (title !== null && at >= title.first && at <= title.last) return at === title.first ? 1 : 2;
        if (company !== null && at >= company.first && at <= company.last) return at === company.first ? 3 : 4;
        return 0;
      });
      const { ofAll, ofFound, ...expected } = bestScores(text, model, labels);
      expect(ofFound).toBe(ofAll);
      expect(chance()).toBeCloseTo(expected.reading, 9);
      expect(chances === null).toBe(company === null);
      if (chances === null) return;
      expect(chances.company).toBeCloseTo(expected.company, 9);
      expect(chances.thisCompany).toBeCloseTo(expected.thisCompany, 9);
    }),
    { numRuns: 300 },
  );
});

test('no text names nothing', () => {
  const nothing = tag([], '', models[0] ?? randomModel(1));
  expect(nothing).toMatchObject({ title: null, company: null });
  expect(nothing.chance()).toBe(1);
});

/** A model that says something of the last state alone. */
function modelOfEnds(says: (state: (typeof states)[number]) => number): Model {
  const model = {
    trainedOn: '',
    words: new Int8Array(sizes.words),
    steps: new Int16Array(sizes.steps),
    ends: new Int16Array(sizes.ends),
  };
  return {
    ...model,
    ends: model.ends.map((_, n) => says(states[n % states.length] ?? { label: 0, title: false, company: false })),
  };
}

test.each<readonly [what: string, says: (state: (typeof states)[number]) => number, title: unknown, company: unknown]>([
  // Of equal ways the first, which names nothing.
  ['nothing', () => 0, null, null],
  ['a title', ({ title, company }) => (title && !company ? 9 : 0), { first: 0, last: 0 }, null],
  ['a title that goes on', ({ label, company }) => (label === 2 && !company ? 9 : 0), { first: 0, last: 1 }, null],
  [
    'a company behind a title',
    ({ label, title }) => (label === 3 && title ? 9 : 0),
    { first: 0, last: 0 },
    { first: 1, last: 1 },
  ],
  [
    'a title behind a company',
    ({ label, company }) => (label === 1 && company ? 9 : 0),
    { first: 1, last: 1 },
    { first: 0, last: 0 },
  ],
  ['a company that goes on', ({ label, title }) => (label === 4 && !title ? 9 : 0), null, { first: 0, last: 1 }],
])('of two words the likeliest are %s', (_, says, title, company) => {
  expect(tag(tokensIn('Quillmere Globex'), 'Quillmere Globex', modelOfEnds(says))).toMatchObject({ title, company });
});

test('what is not of now is neither, whatever the model says', () => {
  const says = ({ title, company }: (typeof states)[number]) => (title || company ? 9 : 0);
  const { title, company, chances } = tag(tokensIn('Former CEO'), 'Former CEO', modelOfEnds(says));
  expect([title, company, chances]).toEqual([null, null, null]);
});

test('a model is read from its file; one of another size and a damaged one are refused with what to do', () => {
  const whole = gzipSync(Buffer.alloc(sizes.words + (sizes.steps + sizes.ends) * 2 + 32));
  expect(modelIn(whole).words.length).toBe(sizes.words);
  expect(() => modelIn(gzipSync(Buffer.alloc(10)))).toThrow('another version of the program: run npm run train');
  expect(() => modelIn(whole.subarray(0, whole.length - 9))).toThrow('is damaged: install it again');
  expect(() => modelIn(Buffer.from('none'))).toThrow('is damaged: install it again');
});
