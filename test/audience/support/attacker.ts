/**
 * An observer who knows the code, the rules and everything published, and looks for a group of fewer than k people. Written
 * against the answers alone: it shares nothing with src/rules/audience but the shape of an answer.
 */
import type { Counts, PrivacyRules, PublishedBreakdown } from '../../../src/rules/audience/privacy';

/** How an installation publishes: the real one, or one with a rule taken away. */
export interface Publisher {
  size(people: number): number;
  breakdown(counts: Counts, alwaysOther?: boolean): PublishedBreakdown;
  replaces(before: Vector, after: Vector): boolean;
}

export const k = 5;
const leastAudience = 20;
export const rules: PrivacyRules = { minimumGroup: k, minimumAudience: leastAudience };
export const categories = ['a', 'b', 'c', 'd'] as const;
export type Vector = readonly number[];

export const total = (vector: Vector) => vector.reduce((sum, n) => sum + n, 0);
export const countsOf = (vector: Vector): Counts => new Map(vector.map((n, at) => [categories[at] ?? '?', n]));

/** What is wrong with one answer, seen by somebody who knows the truth of everything it shows. */
export function plainBreaches(publisher: Publisher, counts: Counts): string[] {
  const found: string[] = [];
  const people = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const { buckets, suppressed } = publisher.breakdown(counts);
  if (buckets.length === 0) return suppressed ? [] : ['an empty answer that calls itself whole'];
  if (people < leastAudience) found.push(`published of ${people} people`);
  const shown = buckets.filter(({ bucket }) => bucket !== 'Other');
  let shownPeople = 0;
  for (const { bucket, percent } of shown) {
    const truth = counts.get(bucket) ?? 0;
    shownPeople += truth;
    if (truth < k) found.push(`a group of ${truth} is shown`);
    if (!Number.isInteger(percent) || percent < 1) found.push(`a share of ${percent}`);
  }
  const rest = people - shownPeople;
  if (rest > 0 && rest < k) found.push(`the total less what is shown is ${rest}`);
  const folded = [...counts].filter(([bucket, n]) => n > 0 && !shown.some((share) => share.bucket === bucket));
  if (folded.length === 1) found.push('exactly one group is hidden');
  if (rest > 0 !== buckets.some(({ bucket }) => bucket === 'Other')) found.push('Other does not say that it hides');
  if (buckets.reduce((sum, { percent }) => sum + percent, 0) !== 100) found.push('shares do not add up to 100');
  return found;
}

/** An audience, and what is published of it by itself, or with an `Other` because a window beside it has one. */
export interface World {
  readonly vector: Vector;
  readonly alone: string;
  readonly withOthers: string;
  readonly folds: boolean;
}

export function worldOf(publisher: Publisher, vector: Vector): World {
  const size = publisher.size(total(vector));
  const answer = (alwaysOther: boolean) => {
    const { buckets } = publisher.breakdown(countsOf(vector), alwaysOther);
    return { text: JSON.stringify([size, buckets]), folds: buckets.some(({ bucket }) => bucket === 'Other') };
  };
  const [alone, withOthers] = [answer(false), answer(true)];
  return { vector, alone: alone.text, withOthers: withOthers.text, folds: alone.folds };
}

/** Every audience of up to `most` people in the four categories, by the answers that may be given of it. */
export function worldsByAnswer(publisher: Publisher, most: number): Map<string, World[]> {
  const worlds = new Map<string, World[]>();
  const add = (answer: string, world: World) => {
    const same = worlds.get(answer);
    if (same) same.push(world);
    else worlds.set(answer, [world]);
  };
  for (let a = 0; a <= most; a += 1)
    for (let b = 0; a + b <= most; b += 1)
      for (let c = 0; a + b + c <= most; c += 1)
        for (let d = 0; a + b + c + d <= most; d += 1) {
          const world = worldOf(publisher, [a, b, c, d]);
          add(world.alone, world);
          if (world.withOthers !== world.alone) add(world.withOthers, world);
        }
  return worlds;
}

const named = (answers: string, category: string) => answers.includes(`"bucket":"${category}"`);

/**
 * What one answer gives away: a group whose exact number follows, though it is small. Of groups that no answer names the
 * observer does not know that they exist: there are countries, industries and titles without end.
 */
export function inversions(answer: string, worlds: readonly World[]): string[] {
  return categories.flatMap((category, at) => {
    if (!named(answer, category)) return [];
    const possible = new Set(worlds.map(({ vector }) => vector[at] ?? 0));
    const [only = 0] = possible;
    return possible.size === 1 && only < 2 * k ? [`${category} is exactly ${only}`] : [];
  });
}

/**
 * What subtracting two answers gives away when the people of the one are among those of the other (a window in a longer one,
 * a post in its workspace, before and after): a difference that is certain, and is fewer than k people. Of each group that
 * both name, and of the whole, the observer knows the least and the most that fits each answer.
 */
export function differences(inner: string, outer: string, worlds: Map<string, World[]>): string[] {
  const groups = [...categories.filter((name) => named(inner, name) && named(outer, name)), 'all'];
  return groups.flatMap((name) => {
    const at = categories.findIndex((category) => category === name);
    const bounds = (answer: string) => {
      const possible = (worlds.get(answer) ?? []).map(({ vector }) => (at === -1 ? total(vector) : (vector[at] ?? 0)));
      return { least: Math.min(...possible), most: Math.max(...possible) };
    };
    const [small, large] = [bounds(inner), bounds(outer)];
    const [least, most] = [large.least - small.most, large.most - small.least];
    return least >= 1 && most < k ? [`${name} differs by ${least} to ${most} people`] : [];
  });
}
