/** The Engagement resource, and the Signal: an engagement with its lead. */
import { engagementTypes, profileTypes, relationships, saidOf, type Timing } from '../../src/shared/values';
import { z } from 'zod';
import { languageOf } from '../../packages/reader/src';
import { timeOf } from '../../src/rules/intent/intent';
import { timeOfPostId } from '../../src/shared/post-time';
import type { EngagementRecord, SignalRecord } from '../../src/store/reads/engagement-reads';
import { bothEnds } from '../../src/shared/text/visible';
import { printDate, printDateOrNull } from '../dates';
import { language, said, saidBy, saidConfidence, showConfidence } from './comment';
import { nameOrNull } from './profile';
import { disposition, leadOrigin, leadTier, score, timestamp, timing, unlessActive } from './lead';
import { address, timestampOrNull, uuid } from './values';
import { othersWordsOrNull } from '../words-of-others';

export const engagementSchema = z.strictObject({
  id: uuid('Engagement id, uuid.'),
  type: z.enum(engagementTypes),
  occurredAt: timestamp('When it happened. If the source did not say, when it was first observed.'),
  timing,
  observedAt: timestamp('When it was first observed.'),
  origin: leadOrigin,
  commentExcerpt: othersWordsOrNull(
    'Beginning of the comment, at most 280 characters. Null without dataAccess.content.',
  ),
  said,
  saidConfidence,
  saidBy,
  language,
  post: z
    .strictObject({
      id: uuid('Post id, uuid.'),
      urn: z.string(),
      url: address('Address of the post.').nullable(),
      excerpt: othersWordsOrNull('Beginning of the post, at most 280 characters. Null without dataAccess.content.'),
      publishedAt: timestampOrNull('When it was published.'),
      authorName: othersWordsOrNull('Who wrote the post.'),
    })
    .describe('The post engaged with.'),
  watchlistProfile: z
    .strictObject({
      id: uuid('Monitored profile id, uuid.'),
      displayName: othersWordsOrNull('Name of the profile.'),
      profileType: z.enum(profileTypes),
      relationship: z.enum(relationships),
    })
    .nullable()
    .describe(
      'Watched profile that published the post. Null if no watched profile did, or without dataAccess.watchlist.',
    ),
});

/** How sure the time is, by the rule that scores the engagement. One stored before this was recorded is read again. */
export function timingOf(
  row: Pick<EngagementRecord, 'occurred_at' | 'observed_at' | 'earliest_at' | 'dated' | 'post_urn'>,
): Timing {
  const { occurred_at: occurredAt, observed_at: observedAt, earliest_at: earliestAt, dated, post_urn: urn } = row;
  return timeOf(
    dated === null
      ? { occurredAt, earliestAt: timeOfPostId(urn.slice(urn.lastIndexOf(':') + 1)), dated: occurredAt !== observedAt }
      : { occurredAt, earliestAt, dated: dated === 1 },
  ).timing;
}

export function showEngagement(row: EngagementRecord): z.input<typeof engagementSchema> {
  return {
    id: row.id,
    type: row.type,
    occurredAt: printDate(row.occurred_at),
    timing: timingOf(row),
    observedAt: printDate(row.observed_at),
    origin: row.origin,
    commentExcerpt: row.comment_excerpt,
    said: row.type === 'COMMENT' ? saidOf(row.comment_class) : null,
    saidConfidence: row.type === 'COMMENT' ? showConfidence(row.comment_class, row.said_confidence) : null,
    saidBy: row.said_by,
    language: row.type === 'COMMENT' ? languageOf(row.comment_excerpt) : null,
    post: {
      id: row.post_id,
      urn: row.post_urn,
      url: row.post_url,
      excerpt: row.post_excerpt,
      publishedAt: printDateOrNull(row.post_published_at),
      authorName: nameOrNull(row.post_author_name),
    },
    watchlistProfile:
      row.monitored_profile_id === null ||
      row.profile_name === null ||
      row.profile_type === null ||
      row.profile_relationship === null
        ? null
        : {
            id: row.monitored_profile_id,
            displayName: nameOrNull(row.profile_name),
            profileType: row.profile_type,
            relationship: row.profile_relationship,
          },
  };
}

export const signalSchema = engagementSchema.extend({
  lead: z
    .strictObject({
      id: uuid('Lead id, uuid.'),
      displayName: othersWordsOrNull('Name.'),
      headline: othersWordsOrNull('Headline of the profile.'),
      companyName: othersWordsOrNull('Current company.'),
      profileUrl: address('Address of the profile.').nullable(),
      icpMatchPercent: score('Match with the ideal customer profile.'),
      intentScore: score('Intent score.'),
      leadTier,
      disposition,
    })
    .describe('The lead who engaged.'),
});

export function showSignal(row: SignalRecord): z.input<typeof signalSchema> {
  return {
    ...showEngagement(row),
    lead: {
      id: row.lead_id,
      displayName: nameOrNull(row.lead_name),
      headline: row.lead_headline,
      companyName: row.lead_company,
      profileUrl: row.lead_url,
      icpMatchPercent: row.icp_match_percent,
      intentScore: row.intent_score,
      leadTier: row.lead_tier,
      disposition: row.disposition,
    },
  };
}

/** Longest excerpt of a comment in the short form. */
const shortComment = 160;

export const compactSignal = z.strictObject({
  id: uuid('Engagement id, uuid.'),
  occurredAt: timestamp('When it happened.'),
  timing: timing.optional().describe('As in the full form. Left out if it is exact.'),
  type: z.enum(engagementTypes),
  said,
  commentExcerpt: othersWordsOrNull('Beginning and end of the comment. Null without dataAccess.content.'),
  leadId: uuid('Lead id, uuid.'),
  name: othersWordsOrNull('Name of the lead.'),
  company: othersWordsOrNull('Current company.'),
  leadTier,
  disposition: disposition.optional().describe('Of the lead. Left out if it is ACTIVE.'),
  postAuthor: othersWordsOrNull('Who wrote the post.'),
});

export function showCompactSignal(row: SignalRecord): z.input<typeof compactSignal> {
  const timing = timingOf(row);
  return {
    id: row.id,
    occurredAt: printDate(row.occurred_at),
    ...(timing === 'exact' ? {} : { timing }),
    type: row.type,
    said: saidOf(row.comment_class),
    commentExcerpt: row.comment_excerpt === null ? null : bothEnds(row.comment_excerpt, shortComment),
    leadId: row.lead_id,
    name: nameOrNull(row.lead_name),
    company: row.lead_company,
    leadTier: row.lead_tier,
    ...unlessActive(row),
    postAuthor: nameOrNull(row.post_author_name),
  };
}
