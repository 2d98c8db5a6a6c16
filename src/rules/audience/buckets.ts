/** Assigns a person to a bucket of each breakdown. */
import { capitalise } from '../../shared/text/capitalise';

/** In the order the interface lists them. */
export const breakdowns = ['title', 'companySize', 'location', 'industry'] as const;
export type Breakdown = (typeof breakdowns)[number];

/** Windows for which a workspace's audience can be requested, in days. */
export const windowDays = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type AudienceWindow = keyof typeof windowDays;
export const audienceWindows = ['7d', '30d', '90d'] as const satisfies readonly AudienceWindow[];

/** The facts for the breakdowns. Null where unknown. */
export interface AudienceFacts {
  readonly seniority: string | null;
  readonly jobFunction: string | null;
  readonly companySize: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly industry: string | null;
}

/** Bucket of people whose fact is unknown. */
export const unknownBucket = 'Unknown';

/** Levels with another common name. */
const spoken: Readonly<Record<string, string>> = { cxo: 'C-level' };
const words = (code: string) => spoken[code] ?? capitalise(code.replaceAll('_', ' '));

/** Seniority and function, as far as known. */
function titleOf({ seniority, jobFunction }: AudienceFacts): string {
  if (seniority === null && jobFunction === null) return unknownBucket;
  if (seniority === null) return `${words(jobFunction ?? '')}, any level`;
  return jobFunction === null ? `${words(seniority)}, any function` : `${words(seniority)}, ${words(jobFunction)}`;
}

/** How each breakdown finds the bucket. */
export const bucketOf: Readonly<Record<Breakdown, (facts: AudienceFacts) => string>> = {
  title: titleOf,
  companySize: (facts) => facts.companySize ?? unknownBucket,
  location: (facts) => facts.country ?? unknownBucket,
  // An industry called "Other" tells no more than an unknown one, and would be confused with the bucket of folded groups.
  industry: ({ industry }) => (industry === null || /^others?$/i.test(industry) ? unknownBucket : industry),
};

/** Counts people by bucket, for all breakdowns at once. */
export class AudienceCount {
  people = 0;
  readonly counts: Readonly<Record<Breakdown, Map<string, number>>> = {
    title: new Map(),
    companySize: new Map(),
    location: new Map(),
    industry: new Map(),
  };

  add(facts: AudienceFacts): void {
    this.people += 1;
    for (const breakdown of breakdowns) {
      const counts = this.counts[breakdown];
      const bucket = bucketOf[breakdown](facts);
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
  }
}
