/** The exact counts behind the audience endpoints, as stored. */
import { z } from 'zod';
import { audienceWindows, breakdowns, type AudienceCount, type Breakdown } from '../rules/audience/buckets';
import { tiers, type LeadFigures } from '../rules/audience/figures';
import type { Counts } from '../rules/audience/privacy';

const bucketCounts = z.record(z.string(), z.number());
const windowContent = z.object({ people: z.number(), counts: bucketCounts });
const snapshotContent = z.object({ '7d': windowContent, '30d': windowContent, '90d': windowContent });
const leadFigures = z.object({ tiers: z.record(z.enum(tiers), z.number()), icpSum: z.number() });
const postContent = z.object({
  title: bucketCounts,
  companySize: bucketCounts,
  location: bucketCounts,
  industry: bucketCounts,
  /** Null: not scored yet, or counted by an older release. */
  leads: leadFigures.nullable().default(null),
});

export type SnapshotContent = z.infer<typeof snapshotContent>;
export type PostContent = z.infer<typeof postContent>;

export const readSnapshot = (text: string): SnapshotContent => snapshotContent.parse(JSON.parse(text));
export const readPost = (text: string): PostContent => postContent.parse(JSON.parse(text));

/** Counts in the form that the privacy rules take. */
export const countsIn = (counts: Readonly<Record<string, number>>): Counts => new Map(Object.entries(counts));

/** The windows of one breakdown, shortest first. */
export const tablesOf = (content: SnapshotContent): Counts[] =>
  audienceWindows.map((window) => countsIn(content[window].counts));

/** One breakdown of all windows. */
export function snapshotOf(windows: Readonly<Record<keyof SnapshotContent, AudienceCount>>, breakdown: Breakdown) {
  const entries = audienceWindows.map((window) => {
    const { people, counts } = windows[window];
    return [window, { people, counts: Object.fromEntries(counts[breakdown]) }] as const;
  });
  return snapshotContent.parse(Object.fromEntries(entries));
}

/** All breakdowns of one post, and figures of the leads among its engagers. */
export const postOf = ({ counts }: AudienceCount, leads: LeadFigures | null): PostContent =>
  postContent.parse({
    ...Object.fromEntries(breakdowns.map((name) => [name, Object.fromEntries(counts[name])])),
    leads,
  });
