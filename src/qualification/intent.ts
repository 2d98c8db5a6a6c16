/**
 * Intent: how much somebody's engagement says that they are interested now, 0 to 100.
 *
 *     score = 100 · (1 − e^(−S/k)),   S = Σ weight · watchlistFactor · timingFactor · 2^(−age / half-life)
 *
 * All engagements fade at the same rate, so S as a whole does: `intentAfter` brings an old sum to a new time exactly,
 * without reading the engagements again.
 */
import type { CommentClass, EngagementType, ProfileType, Timing } from '../domain/values';

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
  readonly commentClass: CommentClass | null;
  /** A repost with words of its own. */
  readonly hasText: boolean;
  /** Whose post it is: the watched profile's type, null when nobody watches its author. */
  readonly profileType: ProfileType | null;
}

export type { Timing };

export interface IntentPoint {
  readonly engagementId: string;
  readonly type: EngagementType;
  /** What this engagement adds to S: after cap, watchlist factor and decay, with the bonus; two decimals. */
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
  /** A comment that says something, or a repost, at a sure time within `intentRules.voiceDays`. */
  readonly voice: boolean;
  /** Said within `intentRules.refusalDays` that they are not interested, and asked nothing since. */
  readonly refused: boolean;
  /** One point per engagement, newest first. They add up to S, rounding aside. */
  readonly points: readonly IntentPoint[];
}

/** Every constant of the intent score. */
export const intentRules = {
  /** What an engagement is worth when it is fresh. A like is one click; a repost shows a face. */
  weights: { like: 1, repost: 3, repostWithText: 4 },
  /** What a comment is worth, by what it says. Praise and the name of a friend are a like with a keyboard. */
  commentWeights: {
    buying: 5,
    question: 4,
    objection: 3,
    plain: 3,
    congratulation: 1,
    tag: 1,
    refusal: 0,
    self_promotion: 0,
    job_hunting: 0,
  },
  /**
   * How much counts by how sure the time is. A time that is not sure counts from the earliest it can be: the post's.
   */
  timingFactors: { exact: 1, bounded: 1, observed: 0.5 },
  /** A time between two bounds this close is as good as known. */
  sureWithinDays: 14,
  /** A comment or repost this young makes a lead worth a call at once. */
  voiceDays: 30,
  /** How long a refusal stands. */
  refusalDays: 90,
  /**
   * Whose post it was. Engaging with a competitor's post is comparing; with a teammate's, knowing us; an influencer's or an
   * investor's audience is wide and says less.
   */
  watchlistFactors: { COMPETITOR: 1.3, TEAMMATE: 1.2, CUSTOM: 1, none: 1, INFLUENCER: 0.8, INVESTOR: 0.6 },
  /** Half of an engagement's worth is gone after two weeks. */
  halfLifeDays: 14,
  /** At most this much weight counts per post (before factor and decay), so a quarrel under one post is no campaign. */
  capPerPost: 5,
  /** A second like of the same post is the same like (exports list one reaction under several names). */
  likesPerPost: 1,
  /** Each further distinct post adds this, as fresh as its newest engagement: coming back is the signal. */
  distinctPostBonus: 0.5,
  /**
   * The scale. With 8, one fresh like is 12, a comment 31, a question 39, buying words 46, questions under two posts 65: a fresh
   * comment just reaches QUALIFIED (30), and PRIORITY (60) takes somebody who came back.
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
  readonly weight: number;
  /** Factor times decay: what one unit of weight is worth now. */
  readonly rate: number;
}

/**
 * Scores the engagements of one person. Their order does not matter, and one more never lowers the score.
 * @param engagements those that count: without the person's own posts (see `eligibility.ts`).
 * @param now epoch milliseconds; an engagement of the future counts as fresh.
 */
