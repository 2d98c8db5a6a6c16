import { engagementTypes } from '../../src/shared/values';
import { z } from 'zod';
import { printDate, printDateOrNull } from '../dates';
import { notFound } from '../../src/shared/errors';
import { asUuid, pathId } from '../fields';
import { defineList } from '../list';
import { leadTier, score, timestamp } from '../schemas/lead';
import { profileSchema, showProfile } from '../schemas/profile';
import * as examples from '../examples';
import { timestampOrNull, uuid } from '../schemas/values';

const qualifiedLeadSchema = z.strictObject({
  leadId: uuid('Lead id, uuid.'),
  profile: profileSchema,
  icpMatchPercent: score('Match with the ideal customer profile.'),
  intentScore: score('Intent score.'),
  leadTier,
  engagementTypes: z.array(z.enum(engagementTypes)).describe('How the lead engaged with this post.'),
  lastEngagedAt: timestamp('Latest engagement with this post. Of one without a date, when it was first seen.'),
  lastDatedEngagementAt: timestampOrNull('Latest engagement with this post that has a date. Null if none has one.'),
});

export const listPostQualifiedLeads = defineList({
  name: 'list_post_qualified_leads',
  title: "List a post's qualified leads",
  description:
    'The people of one post: active QUALIFIED and PRIORITY leads who engaged with it, best ICP match first, then intent. Post ids are in {list_posts} and {list_signals} (post.id).',
  right: 'readQualifiedLeads',
  rest: {
    method: 'GET',
    path: '/customer/analytics/posts/{postId}/qualified-leads',
    tag: 'Post analytics',
    resource: 'QualifiedLead',
    example: examples.qualifiedLead,
  },
  filters: { postId: pathId('Post id, uuid.') },
  item: qualifiedLeadSchema,
  async load(workspace, { postId }, page) {
    const id = asUuid(postId);
    if (!id || !(await workspace.store.posts.exists(id))) throw notFound('post');
    return workspace.store.posts.qualifiedLeads(id, page);
  },
  show: (row) => ({
    leadId: row.id,
    profile: showProfile(row),
    icpMatchPercent: row.icp_match_percent,
    intentScore: row.intent_score,
    leadTier: row.lead_tier,
    engagementTypes: engagementTypes.filter(
      (type) => ({ LIKE: row.liked, COMMENT: row.commented, REPOST: row.reposted })[type] > 0,
    ),
    lastEngagedAt: printDate(row.last_engaged_at),
    lastDatedEngagementAt: printDateOrNull(row.last_dated_at),
  }),
});
