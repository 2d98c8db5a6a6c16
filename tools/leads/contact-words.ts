/** Says why a person is worth a call now, in short sentences from the evidence of the scores. */
import { intentRules } from '../../src/rules/intent/intent';
import { countryName } from '../../packages/reader/src';
import { askedOf } from '../../src/rules/tier/tier-reason';
import type { LatestRecord } from '../../src/store/reads/engagement-reads';
import type { LeadRecord } from '../../src/store/reads/lead-reads';
import { isAsking, saidOf, type CommentClass } from '../../src/shared/values';
import { timingOf } from '../schemas/engagement';
import type { Criterion } from '../schemas/lead';
import { nameOrNull } from '../schemas/profile';

/**
 * The name of each criterion, and the known value, in our own words. Titles and companies are other people's words, so they are
 * left out.
 */
const asked: Readonly<Record<string, { name: string; of(lead: LeadRecord): string | null }>> = {
  role: { name: 'role', of: () => null },
  location: { name: 'country', of: (lead) => lead.country && countryName(lead.country) },
  industry: { name: 'industry', of: () => null },
  size: { name: 'company size', of: (lead) => lead.company_size && `${lead.company_size} employees` },
};

const nameOf = (criterion: string) => asked[criterion]?.name ?? criterion;
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What fits, followed by what does not. */
export function whyFit(lead: LeadRecord, criteria: readonly Criterion[]): string[] {
  const says = (wanted: Criterion['outcome'], suffix: string) =>
    criteria
      .filter(({ outcome }) => outcome === wanted)
      .map(
        ({ criterion, detail }) => `${upper(nameOf(criterion))} ${suffix}: ${asked[criterion]?.of(lead) ?? detail}.`,
      );
  return [...says('match', 'fits'), ...says('mismatch', 'does not fit')];
}

/**
 * What is not known about the person yet, as nouns.
 * @param withContact whether the caller may know that there is no address. @param shared country of their colleagues, shown as
 * a guess.
 */
export function unknownOf(
  lead: LeadRecord,
  criteria: readonly Criterion[],
  withContact: boolean,
  shared: string | undefined,
): string[] {
  const hint = (criterion: string) =>
    criterion === 'location' && shared !== undefined ? ` (a guess: ${countryName(shared)}, like their colleagues)` : '';
  const names = criteria
    .filter(({ outcome }) => outcome === 'unknown')
    .map(({ criterion }) => `${nameOf(criterion)}${hint(criterion)}`);
  if (lead.company_name === null) names.push('company');
  if (withContact && lead.email === null) names.push('e-mail address');
  else if (withContact && lead.email_status === 'INVALID') names.push('valid e-mail address');
  return names;
}

/** The class of a comment in words, before "a post by …". The first one present is the best reason to call. */
const said: readonly (readonly [CommentClass, string])[] = [
  ['request', 'Asked for an offer, a demo, a call or the like, in a comment on'],
  ['leaving', 'Said that they leave a vendor or look for another, in a comment on'],
  ['price', 'Asked for a price, in a comment on'],
  ['question', 'Asked a question in a comment on'],
  ['objection', 'Raised an objection in a comment on'],
  ['plain', 'Commented on'],
  ['refusal', 'Said they are not interested, in a comment on'],
];

const dayMs = 86_400_000;
/** Whole days between an engagement and a time. */
const ageOf = ({ occurred_at }: Pick<LatestRecord, 'occurred_at'>, now: number) =>
  Math.floor((now - occurred_at) / dayMs);
/** What has no date may be older than a caller could refer to. */
const isFresh = (row: LatestRecord, now: number) =>
  timingOf(row) !== 'observed' && ageOf(row, now) <= intentRules.askingDays;

/**
 * The comments that a caller can refer to, the one that counts most first, behind it the newest of each other way of asking. Among
 * recent comments, the one counts most that the lead's tier follows from, else the one that speaks most for a call, the newest of
 * equals. If none is recent, it is the newest.
 * @param comments of one lead, newest first.
 */
