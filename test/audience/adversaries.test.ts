/** The claim of docs/privacy.md, held by simulation: what observers learn of one person from the figures of an audience. */
import fc from 'fast-check';
import {
  leadsIn,
  meanStep,
  publishFigures,
  publishMean,
  tierTable,
  type TierFigures,
} from '../../src/rules/audience/figures';
import {
  mayReplace,
  publishBreakdown,
  publishTogether,
  roundedDown,
  weakestRules,
} from '../../src/rules/audience/privacy';
import { propertyRuns } from '../support/at-length';

const rules = weakestRules;
const k = rules.minimumGroup;
const noon = Date.UTC(2026, 10, 22, 12);
const sampling = { seed: 20_261_122, numRuns: propertyRuns(1_000, 4_000) };
type Vector = readonly number[];
const total = (vector: Vector) => vector.reduce((sum, n) => sum + n, 0);
const countsOf = (vector: Vector) => new Map(vector.map((n, at) => [`group ${at}`, n]));

/** What is published of an audience. */
const answerTo = (vector: Vector): string =>
  JSON.stringify([roundedDown(total(vector), rules), publishBreakdown(countsOf(vector), rules)]);
/** The same of an audience and a longer window around it. */
const answerToWindows = (vector: Vector, more: Vector): string => {
  const outer = vector.map((n, at) => n + (more[at] ?? 0));
  return (
    JSON.stringify([total(vector), total(outer)].map((n) => roundedDown(n, rules))) +
    JSON.stringify(publishTogether([countsOf(vector), countsOf(outer)], rules))
  );
};

/** Whom the observer knows, where those are whom they do not know, and who is in the longer window alone. */
const populations = (strangers: number) =>
  fc.sample(
    fc.record({
      known: fc
        .array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 5, max: 60 })), {
          minLength: 4,
          maxLength: 4,
        })
        .filter((vector) => total(vector) >= rules.minimumAudience),
      unknown: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: strangers, maxLength: strangers }),
      more: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 4 }),
    }),
    sampling,
  );

const plus = (vector: Vector, places: readonly number[]): Vector =>
  vector.map((n, at) => n + places.filter((place) => place === at).length);

/** All ways in which so many people may be in four groups. */
function* waysOf(people: number, from = 0): Generator<readonly number[]> {
  if (people === 0) return yield [];
  for (let at = from; at < 4; at += 1) for (const rest of waysOf(people - 1, at)) yield [at, ...rest];
}

/** In how many of the populations the observer knows for certain in which group one of the others is. */
function learned(strangers: number, answer: (vector: Vector, more: Vector) => string): number {
  const ways = [...waysOf(strangers)];
  return populations(strangers).filter(({ known, unknown, more }) => {
    const seen = answer(plus(known, unknown), more);
    const fit = ways.filter((way) => answer(plus(known, way), more) === seen);
    // A person's group is certain when all of them are in one and the same group, whichever way it is.
    return fit.every((way) => way.every((at) => at === fit[0]?.[0]));
  }).length;
}

describe(`${sampling.numRuns} populations`, () => {
  test('control: of exact figures, everybody learns everything about the one whom they do not know', () => {
    expect(learned(1, (vector) => JSON.stringify(vector))).toBe(sampling.numRuns);
  });

  test('who does not know a minimum group of people learns the group of one of them in fewer than 1 of 100', () => {
    expect(learned(k, answerTo)).toBeLessThan(sampling.numRuns / 100);
  });

  test('nor from two windows, one within the other', () => {
    expect(learned(k, answerToWindows)).toBeLessThan(sampling.numRuns / 100);
  });

  test('who knows everybody but one is beyond the claim: they learn that one’s group in about a ninth', () => {
    const share = learned(1, answerTo) / sampling.numRuns;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.14);
  });

  test('and guesses it in less than two fifths, where chance gives a quarter', () => {
    // A guess is right once for each different answer: the observer names one group for each.
    const rights = populations(1).map(
      ({ known }) => new Set([0, 1, 2, 3].map((at) => answerTo(plus(known, [at])))).size,
    );
    const share = total(rights) / 4 / sampling.numRuns;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.4);
  });

  test('and with each post of one person they look again: six posts tell it in three of five', () => {
    const posts = 6;
    const all = populations(1);
    const certain = all.filter(({ unknown: [group = 0] }, first) => {
      // Each post has an audience of its own, of which the observer knows all but this one person.
      const answers = Array.from({ length: posts }, (_, post) => all[(first + post) % all.length]?.known ?? []);
      const fit = [0, 1, 2, 3].filter((at) =>
        answers.every((known) => answerTo(plus(known, [at])) === answerTo(plus(known, [group]))),
      );
      return fit.length === 1;
    }).length;
    const share = certain / sampling.numRuns;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.7);
  });

  test('looking before and after one person came, within a day, shows nothing to anybody', () => {
    const dated = (vector: Vector, computedAt: number) => ({ tables: [countsOf(vector)], computedAt });
    const shown = populations(1).filter(({ known, unknown }) =>
      mayReplace(dated(known, noon), dated(plus(known, unknown), noon + 60_000), rules),
    );
    expect(shown).toEqual([]);
  });
});

