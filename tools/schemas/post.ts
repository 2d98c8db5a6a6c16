/** What the list of posts and the summary of one both show. */
import { z } from 'zod';
import { printDateOrNull } from '../dates';
import { nameOrNull } from './profile';
import { count, timestampOrNull } from './values';

/** Author, time and figures of a post. */
export const postFigures = {
  author: z.strictObject({
    displayName: z.string().nullable(),
    profileUrl: z.string().nullable(),
    monitoredProfileId: z
      .string()
      .nullable()
      .describe('Set when the author is on the watchlist; null without dataAccess.watchlist.'),
  }),
  publishedAt: timestampOrNull('When it was published.'),
  engagementCounts: z.strictObject({
    likes: z.int().min(0),
    comments: z.int().min(0),
    reposts: z.int().min(0),
  }),
  uniqueEngagers: count('Different people and pages among them.'),
  leadCount: count('Active leads among them.'),
  qualifiedLeadCount: count('Active QUALIFIED and PRIORITY leads among them.'),
};

interface PostColumns {
  readonly author_name: string | null;
  readonly author_profile_url: string | null;
  readonly monitored_profile_id: string | null;
  readonly published_at: number | null;
}

interface EngagementColumns {
  readonly likes: number;
  readonly comments: number;
  readonly reposts: number;
  readonly unique_engagers: number;
}

/** @param leads active leads of the post, all and those that are QUALIFIED or PRIORITY. */
export function showPostFigures(
  post: PostColumns,
  counts: EngagementColumns,
  leads: { readonly all: number; readonly qualified: number },
) {
  return {
    author: {
      displayName: nameOrNull(post.author_name),
      profileUrl: post.author_profile_url,
      monitoredProfileId: post.monitored_profile_id,
    },
    publishedAt: printDateOrNull(post.published_at),
    engagementCounts: { likes: counts.likes, comments: counts.comments, reposts: counts.reposts },
    uniqueEngagers: counts.unique_engagers,
    leadCount: leads.all,
    qualifiedLeadCount: leads.qualified,
  };
}
