/** What the list of posts and the summary of one both show. */
import { z } from 'zod';

export const postAuthor = z.strictObject({
  displayName: z.string().nullable(),
  profileUrl: z.string().nullable(),
  monitoredProfileId: z
    .string()
    .nullable()
    .describe('Set when the author is on the watchlist; null without dataAccess.watchlist.'),
});

export const engagementCounts = z.strictObject({
  likes: z.int().min(0),
  comments: z.int().min(0),
  reposts: z.int().min(0),
});
