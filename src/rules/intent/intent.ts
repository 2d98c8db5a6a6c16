/**
 * Intent: how much somebody's engagement says that they are interested now, 0 to 100.
 *
 *     score = 100 · (1 − e^(−S/k)),   S = Σ weight · watchlistFactor · timingFactor · 2^(−age / half-life) · discount
 *
 * Under one post the best of each kind counts (`intentKinds`), and of a kind each further post counts less where the kind has a
 * discount: applause does not add up to a request. Words pasted under several posts count under one. All engagements fade at the same rate, so S as a whole does: `intentAfter`
 * brings an old sum to a new time exactly, without reading the engagements again.
 */
import {
  askingClasses,
  isAsking,
  saidOf,
  type AskingClass,
  type CommentClass,
  type EngagementType,
  type ProfileType,
  type StoredClass,
  type Timing,
  type StatedInterest,
} from '../../shared/values';

export type { EngagementType, ProfileType };

export interface IntentEngagement {
  readonly id: string;
  readonly postId: string;
  readonly type: EngagementType;
  /** Epoch milliseconds; when only the observation is known, that. */
  readonly occurredAt: number;
  /** Epoch milliseconds before which it cannot have been: when the post was made. Null where that is not known. */
  readonly earliestAt: number | null;
  /** The source said when it was, in words or in the comment's id; else `occurredAt` is when it was seen first. */
  readonly dated: boolean;
  /** What a comment is; null for a comment without words, and for what is no comment. */
  readonly commentClass: StoredClass | null;
  /** A repost with words of its own. */
  readonly hasText: boolean;
  /** What tells its words from others; the same words pasted under two posts count once. Null where that is not known. */
  readonly words: string | null;
  /** Whose post it is: the watched profile's type, null when nobody watches its author. */
  readonly profileType: ProfileType | null;
}

export type { Timing };

export interface IntentPoint {
  readonly engagementId: string;
  readonly type: EngagementType;
  /** What this engagement adds to S: after watchlist factor, decay and discount, with the bonus; two decimals. */
  readonly points: number;
  readonly occurredAt: number;
  readonly timing: Timing;
  /** What the comment is; absent for what is no comment. */
  readonly said?: CommentClass;
}

export interface IntentScore {
  /** 0 to 100. */
  readonly score: number;
  /** S at the time of scoring, unrounded. Keep it beside the time to decay the score later. */
  readonly sum: number;
  /** What they said of late: how much a caller has to go by. */
  readonly statedInterest: StatedInterest;
  /** What makes the stated interest `asking` or `considering`, the freshest where there are several; null with any other. */
  readonly asked: AskingClass | null;
  /** One point per engagement, newest first. They add up to S, rounding aside. */
  readonly points: readonly IntentPoint[];
}

/** Kinds of engagement. Under one post the best of each kind counts; likes and praise of one post are one applause. */
export type IntentKind = 'comment' | 'repost' | 'applause';

