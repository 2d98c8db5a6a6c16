/**
 * What may be published of an audience: aggregates that identify nobody. Everything that leaves through the audience
 * endpoints passes through here; each rule is one function, so that a test can take one away and see the attack succeed.
 *
 * The observer they are for knows this code, every answer of a day, and everybody in the audience but a minimum group of people.
 * Who knows everybody but one is beyond them: docs/privacy.md says what each learns, test/audience/adversaries.test.ts holds it.
 */

/** The rules in force; published in every answer. Settings can raise both, never lower them. */
export interface PrivacyRules {
  /** Fewest people in a published group; also the step that all published counts are rounded down to. */
  readonly minimumGroup: number;
  /** Fewest people of whom anything is published. */
  readonly minimumAudience: number;
}

/**
 * The weakest rules there are. Five: the network's own reporting hides groups under 3 and adds noise of up to 3, health
 * statistics hide cells under 11 (CMS cell size suppression policy); without noise five is the least that agencies use
 * (Hundepool et al., "Handbook on Statistical Disclosure Control", threshold rule). Twenty: percentages of fewer than 22.5
 * people are withheld in the HESA rounding strategy; 20 is four groups of five.
 */
export const weakestRules: PrivacyRules = { minimumGroup: 5, minimumAudience: 20 };

/** The rules with settings applied: a value below the weakest does not count. */
export function rulesWith(raised: Partial<PrivacyRules>): PrivacyRules {
  return {
    minimumGroup: Math.max(weakestRules.minimumGroup, raised.minimumGroup ?? 0),
    minimumAudience: Math.max(weakestRules.minimumAudience, raised.minimumAudience ?? 0),
  };
}

/** How many different people are in each bucket of one breakdown; a person is in exactly one. */
export type Counts = ReadonlyMap<string, number>;

export interface Cell {
  readonly bucket: string;
  readonly people: number;
}

/** Cells that are shown by name, and those that are not. */
export interface Split {
  readonly shown: readonly Cell[];
  readonly hidden: readonly Cell[];
}

export interface Share {
  readonly bucket: string;
  /** Whole percent of the audience; all shares of a breakdown add up to 100. */
  readonly percent: number;
}

export interface PublishedBreakdown {
  readonly buckets: readonly Share[];
  /** Whether groups were folded into `Other`, or the whole breakdown was withheld. */
  readonly suppressed: boolean;
}

/** Where groups that are not shown are counted. */
export const otherBucket = 'Other';

const people = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + cell.people, 0);

/** Largest first. By what is published of a cell alone: the order of two cells that look the same must say nothing. */
const byPublished = (rules: PrivacyRules) => (a: Cell, b: Cell) =>
  roundedDown(b.people, rules) - roundedDown(a.people, rules) || (a.bucket < b.bucket ? -1 : 1);

/**
 * Rule 1, minimum audience: nothing is said of fewer people than this.
 * Source: HESA rounding strategy (percentages based on few people are suppressed).
 */
export function isLargeEnough(total: number, rules: PrivacyRules): boolean {
  return total >= rules.minimumAudience;
}

/**
 * Rule 2, minimum group: a bucket of fewer people is not shown.
 * Source: threshold rule, Handbook on Statistical Disclosure Control, section 4.2; k-anonymity (Sweeney 2002).
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
 * Rule 3, complementary suppression: what is hidden must not follow from what is shown. One hidden cell is the total less
 * the others, and a few hidden people are as few when they are called `Other`: further cells join them, the smallest first.
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
 * Rule 4, rounding: every count is rounded down to a multiple of the minimum group before anything is derived from it, so
 * an answer fits at least that many true counts. Two answers that overlap (a window in a longer one, a post in its
 * workspace, before and after) then never prove a difference of fewer people: with r the rounded counts and k the step,
 * the true difference is only known to lie within k - 1 of r2 - r1, itself a multiple of k.
 * Source: rounding to base 5, HESA and UK Office for National Statistics; differencing, Denning and Schlörer 1980.
 */
export function roundedDown(count: number, rules: PrivacyRules): number {
  return Math.floor(count / rules.minimumGroup) * rules.minimumGroup;
}

/**
 * Rule 5, whole percents that add up to 100, of rounded counts: largest remainders first, ties by what is already public.
 * Source: Hamilton's method; whole percents as the network's own reporting.
 */
export function sharesOf(cells: readonly Cell[]): Share[] {
  const total = people(cells);
  if (total === 0) return [];
  const parts = cells.map((cell) => {
    const exact = (cell.people * 100) / total;
    return { bucket: cell.bucket, whole: Math.floor(exact), remainder: exact % 1 };
  });
  const missing = 100 - parts.reduce((sum, { whole }) => sum + whole, 0);
  // A sort keeps equal ones in the order they had, which is public.
  const raised = new Set([...parts].sort((a, b) => b.remainder - a.remainder).slice(0, missing));
  return parts.map((part) => ({ bucket: part.bucket, percent: part.whole + (raised.has(part) ? 1 : 0) }));
}

/**
 * One breakdown as it may be published. Buckets that would read 0 percent are folded too.
 * @param counts everybody in the audience, each in one bucket.
 * @param alwaysOther folds the smallest group even where none must be: see `publishTogether`.
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
      [...split.shown, ...other].map((cell) => ({ ...cell, people: roundedDown(cell.people, rules) })),
    );
    if (shares.every(({ percent }) => percent > 0)) return { buckets: shares, suppressed: other.length > 0 };
    split = hideSmallest(split, rules);
  }
}

const hideSmallest = ({ shown, hidden }: Split, rules: PrivacyRules): Split =>
  hideComplement({ shown: shown.slice(0, -1), hidden: [...hidden, ...shown.slice(-1)] }, rules);

/**
 * The same breakdown of several audiences that contain each other (windows), published together: when one of them hides
 * groups, all have an `Other`. An answer without one says that nobody is in a small group, and a longer window with one
 * would say that somebody else is.
 */
export function publishTogether(audiences: readonly Counts[], rules: PrivacyRules): PublishedBreakdown[] {
  const alone = audiences.map((counts) => publishBreakdown(counts, rules));
  if (!alone.some(({ buckets, suppressed }) => suppressed && buckets.length > 0)) return alone;
  return audiences.map((counts) => publishBreakdown(counts, rules, true));
}

/** What is published together, exact: the windows of one breakdown, or the one table of a post. */
export interface Dated {
  readonly tables: readonly Counts[];
  /** Epoch ms. */
  readonly computedAt: number;
}

/**
 * Rule 6, once a day: what was published today stays, whatever happens, until at least a whole group of people joined, left or
 * is described differently; so somebody who watches it around the moment when one person engages sees no change.
 * Source: differencing in time, Handbook on Statistical Disclosure Control, section 3.3; daily snapshots as the network's own
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

/** Everybody in the buckets. */
export const peopleIn = (counts: Counts): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** How many people at least came into a bucket, or left one. */
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