describe('figures of a post', () => {
  const tiersOf = ([a = 0, b = 0, c = 0, d = 0]: Vector): TierFigures => ({
    UNQUALIFIED: a,
    NURTURE: b,
    QUALIFIED: c,
    PRIORITY: d,
  });
  const figures = (vector: Vector, icpSum = 0) => {
    const people = total(vector) + 3;
    return { people, likes: people, comments: 2, reposts: 0, leads: { tiers: tiersOf(vector), icpSum } };
  };

  test('are what the audience says of the same people', () => {
    for (const { known } of populations(1)) {
      const shown = publishFigures(figures(known), rules);
      expect(shown.people).toBe(roundedDown(total(known) + 3, rules));
      for (const n of Object.values(shown.tiers)) expect((n ?? 0) % k).toBe(0);
    }
    expect(publishFigures({ ...figures([6, 6, 6, 0]), people: 19 }, rules).people).toBeNull();
    expect(publishFigures(undefined, rules).leads).toBeNull();
    expect(publishFigures({ ...figures([6, 6, 6, 6]), leads: null }, rules)).toMatchObject({ people: 25, leads: null });
  });

  test('tell no small number of a tier exactly to who knows none of the leads', () => {
    const most = 15;
    const fits = new Map<string, Vector[]>();
    for (let a = 0; a < most; a += 1)
      for (let b = 0; b < most; b += 1)
        for (let c = 0; c < most; c += 1)
          for (let d = 0; d < most; d += 1) {
            if (a + b + c + d < rules.minimumAudience) continue;
            // Of an audience in which most are no leads: how many are is not known from elsewhere.
            const exact = { ...figures([a, b, c, d]), people: 100, likes: 100 };
            const key = JSON.stringify(publishFigures(exact, rules));
            fits.set(key, [...(fits.get(key) ?? []), [a, b, c, d]]);
          }
    expect(fits.size).toBeGreaterThan(50);
    for (const [key, vectors] of fits) {
      // Of larger tiers not everything that fits was tried.
      if (vectors.some((vector) => vector.some((n) => n >= 10))) continue;
      for (const at of [0, 1, 2, 3]) {
        const possible = new Set(vectors.map((vector) => vector[at]));
        expect([key, at, possible.size]).not.toEqual([key, at, 1]);
      }
    }
  });

  test('a newcomer’s tier shows to nobody within a day', () => {
    for (const { known, unknown } of populations(1)) {
      const table = (vector: Vector) => tierTable(total(vector) + 3, { tiers: tiersOf(vector), icpSum: 0 });
      const [before, after] = [table(known), table(plus(known, unknown))];
      const changes = mayReplace(
        { tables: [before], computedAt: noon },
        { tables: [after], computedAt: noon + 1 },
        rules,
      );
      expect(changes).toBe(false);
    }
  });

  test('a mean comes with the minimum group, and one person moves it by one step at most', () => {
    expect(publishMean(400, k - 1, rules)).toBeNull();
    expect(publishMean(400, k, rules)).not.toBeNull();
    for (const { known } of populations(1)) {
      const count = leadsIn(tiersOf(known));
      const others = 61 * (count - 1);
      const means = [0, 25, 50, 75, 100].map((value) => publishMean(others + value, count, rules) ?? 0);
      expect(Math.max(...means) - Math.min(...means)).toBeLessThanOrEqual(meanStep(count, rules));
    }
  });
});