/** Every constant of the intent score. */
export const intentRules = {
  /** What an engagement is worth when it is fresh. A like is one click; a repost shows a face, and with words an opinion. */
  weights: { like: 1, repost: 2, repostWithText: 4 },
  /** What a comment is worth, by what it says. Praise, a joke and the name of a friend count as a like does. */
  commentWeights: {
    request: 5,
    price: 5,
    leaving: 5,
    question: 4,
    objection: 3,
    refusal: 0,
    plain: 3,
    congratulation: 1,
    joke: 1,
    tag: 1,
    self_promotion: 0,
    job_hunting: 0,
  },
  /**
   * What each further post's share of a kind counts of the one before, the worthiest first. With 2/3 all applause together stays
   * below 3, the worth of one comment: somebody who likes everything has still not asked for anything.
   */
  discounts: { comment: 1, repost: 2 / 3, applause: 2 / 3 } satisfies Record<IntentKind, number>,
  /**
   * How much counts by how sure the time is. A time that is not sure counts from the earliest it can be: the post's.
   */
  timingFactors: { exact: 1, bounded: 1, observed: 0.5 },
  /** A time between two bounds this close is as good as known. */
  sureWithinDays: 14,
  /** So long a caller can refer to what somebody wrote. */
  statedInterestDays: 21,
  /** So long a request, an asked price or a vendor left is worth a call; alone, and at its best, a request is so for `statedInterestDays`. */
  askingDays: 45,
  /** Where a person who asks a price or leaves a vendor means us, or somebody like us. */
  askingPosts: ['TEAMMATE', 'COMPETITOR'],
  /** Words of their own under so many posts are an interest, also where they ask nothing. */
  statedInterestPosts: 2,
  /** How long a refusal stands. */
  refusalDays: 90,
  /**
   * Whose post it was. Engaging with a competitor's post is comparing; with a teammate's, knowing us; an influencer's or an
   * investor's audience is wide and says less.
   */
  watchlistFactors: { COMPETITOR: 1.3, TEAMMATE: 1.2, CUSTOM: 1, none: 1, INFLUENCER: 0.8, INVESTOR: 0.6 },
  /** Half of an engagement's worth is gone after two weeks. */
  halfLifeDays: 14,
  /** Each further post commented or reposted adds this, as fresh as its newest: coming back to say something is the signal. */
  distinctPostBonus: 0.5,
  /**
   * The scale. With 8, one fresh like is 12, a comment 31, a question 39, buying words 46, questions under two posts 65: a fresh
   * comment just reaches QUALIFIED (30), and 60 takes somebody who came back.
   */
  scale: 8,
} as const;

const dayMs = 86_400_000;
/** Half-life in milliseconds. */
export const halfLifeMs = intentRules.halfLifeDays * dayMs;

export interface IntentOptions {
  /** Days after which an engagement is worth half; default 14. */
  readonly halfLifeDays?: number;
}

interface Rated {
  readonly engagement: IntentEngagement;
  readonly timing: Timing;
  /** From when its age counts, epoch ms. */
  readonly at: number;
  /** Factor times decay: what one unit of weight is worth now. */
  readonly rate: number;
  /** Weight times rate. */
  readonly worth: number;
}

/**
 * Scores the engagements of one person. Their order does not matter.
 * @param engagements those that count: without the person's own posts (see `eligibility.ts`).
 * Copies of a comment under other posts aside, one more never lowers the score.
 * @param now epoch milliseconds; an engagement of the future counts as fresh.
 */
export function scoreIntent(
  engagements: readonly IntentEngagement[],
  now: number,
  options: IntentOptions = {},
): IntentScore {
  const halfLife = (options.halfLifeDays ?? intentRules.halfLifeDays) * dayMs;
  const all = engagements.map((engagement): Rated => {
    const { timing, at } = timeOf(engagement);
    const rate =
      intentRules.watchlistFactors[engagement.profileType ?? 'none'] *
      intentRules.timingFactors[timing] *
      2 ** (-Math.max(0, now - at) / halfLife);
    return { engagement, timing, at, rate, worth: weightOf(engagement) * rate };
  });
  const copies = copiesIn(all);
  // Most people only like: what nobody did is not looked through.
  const best: Partial<Record<IntentKind, Map<string, Rated>>> = {};
  /** The freshest engagement that says something under each post. */
  let spoken: Map<string, Rated> | undefined;
  const heard = new Statements(now);
  for (const rated of all) {
    if (copies?.has(rated) === true) continue;
    const { engagement } = rated;
    heard.hear(rated);
    const kind = kindOf(engagement);
    keepFirst((best[kind] ??= new Map<string, Rated>()), engagement.postId, rated, worthier);
    if (kind !== 'applause' && rated.worth > 0) {
      keepFirst((spoken ??= new Map<string, Rated>()), engagement.postId, rated, fresher);
    }
  }

  const worths = new Map<string, number>();
  for (const kind of ['comment', 'repost', 'applause'] as const) {
    const discount = intentRules.discounts[kind];
    let share = 1;
    for (const { engagement, worth } of [...(best[kind]?.values() ?? [])].sort(worthier)) {
      worths.set(engagement.id, worth * share);
      share *= discount;
    }
  }
  for (const { engagement, rate } of [...(spoken?.values() ?? [])].sort(fresher).slice(1)) {
    worths.set(engagement.id, (worths.get(engagement.id) ?? 0) + intentRules.distinctPostBonus * rate);
  }
  const points = all.map(({ engagement, timing }) => pointOf(engagement, timing, worths.get(engagement.id) ?? 0));
  points.sort((a, b) => b.occurredAt - a.occurredAt || (a.engagementId < b.engagementId ? -1 : 1));
  // Summed in order of size, so that the same set gives the same sum to the last bit.
  const sum = [...worths.values()].sort((a, b) => a - b).reduce((total, worth) => total + worth, 0);
  return { score: intentOfSum(sum), sum, ...heard.verdict(), points };
}

