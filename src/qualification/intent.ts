/**
 * Intent: how much somebody's engagement says that they are interested now, 0 to 100.
 *
 *     score = 100 · (1 − e^(−S/k)),   S = Σ weight · watchlistFactor · 2^(−age / half-life)
 *
 * All engagements fade at the same rate, so S as a whole does: `intentAfter` brings an old sum to a new time exactly,
 * without reading the engagements again.
 */
import { fold } from '../text/fold';
import type { EngagementType, ProfileType } from '../domain/values';

export type { EngagementType, ProfileType };

export interface IntentEngagement {
  readonly id: string;
  readonly postId: string;
  readonly type: EngagementType;
  /** Epoch milliseconds; when only the observation is known, that. */
  readonly occurredAt: number;
  /** The comment asks a question or has buying words: `hasIntentHint` of its text. */
  readonly intentHint: boolean;
  /** A repost with words of its own. */
  readonly hasText: boolean;
  /** Whose post it is: the watched profile's type, null when nobody watches its author. */
  readonly profileType: ProfileType | null;
}

export interface IntentPoint {
  readonly engagementId: string;
  readonly type: EngagementType;
  /** What this engagement adds to S: after cap, watchlist factor and decay, with the bonus; two decimals. */
  readonly points: number;
  readonly occurredAt: number;
}

export interface IntentScore {
  /** 0 to 100. */
  readonly score: number;
  /** S at the time of scoring, unrounded. Keep it beside the time to decay the score later. */
  readonly sum: number;
  /** One point per engagement, newest first. They add up to S, rounding aside. */
  readonly points: readonly IntentPoint[];
}

/** Every constant of the intent score. */
export const intentRules = {
  /** What an engagement is worth when it is fresh. A like is one click; a comment or a repost shows a face. */
  weights: { like: 1, comment: 3, commentWithHint: 4, repost: 3, repostWithText: 4 },
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
   * The scale. With 8, one fresh like is 12, a comment 31, a question 39, questions under two posts 65: a fresh comment just
   * reaches QUALIFIED (30), and PRIORITY (60) takes somebody who came back.
   */
  scale: 8,
} as const;

const dayMs = 86_400_000;

export interface IntentOptions {
  /** Days after which an engagement is worth half; default 14. */
  readonly halfLifeDays?: number;
}

interface Rated {
  readonly engagement: IntentEngagement;
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
  for (const engagement of engagements) {
    const age = Math.max(0, now - engagement.occurredAt);
    const rate = intentRules.watchlistFactors[engagement.profileType ?? 'none'] * 2 ** (-age / halfLife);
    const rated = { engagement, weight: weightOf(engagement), rate };
    const list = posts.get(engagement.postId);
    if (list === undefined) posts.set(engagement.postId, [rated]);
    else list.push(rated);
  }

  const byWorth = [...posts.values()].map((list) => list.sort(worthier));
  byWorth.sort((a, b) => (a[0] && b[0] ? worthier(a[0], b[0]) : 0));

  const worths: number[] = [];
  const points: IntentPoint[] = [];
  for (const [nth, list] of byWorth.entries()) {
    let left: number = intentRules.capPerPost;
    let likes: number = intentRules.likesPerPost;
    for (const [place, { engagement, weight, rate }] of list.entries()) {
      let counted = Math.min(weight, left);
      if (engagement.type === 'LIKE') {
        if (likes === 0) counted = 0;
        else likes -= 1;
      }
      left -= counted;
      const bonus = nth > 0 && place === 0 ? intentRules.distinctPostBonus : 0;
      const worth = (counted + bonus) * rate;
      worths.push(worth);
      points.push({
        engagementId: engagement.id,
        type: engagement.type,
        points: Math.round(worth * 100) / 100,
        occurredAt: engagement.occurredAt,
      });
    }
  }
  // Summed in order of size, so that the same set gives the same sum to the last bit.
  const sum = worths.sort((a, b) => a - b).reduce((total, worth) => total + worth, 0);
  points.sort((a, b) => b.occurredAt - a.occurredAt || (a.engagementId < b.engagementId ? -1 : 1));
  return { score: intentOfSum(sum), sum, points };
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

function weightOf({ type, intentHint, hasText }: IntentEngagement): number {
  const { weights } = intentRules;
  switch (type) {
    case 'LIKE':
      return weights.like;
    case 'COMMENT':
      return intentHint ? weights.commentWithHint : weights.comment;
    case 'REPOST':
      return hasText ? weights.repostWithText : weights.repost;
  }
}

/** Higher rate first; the post's capped weight goes to what is worth most now. */
function worthier(a: Rated, b: Rated): number {
  return b.rate - a.rate || b.weight - a.weight || (a.engagement.id < b.engagement.id ? -1 : 1);
}

/** Words of somebody who considers buying, by language; matched as whole words on folded text. */
export const buyingWords: Readonly<Record<string, string>> = {
  en: 'price | prices | pricing | how much | cost of | costs per | quote | book a demo | request a demo | see a demo | get a demo | a demo | demo please | free trial | trial version | interested in | i am interested | im interested | very interested | looking for a | looking for something | need this | need something like this | where can i | how can i | how do i | how do we | does it work with | does it integrate | integrates with | alternative to | alternatives to | switch from | switching from | migrate from | send me | reach out to me | contact me | recommend a | any recommendations',
  de: 'preis | preise | preisliste | was kostet | kostet das | angebot | testversion | testen | vorführung | demo termin | eine demo | interessiert mich | ich bin interessiert | bin interessiert | interesse an | haben interesse | hätte interesse | wie viel | wieviel | alternative zu | wo kann ich | wie kann ich | melden sie sich | meldet euch | suchen gerade | empfehlung für',
  fr: 'prix | tarif | tarifs | devis | combien | une démo | version d essai | intéressé par | intéressée par | je suis intéressé | je suis intéressée | ça m intéresse | cela m intéresse | alternative à | contactez moi | je cherche | nous cherchons',
  es: 'precio | precios | presupuesto | cuánto cuesta | cuánto vale | una demo | prueba gratis | me interesa | nos interesa | estoy interesado | estoy interesada | alternativa a | cómo puedo | contáctame | busco una',
  it: 'prezzo | prezzi | preventivo | quanto costa | una demo | prova gratuita | mi interessa | sono interessato | sono interessata | alternativa a | contattami',
  nl: 'prijs | prijzen | offerte | hoeveel | wat kost | een demo | gratis proberen | geïnteresseerd | interesse in | alternatief voor',
  pt: 'preço | preços | orçamento | quanto custa | uma demo | teste grátis | tenho interesse | me interessa | alternativa ao',
};

/** Phrases that turn the words above around. */
const refusals =
  /\b(?:not|no|nicht|kein|keine|pas|aucun|niet|geen|non)\s+(?:\w+\s+)?(?:interest\w*|interess\w*|interes\w*)\b/g;
const buying = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${Object.values(buyingWords)
    .flatMap((list) => list.split(' | ').map(fold))
    .join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);
/** Question marks of the scripts in use. Those inside a link do not ask anything. */
const question = /[?？؟⁇⁉❓❔]/;
const links = /(?:https?:\/\/|www\.)\S+/gi;

/** Whether a comment asks something or has buying words. Of a very long comment the first 2,000 characters are read. */
export function hasIntentHint(commentText: string): boolean {
  const text = commentText.slice(0, 2_000).replace(links, ' ');
  if (question.test(text)) return true;
  return buying.test(
    fold(text)
      .replace(/['’-]/g, ' ')
      .replace(/\bi m\b/g, 'im')
      .replace(refusals, ' '),
  );
}