export function strongestComments(
  comments: readonly LatestRecord[],
  { scored_at, tier_row }: Pick<LeadRecord, 'scored_at' | 'tier_row'>,
): LatestRecord[] {
  const fresh = comments.filter((row) => isFresh(row, scored_at));
  const newest = (kind: CommentClass | null) =>
    kind === null ? undefined : fresh.find(({ comment_class }) => saidOf(comment_class) === kind);
  const kinds = [askedOf(tier_row), ...said.map(([kind]) => kind)];
  const [first = comments[0], ...others] = new Set(kinds.flatMap((kind) => newest(kind) ?? []));
  return first === undefined ? [] : [first, ...others.filter(({ comment_class }) => isAsking(comment_class))];
}

const printed = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const on = ({ occurred_at, dated }: Pick<LatestRecord, 'occurred_at' | 'dated'>) =>
  dated === 0 ? `some time before ${printed.format(occurred_at)}` : `on ${printed.format(occurred_at)}`;

/** Its age, when it is at least a day old. */
function aged(row: LatestRecord, now: number): string {
  const days = ageOf(row, now);
  if (row.dated === 0 || days < 1) return '';
  return days === 1 ? ', 1 day ago' : `, ${days} days ago`;
}

/** The input of `whyNow`. */
export interface Doings {
  /** The latest engagements, newest first. */
  readonly latest: readonly LatestRecord[];
  /** The comments that count most (`strongestComments`). */
  readonly comments: readonly LatestRecord[];
  /** Number of other people of the account who engage. */
  readonly colleagues: number;
  /** Names of those of them who are in the same answer. */
  readonly named: readonly string[];
}

/** What the person did lately, with words of others kept apart. */
export interface WhyNow {
  /** Sentences in this service's own words, the strongest first. They contain no names and no words of others. */
  readonly sentences: string[];
  /** Authors of the posts that the sentences mention, each once. */
  readonly postAuthors: string[];
}

/**
 * What the person did lately, the strongest first.
 * @param maySee whether the caller may know who is watched.
 */
export function whyNow(lead: LeadRecord, { latest, comments, colleagues, named }: Doings, maySee: boolean): WhyNow {
  const sentences: string[] = [];
  const mentioned: LatestRecord[] = [];
  const post = (row: LatestRecord) => {
    mentioned.push(row);
    return maySee ? postOf[watchedAs(row)] : postOf.nobody;
  };
  const commented = (row: LatestRecord) => {
    const words = said.find(([kind]) => kind === row.comment_class)?.[1] ?? 'Commented on';
    return `${words} ${post(row)} ${on(row)}${aged(row, lead.scored_at)}.`;
  };
  const fresh = comments.filter((row) => isFresh(row, lead.scored_at));
  sentences.push(...fresh.map(commented));
  for (const [type, verb] of [
    ['REPOST', 'Reposted'],
    ['LIKE', 'Liked'],
  ] as const) {
    const rows = latest.filter((row) => row.type === type);
    const [newest] = rows;
    if (!newest) continue;
    const posts = new Set(rows.map((row) => row.post_id)).size;
    const what = posts === 1 ? post(newest) : `${posts} posts, the latest of them ${post(newest)},`;
    sentences.push(`${verb} ${what} ${on(newest)}.`);
  }
  // A comment too old to be remembered comes after what they did since.
  if (fresh.length === 0) sentences.push(...comments.map(commented));
  if (lead.signal_count > latest.length) {
    const { signal_count: all, undated_count: undated, first_signal_at: first } = lead;
    sentences.push(
      undated === 0
        ? `${all} engagements in all since ${printed.format(first)}.`
        : `${all} engagements in all, ${undated} of them without a date.`,
    );
  }
  if (colleagues > 0) {
    const others = colleagues === 1 ? '1 colleague' : `${colleagues} colleagues`;
    const among = named.length === 0 ? '' : `, ${named.length} of them in this answer`;
    sentences.push(`${others} at the same company engaged too${among}.`);
  }
  const authors = mentioned.flatMap((row) => nameOrNull(row.post_author_name) ?? []);
  return { sentences, postAuthors: [...new Set(authors)] };
}

const postOf = {
  nobody: 'a post',
  competitor: 'a post by a competitor',
  teammate: 'a post by a teammate',
  watched: 'a post by somebody you watch',
} as const;

function watchedAs(row: LatestRecord): keyof typeof postOf {
  if (row.monitored_profile_id === null || row.profile_type === null) return 'nobody';
  if (row.profile_type === 'COMPETITOR') return 'competitor';
  return row.profile_type === 'TEAMMATE' ? 'teammate' : 'watched';
}
