import { z } from 'zod';
import { averageTenths } from '../../src/accounts/average';
import { printDate } from '../dates';
import { defineQuery } from '../define';
import { notFound } from '../../src/errors';
import { asUuid, input, pathId } from '../fields';
import { fromTenths } from '../schemas/account';
import { showTierCounts, tierCounts, timestamp } from '../schemas/lead';
import { postFigures, showPostFigures } from '../schemas/post';
import * as examples from '../examples';
import { uuid } from '../schemas/values';

export const getPostSummary = defineQuery({
  name: 'get_post_summary',
  title: 'Get a post summary',
  description:
    'Reads one post: its text, author, engagement counts, how many different people engaged, how many of them are active leads and of which tier. Use it to judge what a post brought. Counts are of the engagement this workspace holds. It names nobody; {list_post_qualified_leads} does.',
  right: 'readAnalytics',
  rest: {
    method: 'GET',
    path: '/customer/analytics/posts/{postId}/summary',
    tag: 'Post analytics',
    resource: 'PostSummary',
    example: examples.postSummary,
  },
  input: input({ postId: pathId('Post id, uuid.') }),
  output: z.strictObject({
    data: z.strictObject({
      id: uuid('Post id, uuid.'),
      urn: z.string(),
      url: z.string().nullable(),
      contentText: z.string().nullable().describe('Text of the post; null without dataAccess.content.'),
      ...postFigures,
      tierCounts,
      averageIcpMatchPercent: z
        .number()
        .nullable()
        .describe('Over the active leads, one decimal; null without dataAccess.icp.'),
      collectedAt: timestamp('When the post was last collected.'),
    }),
  }),
  async run(workspace, { postId }) {
    const id = asUuid(postId);
    const post = id && (await workspace.store.posts.one(id));
    if (!post) throw notFound('post');
    const [counts, leads] = await Promise.all([
      workspace.store.posts.counts(post.id),
      workspace.store.posts.leadCounts(post.id),
    ]);
    return {
      data: {
        id: post.id,
        urn: post.urn,
        url: post.url,
        contentText: post.content_text,
        ...showPostFigures(post, counts, {
          all: leads.lead_count,
          qualified: leads.qualified_count + leads.priority_count,
        }),
        tierCounts: showTierCounts(leads),
        averageIcpMatchPercent: fromTenths(averageTenths(leads.icp_sum, leads.lead_count)),
        collectedAt: printDate(post.collected_at),
      },
    };
  },
});
