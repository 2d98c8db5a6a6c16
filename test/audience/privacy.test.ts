/** The privacy rules under attack: random populations, an observer who knows the code, and each rule taken away in turn. */
import fc from 'fast-check';
import {
  hideComplement,
  hideSmallGroups,
  isLargeEnough,
  mayReplace,
  otherBucket,
  publishBreakdown,
  publishTogether,
  roundedDown,
  rulesWith,
  sharesOf,
  weakestRules,
  type Counts,
  type PublishedBreakdown,
  type Split,
} from '../../src/rules/audience/privacy';
import {
  categories,
  countsOf,
  differences,
  inversions,
  k,
  plainBreaches,
  rules,
  total,
  worldOf,
  worldsByAnswer,
  type Publisher,
  type Vector,
} from './support/attacker';
import { propertyRuns } from '../support/at-length';

const runs = { seed: 20_261_122, numRuns: propertyRuns(400, 4_000) };
const noon = Date.UTC(2026, 10, 22, 12);

const real: Publisher = {
  size: (people) => roundedDown(people, rules),
  breakdown: (counts, alwaysOther) => publishBreakdown(counts, rules, alwaysOther),
  replaces: (before, after) =>
    mayReplace(
      { tables: [countsOf(before)], computedAt: noon },
      { tables: [countsOf(after)], computedAt: noon + 60_000 },
      rules,
    ),
};

/** The publishing of src/rules/audience with rules left out. */
function weakened(without: {
  audience?: true;
  groups?: true;
  complement?: true;
  rounding?: true;
  day?: true;
}): Publisher {
  const round = (n: number) => (without.rounding ? n : roundedDown(n, rules));
  return {
    size: round,
    breakdown(counts: Counts): PublishedBreakdown {
      if (
        !without.audience &&
        !isLargeEnough(
          [...counts.values()].reduce((a, b) => a + b, 0),
          rules,
        )
      )
        return { buckets: [], suppressed: true };
      let split: Split = hideSmallGroups(counts, without.groups ? { ...rules, minimumGroup: 1 } : rules);
      if (!without.complement) split = hideComplement(split, rules);
      if (split.shown.length === 0) return { buckets: [], suppressed: true };
      const hidden = split.hidden.reduce((sum, cell) => sum + cell.people, 0);
      const cells = [...split.shown, ...(hidden > 0 ? [{ bucket: otherBucket, people: hidden }] : [])];
      const buckets = sharesOf(cells.map((cell) => ({ ...cell, people: round(cell.people) })));
      return { buckets, suppressed: hidden > 0 };
    },
    replaces: without.day ? () => true : real.replaces,
  };
}

/** Groups of very different sizes, as audiences have: a few large, many of one to six. */
const population = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 7 }) },
      { weight: 2, arbitrary: fc.integer({ min: 5, max: 40 }) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 3_000 }) },
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((sizes): Counts => new Map(sizes.map((size, at) => [`group ${at}`, size])));

const breachesOf = (publisher: Publisher, samples: readonly Counts[]): string[] => [
  ...new Set(samples.flatMap((counts) => plainBreaches(publisher, counts))),
];

describe('one answer', () => {
  const samples = fc.sample(population, runs);

  test('positive control: large groups are shown, small ones are counted together', () => {
    const counts = new Map([
      ['director', 30],
      ['manager', 12],
      ['intern', 3],
      ['owner', 4],
    ]);
    expect(real.breakdown(counts)).toEqual({
      buckets: [
        { bucket: 'director', percent: 60 },
        { bucket: 'manager', percent: 20 },
        { bucket: 'Other', percent: 20 },
      ],
      suppressed: true,
    });
  });

  test(`of ${runs.numRuns} populations none shows a small group, or one by what is left over`, () => {
    expect(breachesOf(real, samples)).toEqual([]);
    // And it is no empty promise: most populations that are large enough are published.
    const large = samples.filter((counts) => [...counts.values()].reduce((a, b) => a + b, 0) >= 20);
    const published = large.filter((counts) => real.breakdown(counts).buckets.length > 0);
    expect(published.length).toBeGreaterThan(large.length / 2);
  });

  test.each([
    ['minimum audience', weakened({ audience: true }), /published of/],
    ['minimum group', weakened({ groups: true }), /is shown/],
    ['complementary suppression', weakened({ complement: true }), /is hidden|less what is shown/],
  ])('without %s it fails', (_rule, publisher, breach) => {
    expect(breachesOf(publisher, samples).join('\n')).toMatch(breach);
  });
});