function keepFirst(best: Map<string, Rated>, key: string, rated: Rated, order: (a: Rated, b: Rated) => number): void {
  const other = best.get(key);
  if (other === undefined || order(rated, other) < 0) best.set(key, rated);
}

/** Engagements whose words somebody had written before, or wrote again elsewhere: all but the worthiest. Mostly there are none. */
function copiesIn(all: readonly Rated[]): ReadonlySet<Rated> | undefined {
  const written = all.filter(({ engagement }) => engagement.words !== null && engagement.words !== '');
  if (written.length < 2) return undefined;
  const first = new Map<string, Rated>();
  for (const rated of written) keepFirst(first, rated.engagement.words ?? '', rated, worthier);
  if (first.size === written.length) return undefined;
  const worthiest = new Set(first.values());
  return new Set(written.filter((rated) => !worthiest.has(rated)));
}

/** A comment that asks, and from when its age counts. */
interface Heard {
  readonly said: AskingClass;
  readonly at: number;
}

/** The later of two; of the same time the one that is first in `askingClasses`, so that their order does not matter. */
function freshest(known: Heard | undefined, other: Heard): Heard {
  if (known === undefined || other.at > known.at) return other;
  return other.at === known.at && askingClasses.indexOf(other.said) < askingClasses.indexOf(known.said) ? other : known;
}

const meansUs: ReadonlySet<ProfileType | null> = new Set(intentRules.askingPosts);

/** What somebody said of late, read off one engagement after the other. */
class Statements {
  private refusedAt = -Infinity;
  private askedAt = -Infinity;
  /** When they first asked us, or somebody like us, for something. */
  private firstAsking = Infinity;
  /** The freshest that asks at all, and the freshest that asks us, or somebody like us. */
  private considered: Heard | undefined;
  private asked: Heard | undefined;
  private question = false;
  private spokeAt = -Infinity;
  private spokeUnder: Set<string> | undefined;

  constructor(private readonly now: number) {}

  hear({ engagement, timing, at }: Rated): void {
    const { type, commentClass, hasText, postId, profileType } = engagement;
    if (type === 'LIKE') return;
    const asks = isAsking(commentClass) ? { said: commentClass, at } : undefined;
    // "No, thank you" under a competitor's post turns the competitor down.
    if (commentClass === 'refusal' && profileType !== 'COMPETITOR') this.refusedAt = Math.max(this.refusedAt, at);
    if (asks !== undefined || commentClass === 'question') this.askedAt = Math.max(this.askedAt, at);
    if (timing === 'observed' || !this.isWithin(intentRules.askingDays, at)) return;
    if (asks !== undefined) this.considered = freshest(this.considered, asks);
    if (asks !== undefined && (commentClass === 'request' || meansUs.has(profileType))) {
      this.asked = freshest(this.asked, asks);
      this.firstAsking = Math.min(this.firstAsking, at);
    }
    const spoke = type === 'COMMENT' ? intentRules.commentWeights[commentClass ?? 'plain'] >= 3 : hasText;
    if (spoke) this.spokeAt = Math.max(this.spokeAt, at);
    if (!this.isWithin(intentRules.statedInterestDays, at)) return;
    if (commentClass === 'question') this.question = true;
    if (spoke) (this.spokeUnder ??= new Set<string>()).add(postId);
  }

