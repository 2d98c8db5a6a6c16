/**
 * Decides what may be published of an audience: aggregates that identify nobody. Everything the audience endpoints return
 * passes through here. Each rule is one function, so that a test can take one away and see the attack succeed.
 *
 * The rules assume an observer who knows this code, every answer of a day, and everybody in the audience except a minimum group
 * of people. They do not protect against an observer who knows everybody but one. docs/privacy.md says what each observer
 * learns, and test/audience/adversaries.test.ts checks it.
 */

/** The rules in force, published in every answer. Settings can raise both values, never lower them. */
export interface PrivacyRules {
  /** The fewest people in a published group. All published counts are rounded down to a multiple of it, shares are coarser. */
  readonly minimumGroup: number;
  /** The fewest people about whom anything is published. */
  readonly minimumAudience: number;
}

/**
 * The weakest allowed rules. Five: the network's own reporting hides groups under 3 and adds noise of up to 3, and health
 * statistics hide cells under 11 (CMS cell size suppression policy). Without noise, five is the least that agencies use
 * (Hundepool et al., "Handbook on Statistical Disclosure Control", threshold rule). Twenty: the HESA rounding strategy
 * withholds percentages of fewer than 22.5 people. 20 is four groups of five.
 */
export const weakestRules: PrivacyRules = { minimumGroup: 5, minimumAudience: 20 };

/** The rules with settings applied. A value below the weakest is ignored. */
export function rulesWith(raised: Partial<PrivacyRules>): PrivacyRules {
  return {
    minimumGroup: Math.max(weakestRules.minimumGroup, raised.minimumGroup ?? 0),
    minimumAudience: Math.max(weakestRules.minimumAudience, raised.minimumAudience ?? 0),
  };
}

/** How many different people are in each bucket of one breakdown. Each person is in exactly one. */
export type Counts = ReadonlyMap<string, number>;

export interface Cell {
  readonly bucket: string;
  readonly people: number;
}

/** Cells shown by name, and hidden cells. */
export interface Split {
  readonly shown: readonly Cell[];
  readonly hidden: readonly Cell[];
}

export interface Share {
  readonly bucket: string;
  /** Whole percent of the audience. All shares of a breakdown add up to 100. */
  readonly percent: number;
}

export interface PublishedBreakdown {
  readonly buckets: readonly Share[];
  /** Whether groups were folded into `Other`, or the whole breakdown was withheld. */
  readonly suppressed: boolean;
}

/** The bucket in which hidden groups are counted. */
export const otherBucket = 'Other';

const people = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + cell.people, 0);

/** Largest first, sorted only by published counts: the order of two cells with the same published count must reveal nothing. */
const byPublished = (rules: PrivacyRules) => (a: Cell, b: Cell) =>
  roundedForShares(b.people, rules) - roundedForShares(a.people, rules) || (a.bucket < b.bucket ? -1 : 1);

/**
 * Rule 1, minimum audience: nothing is published about fewer people than this. Source: HESA rounding strategy (percentages
 * based on few people are suppressed).
 */
export function isLargeEnough(total: number, rules: PrivacyRules): boolean {
  return total >= rules.minimumAudience;
}

/**
 * Rule 2, minimum group: a bucket of fewer people is hidden. Source: threshold rule, Handbook on Statistical Disclosure
 * Control, section 4.2; k-anonymity (Sweeney 2002).
 */
export function hideSmallGroups(counts: Counts, rules: PrivacyRules): Split {
  const cells = [...counts].map(([bucket, n]) => ({ bucket, people: n })).filter((cell) => cell.people > 0);
  cells.sort(byPublished(rules));
  return {
    shown: cells.filter((cell) => cell.people >= rules.minimumGroup),
    hidden: cells.filter((cell) => cell.people < rules.minimumGroup),
  };
}

/**
 * Rule 3, complementary suppression: hidden cells must not follow from shown ones. One hidden cell is the total minus the
 * others, and a few hidden people are still few when they are called `Other`. So further cells join them, smallest first.
 * Source: secondary suppression, Handbook on Statistical Disclosure Control, section 4.3; Cox 1980.
 */
export function hideComplement({ shown, hidden }: Split, rules: PrivacyRules): Split {
  const still = [...shown];
  const folded = [...hidden];
  while (folded.length > 0 && still.length > 0 && (folded.length === 1 || people(folded) < rules.minimumGroup)) {
    folded.push(...still.splice(-1));
  }
  return { shown: still, hidden: folded };
}

/**
 * Rule 4, rounding: every count is rounded down to a multiple of the minimum group before anything is derived from it, so at
 * least that many true counts give the same answer. Two overlapping answers (a window in a longer one, a post in its workspace,
 * before and after) then never prove a difference of fewer people: with r the rounded counts and k the step, the true
 * difference is only known to lie within k - 1 of r2 - r1, itself a multiple of k. Source: rounding to base 5, HESA and UK
 * Office for National Statistics; differencing, Denning and Schlörer 1980.
 */
export function roundedDown(count: number, rules: PrivacyRules): number {
  return Math.floor(count / rules.minimumGroup) * rules.minimumGroup;
}