/** An audience of up to 32 people, and a smaller one in it. */
const nested = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 4 }),
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 })), { minLength: 4, maxLength: 4 }),
  )
  .map(([outer, leaving]): readonly [Vector, Vector] => [
    outer.map((n, at) => Math.max(0, n - (leaving[at] ?? 0))),
    outer,
  ])
  .filter(([inner, outer]) => total(outer) <= most && total(inner) >= 18);
const most = 32;
const answerOf = (publisher: Publisher, vector: Vector) => worldOf(publisher, vector).alone;

function firstInference(
  publisher: Publisher,
  pairs: readonly (readonly [Vector, Vector])[],
  together: boolean,
): string | undefined {
  const worlds = worldsByAnswer(publisher, most + 4);
  const seen = new Set<string>();
  for (const pair of pairs) {
    const [small, large] = [worldOf(publisher, pair[0]), worldOf(publisher, pair[1])];
    const form = together && (small.folds || large.folds) ? 'withOthers' : 'alone';
    const answers = { inner: small[form], outer: large[form] };
    const key = answers.inner + answers.outer;
    if (seen.has(key) || key.includes(',[]]')) continue;
    seen.add(key);
    const found = [
      ...inversions(answers.outer, worlds.get(answers.outer) ?? []),
      ...differences(answers.inner, answers.outer, worlds),
    ];
    if (found[0]) return `${key}: ${found[0]}`;
  }
  return undefined;
}

describe('what follows from answers, by going through every audience that fits each', () => {
  const pairs = fc.sample(nested, runs);

  test.each([
    ['a window and a longer one', true],
    ['a post and its workspace', false],
  ])(`of ${runs.numRuns} times %s none proves a difference of fewer than ${k} people`, (_what, together) => {
    expect(firstInference(real, pairs, together)).toBeUndefined();
  });

  test('without rounding it fails', () => {
    expect(firstInference(weakened({ rounding: true }), pairs, false)).toBeDefined();
  });

  test('two breakdowns of one audience: equal totals narrow nothing down to an exact small count', () => {
    const worlds = worldsByAnswer(real, most);
    fc.assert(
      fc.property(nested, nested, ([, one], [, other]) => {
        // The same people by another fact: as many of them.
        const second = [...other];
        second[0] = Math.max(0, (second[0] ?? 0) + total(one) - total(other));
        if (total(second) !== total(one) || total(one) > most) return;
        const answer = answerOf(real, one);
        const totals = new Set((worlds.get(answerOf(real, second)) ?? []).map(({ vector }) => total(vector)));
        const possible = (worlds.get(answer) ?? []).filter(({ vector }) => totals.has(total(vector)));
        expect(inversions(answer, possible)).toEqual([]);
      }),
      { ...runs, numRuns: Math.min(runs.numRuns, 500) },
    );
  });
});

test('windows are published together: either all of them fold groups, or none does', () => {
  const windows = fc.tuple(population, population).map(([short, more]): readonly Counts[] => {
    const long = new Map(short);
    for (const [bucket, n] of more) long.set(bucket, (long.get(bucket) ?? 0) + n);
    return [short, long];
  });
  const hasOther = ({ buckets }: PublishedBreakdown) => buckets.some(({ bucket }) => bucket === otherBucket);
  const samples = fc.sample(windows, runs);
  const differing = (answers: readonly (readonly PublishedBreakdown[])[]) =>
    answers.filter((pair) => pair.every(({ buckets }) => buckets.length > 1) && new Set(pair.map(hasOther)).size > 1);
  expect(differing(samples.map((pair) => publishTogether(pair, rules)))).toEqual([]);
  // One by one they would differ.
  expect(differing(samples.map((pair) => pair.map((counts) => real.breakdown(counts)))).length).toBeGreaterThan(0);
  for (const pair of samples) {
    const answers = publishTogether(pair, rules);
    for (const [at, counts] of pair.entries()) {
      expect(
        plainBreaches({ ...real, breakdown: () => answers[at] ?? { buckets: [], suppressed: true } }, counts),
      ).toEqual([]);
    }
  }
});