  verdict(): { readonly statedInterest: StatedInterest; readonly asked: AskingClass | null } {
    const { refusedAt, askedAt, asked, considered } = this;
    if (refusedAt > askedAt && this.isWithin(intentRules.refusalDays, refusedAt))
      return { statedInterest: 'refused', asked: null };
    // Likes keep no old request alive, words do.
    if (
      asked !== undefined &&
      (this.isWithin(intentRules.statedInterestDays, asked.at) || this.spokeAt > this.firstAsking)
    ) {
      return { statedInterest: 'asking', asked: asked.said };
    }
    if (considered !== undefined) return { statedInterest: 'considering', asked: considered.said };
    if (this.question) return { statedInterest: 'question', asked: null };
    return {
      statedInterest: (this.spokeUnder?.size ?? 0) >= intentRules.statedInterestPosts ? 'words' : 'quiet',
      asked: null,
    };
  }

  private isWithin(days: number, at: number): boolean {
    return this.now - at <= days * dayMs;
  }
}

const applauding: ReadonlySet<StoredClass> = new Set(['congratulation', 'tag', 'joke']);

/** Which kind an engagement is of. */
function kindOf({ type, commentClass }: IntentEngagement): IntentKind {
  if (type === 'REPOST') return 'repost';
  if (type === 'LIKE' || (commentClass !== null && applauding.has(commentClass))) return 'applause';
  return 'comment';
}

function pointOf({ id, type, occurredAt, commentClass }: IntentEngagement, timing: Timing, worth: number): IntentPoint {
  const points = Math.round(worth * 100) / 100;
  const point = { engagementId: id, type, points, occurredAt, timing };
  const said = saidOf(commentClass);
  return said === null ? point : { ...point, said };
}

/**
 * How sure an engagement's time is, and from when its age counts: a time that is not known, from the earliest it can be.
 * `exact`: the source says it. `bounded`: between the post and when it was seen lie at most `intentRules.sureWithinDays`.
 * `observed`: more do, or the post's time is unknown. Such an engagement has no date. It counts in totals and in no trend, because
 * what is known is the day of a file (as SQL: `undatedCondition`).
 */
export function timeOf({
  occurredAt,
  earliestAt,
  dated,
}: Pick<IntentEngagement, 'occurredAt' | 'earliestAt' | 'dated'>): { timing: Timing; at: number } {
  if (dated) return { timing: 'exact', at: occurredAt };
  if (earliestAt === null) return { timing: 'observed', at: occurredAt };
  const at = Math.min(earliestAt, occurredAt);
  return { timing: occurredAt - at <= sureWithinMs ? 'bounded' : 'observed', at };
}

/** How far apart the two bounds of a time may be that counts as known, in milliseconds. */
export const sureWithinMs = intentRules.sureWithinDays * dayMs;

/** The score of a sum, 0 to 100. */
export function intentOfSum(sum: number): number {
  return Math.round(100 * (1 - Math.exp(-Math.max(0, sum) / intentRules.scale)));
}

/** What a sum has faded to after `elapsedMs`. Exact as long as no engagement was dated after the scoring. */
export function intentAfter(
  sum: number,
  elapsedMs: number,
  options: IntentOptions = {},
): { score: number; sum: number } {
  const halfLife = (options.halfLifeDays ?? intentRules.halfLifeDays) * dayMs;
  const faded = sum * 2 ** (-Math.max(0, elapsedMs) / halfLife);
  return { score: intentOfSum(faded), sum: faded };
}

function weightOf({ type, commentClass, hasText }: IntentEngagement): number {
  const { weights, commentWeights } = intentRules;
  switch (type) {
    case 'LIKE':
      return weights.like;
    case 'COMMENT':
      return commentWeights[commentClass ?? 'plain'];
    case 'REPOST':
      return hasText ? weights.repostWithText : weights.repost;
  }
}

/** What is worth more first. */
function worthier(a: Rated, b: Rated): number {
  return b.worth - a.worth || fresher(a, b);
}

/** What one unit of weight is worth more of first. */
function fresher(a: Rated, b: Rated): number {
  return b.rate - a.rate || (a.engagement.id < b.engagement.id ? -1 : 1);
}