/**
 * Rule 4 for shares: the count of a group is rounded to the nearest multiple of two minimum groups (5 to 14 people count as 10, 15
 * to 24 as 20). One person then moves a share half as often as with `roundedDown`: who knows everybody but one learns that one's
 * group in 11 of 100 audiences instead of 22. The decision on privacy has the figures. Fewer than a minimum group: 0.
 */
export function roundedForShares(count: number, { minimumGroup }: PrivacyRules): number {
  const step = 2 * minimumGroup;
  return count < minimumGroup ? 0 : Math.floor((count + minimumGroup) / step) * step;
}

/**
 * Rule 5, whole percents that add up to 100, computed from rounded counts: the largest remainders are rounded up first, ties
 * are broken by published order. Source: Hamilton's method; whole percents as in the network's own reporting.
 */
export function sharesOf(cells: readonly Cell[]): Share[] {
  const total = people(cells);
  if (total === 0) return [];
  const parts = cells.map((cell) => {
    const exact = (cell.people * 100) / total;
    return { bucket: cell.bucket, whole: Math.floor(exact), remainder: exact % 1 };
  });
  const missing = 100 - parts.reduce((sum, { whole }) => sum + whole, 0);
  // The sort keeps the order of equal ones, which is public.
  const raised = new Set([...parts].sort((a, b) => b.remainder - a.remainder).slice(0, missing));
  return parts.map((part) => ({ bucket: part.bucket, percent: part.whole + (raised.has(part) ? 1 : 0) }));
}

/**
 * One breakdown in its published form. Buckets that would read 0 percent are folded too.
 * @param counts everybody in the audience, each in one bucket.
 * @param alwaysOther folds the smallest group even if no group must be folded: see `publishTogether`.
 */
export function publishBreakdown(counts: Counts, rules: PrivacyRules, alwaysOther = false): PublishedBreakdown {
  const withheld = { buckets: [], suppressed: true };
  if (
    !isLargeEnough(
      [...counts.values()].reduce((sum, n) => sum + n, 0),
      rules,
    )
  )
    return withheld;
  let split = hideComplement(hideSmallGroups(counts, rules), rules);
  if (alwaysOther && split.hidden.length === 0 && split.shown.length > 1) split = hideSmallest(split, rules);
  for (;;) {
    if (split.shown.length === 0) return withheld;
    const other = split.hidden.length > 0 ? [{ bucket: otherBucket, people: people(split.hidden) }] : [];
    const shares = sharesOf(
      [...split.shown, ...other].map((cell) => ({ ...cell, people: roundedForShares(cell.people, rules) })),
    );
    if (shares.every(({ percent }) => percent > 0)) return { buckets: shares, suppressed: other.length > 0 };
    split = hideSmallest(split, rules);
  }
}

const hideSmallest = ({ shown, hidden }: Split, rules: PrivacyRules): Split =>
  hideComplement({ shown: shown.slice(0, -1), hidden: [...hidden, ...shown.slice(-1)] }, rules);

/**
 * The same breakdown of several audiences that contain each other (windows), published together: if one of them hides groups,
 * all have an `Other`. An answer without one tells that nobody is in a small group. A longer window with one would then tell
 * that another person is.
 */
export function publishTogether(audiences: readonly Counts[], rules: PrivacyRules): PublishedBreakdown[] {
  const alone = audiences.map((counts) => publishBreakdown(counts, rules));
  if (!alone.some(({ buckets, suppressed }) => suppressed && buckets.length > 0)) return alone;
  return audiences.map((counts) => publishBreakdown(counts, rules, true));
}

/** Exact counts that are published together: the windows of one breakdown, or the one table of a post. */
export interface Dated {
  readonly tables: readonly Counts[];
  /** Epoch ms. */
  readonly computedAt: number;
}

/**
 * Rule 6, once a day: what was published today stays until at least a whole group of people joined, left or is described
 * differently. So an observer who compares answers before and after one person's engagement sees no change. Source:
 * differencing in time, Handbook on Statistical Disclosure Control, section 3.3; daily snapshots as in the network's own
 * reporting.
 */
export function mayReplace(published: Dated | undefined, next: Dated, rules: PrivacyRules): boolean {
  if (!published || dayOf(published.computedAt) !== dayOf(next.computedAt)) return true;
  return published.tables.every((before, at) => {
    if (!isLargeEnough(peopleIn(before), rules)) return true;
    const moved = movedBetween(before, next.tables[at] ?? new Map());
    return moved === 0 || moved >= rules.minimumGroup;
  });
}

/** The number of people in all buckets. */
export const peopleIn = (counts: Counts): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** The least number of people who joined a bucket, or left one. */
function movedBetween(before: Counts, after: Counts): number {
  let [came, left] = [0, 0];
  for (const bucket of new Set([...before.keys(), ...after.keys()])) {
    const difference = (after.get(bucket) ?? 0) - (before.get(bucket) ?? 0);
    if (difference > 0) came += difference;
    else left -= difference;
  }
  return Math.max(came, left);
}

/** The UTC day of a time, as a whole number. */
export const dayOf = (time: number): number => Math.floor(time / 86_400_000);