export function scoreIntent(
  engagements: readonly IntentEngagement[],
  now: number,
  options: IntentOptions = {},
): IntentScore {
  const halfLife = (options.halfLifeDays ?? intentRules.halfLifeDays) * dayMs;
  const posts = new Map<string, Rated[]>();
  const points: IntentPoint[] = [];
  let voice = false;
  let refusedAt = -Infinity;
  let askedAt = -Infinity;
  for (const engagement of engagements) {
    const { timing, at } = timeOf(engagement);
    const age = Math.max(0, now - at);
    const rate =
      intentRules.watchlistFactors[engagement.profileType ?? 'none'] *
      intentRules.timingFactors[timing] *
      2 ** (-age / halfLife);
    const weight = weightOf(engagement);
    const young = age <= intentRules.voiceDays * dayMs && timing !== 'observed';
    if (young && isVoice(engagement)) voice = true;
    if (engagement.commentClass === 'refusal') refusedAt = Math.max(refusedAt, at);
    if (engagement.commentClass === 'buying' || engagement.commentClass === 'question') askedAt = Math.max(askedAt, at);
    if (weight === 0) {
      points.push(pointOf(engagement, timing, 0));
      continue;
    }
    const rated = { engagement, timing, weight, rate };
    const list = posts.get(engagement.postId);
    if (list === undefined) posts.set(engagement.postId, [rated]);
    else list.push(rated);
  }

  const byWorth = [...posts.values()].map((list) => list.sort(worthier));
  byWorth.sort((a, b) => (a[0] && b[0] ? worthier(a[0], b[0]) : 0));

  const worths: number[] = [];
  for (const [nth, list] of byWorth.entries()) {
    let left: number = intentRules.capPerPost;
    let likes: number = intentRules.likesPerPost;
    for (const [place, { engagement, timing, weight, rate }] of list.entries()) {
      let counted = Math.min(weight, left);
      if (engagement.type === 'LIKE') {
        if (likes === 0) counted = 0;
        else likes -= 1;
      }
      left -= counted;
      const bonus = nth > 0 && place === 0 ? intentRules.distinctPostBonus : 0;
      const worth = (counted + bonus) * rate;
      worths.push(worth);
      points.push(pointOf(engagement, timing, worth));
    }
  }
  // Summed in order of size, so that the same set gives the same sum to the last bit.
  const sum = worths.sort((a, b) => a - b).reduce((total, worth) => total + worth, 0);
  points.sort((a, b) => b.occurredAt - a.occurredAt || (a.engagementId < b.engagementId ? -1 : 1));
  const refused = refusedAt > askedAt && now - refusedAt <= intentRules.refusalDays * dayMs;
  return { score: intentOfSum(sum), sum, voice, refused, points };
}

function pointOf({ id, type, occurredAt, commentClass }: IntentEngagement, timing: Timing, worth: number): IntentPoint {
  const points = Math.round(worth * 100) / 100;
  const point = { engagementId: id, type, points, occurredAt, timing };
  return commentClass === null ? point : { ...point, said: commentClass };
}

/**
 * How sure an engagement's time is, and from when its age counts: a time that is not known, from the earliest it can be.
 * `exact`: the source says it. `bounded`: between the post and when it was seen lie at most `intentRules.sureWithinDays`.
 * `observed`: more do, or the post's time is unknown.
 */
export function timeOf({
  occurredAt,
  earliestAt,
  dated,
}: Pick<IntentEngagement, 'occurredAt' | 'earliestAt' | 'dated'>): { timing: Timing; at: number } {
  if (dated) return { timing: 'exact', at: occurredAt };
  if (earliestAt === null) return { timing: 'observed', at: occurredAt };
  const at = Math.min(earliestAt, occurredAt);
  return { timing: occurredAt - at <= intentRules.sureWithinDays * dayMs ? 'bounded' : 'observed', at };
}

/** A repost, or a comment that says something: no praise, no name of a friend, nothing that is worth nothing. */
function isVoice({ type, commentClass }: IntentEngagement): boolean {
  if (type === 'LIKE') return false;
  return type === 'REPOST' || commentClass === null || intentRules.commentWeights[commentClass] >= 3;
}

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

/** Higher rate first; the post's capped weight goes to what is worth most now. */
function worthier(a: Rated, b: Rated): number {
  return b.rate - a.rate || b.weight - a.weight || (a.engagement.id < b.engagement.id ? -1 : 1);
}