describe('one more person within a day', () => {
  const seen = (publisher: Publisher, before: Vector, after: Vector) =>
    publisher.replaces(before, after) ? answerOf(publisher, after) : answerOf(publisher, before);
  const oneMore = fc
    .tuple(nested, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: k - 1 }))
    .filter(([[, outer]]) => total(outer) >= 20)
    .map(([[, outer], at, more]) => [outer, outer.map((n, index) => (index === at ? n + more : n))] as const);

  test('changes nothing, nor do fewer than a group', () => {
    fc.assert(
      fc.property(oneMore, ([before, after]) => {
        expect(seen(real, before, after)).toBe(answerOf(real, before));
      }),
      runs,
    );
  });

  test('without the rule it would show', () => {
    const watched = fc.sample(oneMore, runs);
    const publisher = weakened({ day: true });
    expect(watched.some(([before, after]) => seen(publisher, before, after) !== answerOf(publisher, before))).toBe(
      true,
    );
  });

  test('a whole group more, the next day, and an audience that was too small before are published', () => {
    const at = (people: number, computedAt = noon) => ({ tables: [countsOf([people])], computedAt });
    expect(mayReplace(at(30), at(35, noon + 1), rules)).toBe(true);
    expect(mayReplace(at(30), at(31, noon + 86_400_000), rules)).toBe(true);
    expect(mayReplace(at(19), at(20, noon + 1), rules)).toBe(true);
    expect(mayReplace(undefined, at(20), rules)).toBe(true);
    expect(mayReplace(at(30), at(26, noon + 1), rules)).toBe(false);
  });

  test('a few people described differently change nothing, a whole group does; windows change together or not at all', () => {
    const of = (...vectors: Vector[]) => ({ tables: vectors.map(countsOf), computedAt: noon });
    expect(mayReplace(of([30, 10]), of([26, 14]), rules)).toBe(false);
    expect(mayReplace(of([30, 10]), of([25, 15]), rules)).toBe(true);
    expect(mayReplace(of([30, 10], [40, 20]), of([30, 10], [40, 26]), rules)).toBe(true);
    expect(mayReplace(of([30, 10], [40, 20]), of([31, 10], [40, 26]), rules)).toBe(false);
  });
});

test('settings raise the rules and never lower them', () => {
  fc.assert(
    fc.property(
      fc.record({ minimumGroup: fc.integer(), minimumAudience: fc.integer() }, { requiredKeys: [] }),
      (raised) => {
        const inForce = rulesWith(raised);
        expect(inForce.minimumGroup).toBeGreaterThanOrEqual(weakestRules.minimumGroup);
        expect(inForce.minimumAudience).toBeGreaterThanOrEqual(weakestRules.minimumAudience);
      },
    ),
    { seed: runs.seed },
  );
  expect(rulesWith({ minimumGroup: 11 })).toEqual({ minimumGroup: 11, minimumAudience: 20 });
});

test('equal answers are equal to the letter: the order of groups says nothing of their size', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 9 }),
      fc.integer({ min: 5, max: 9 }),
      fc.integer({ min: 10, max: 14 }),
      (a, b, c) => {
        expect(real.breakdown(countsOf([a, b, c])).buckets).toEqual(real.breakdown(countsOf([5, 5, 10])).buckets);
      },
    ),
    { seed: runs.seed },
  );
  expect(categories).toHaveLength(4);
});
