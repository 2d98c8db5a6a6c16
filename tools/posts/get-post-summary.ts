import { z } from 'zod';
import type { Workspace } from '../../src/workspace/workspace';
import type { PublishedFigures } from '../../src/rules/audience/figures';
import { averageTenths } from '../../src/rules/audience/average';
import { printDate } from '../dates';
import { defineQuery } from '../define';
import { notFound } from '../../src/shared/errors';
import { asUuid, input, pathId } from '../fields';
import { fromTenths } from '../schemas/account';
import { showTierCounts, timestamp } from '../schemas/lead';
import { figuresWithoutPeople, postFigures, postTiers, seesExactFigures, showPostFigures } from '../schemas/post';
import { othersWordsOrNull } from '../words-of-others';
import * as examples from '../examples';
import { address, uuid } from '../schemas/values';

export const getPostSummary = defineQuery({
  name: 'get_post_summary',
  title: 'Get a post summary',
  description:
    'One post by id: its text, author, likes, comments and reposts, how many different people engaged, how many of them are active leads and of which tier. Use it to judge what a post brought. It names nobody.',
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
      url: address('Address of the post.').nullable(),
      contentText: othersWordsOrNull('Text of the post. Null without dataAccess.content.'),
      ...postFigures,
      tierCounts: postTiers,
      averageIcpMatchPercent: z
        .number()
        .nullable()
        .describe(
          'Average of the active leads, one decimal. Coarser without dataAccess.leads. Null without dataAccess.icp.',
        ),
      collectedAt: timestamp('When the post was last collected.'),
    }),
  }),
  async run(workspace, { postId }) {
    const id = asUuid(postId);
    const post = id && (await workspace.store.posts.one(id));
    if (!post) throw notFound('post');
    const figures = await figuresOf(workspace, post.id);
    return {
      data: {
        id: post.id,
        urn: post.urn,
        url: post.url,
        contentText: post.content_text,
        ...showPostFigures(post, figures),
        tierCounts: figures.tiers,
        averageIcpMatchPercent: figures.averageIcp,
        collectedAt: printDate(post.collected_at),
      },
    };
  },
});

async function figuresOf(workspace: Workspace, postId: string): Promise<PublishedFigures> {
  const { store, audience } = workspace;
  if (!seesExactFigures(workspace)) return figuresWithoutPeople(await store.audience.post(postId), audience.rules);
  const [counts, leads] = await Promise.all([store.posts.counts(postId), store.posts.leadCounts(postId)]);
  return {
    ...counts,
    people: counts.unique_engagers,
    leads: leads.lead_count,
    qualified: leads.qualified_count + leads.priority_count,
    tiers: showTierCounts(leads),
    averageIcp: fromTenths(averageTenths(leads.icp_sum, leads.lead_count)),
  };
}
