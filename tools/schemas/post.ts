/** What the list of posts and the summary of one both show. */
import { z } from 'zod';
import { printDateOrNull } from '../dates';
import type { Workspace } from '../../src/workspace/workspace';
import { publishFigures, type PublishedFigures } from '../../src/rules/audience/figures';
import type { PrivacyRules } from '../../src/rules/audience/privacy';
import { readPost } from '../../src/audience/content';
import type { PostAudienceRow } from '../../src/store/tables/discovery';
import { nameOrNull } from './profile';
import { address, count, timestampOrNull } from './values';
import { othersWordsOrNull } from '../words-of-others';

/** Exact with dataAccess.leads. */
const figure = (description: string) => count(description).nullable();

/** Author, time and figures of a post. */
export const postFigures = {
  author: z.strictObject({
    displayName: othersWordsOrNull('Who wrote it.'),
    profileUrl: address('Address of the profile.').nullable(),
    monitoredProfileId: z
      .string()
      .nullable()
      .describe('Set if the author is on the watchlist. Null without dataAccess.watchlist.'),
  }),
  publishedAt: timestampOrNull('When it was published.'),
  engagementCounts: z
    .strictObject({ likes: figure('Likes.'), comments: figure('Comments.'), reposts: figure('Reposts.') })
    .describe('Engagement stored in this workspace.'),
  uniqueEngagers: figure('Different people and pages among them.'),
  leadCount: figure('Active leads among them.'),
  qualifiedLeadCount: figure('Active QUALIFIED and PRIORITY leads among them.'),
};

/** Tiers of a post's leads. */
export const postTiers = z
  .strictObject({
    UNQUALIFIED: figure('Active UNQUALIFIED leads.'),
    NURTURE: figure('Active NURTURE leads.'),
    QUALIFIED: figure('Active QUALIFIED leads.'),
    PRIORITY: figure('Active PRIORITY leads.'),
  })
  .describe('Active leads by tier.');

interface PostColumns {
  readonly author_name: string | null;
  readonly author_profile_url: string | null;
  readonly monitored_profile_id: string | null;
  readonly published_at: number | null;
}

/** Figures that the list and the summary share: exact, or as published. */
export type SharedFigures = Pick<PublishedFigures, 'people' | 'likes' | 'comments' | 'reposts' | 'leads' | 'qualified'>;

export function showPostFigures(post: PostColumns, figures: SharedFigures) {
  return {
    author: {
      displayName: nameOrNull(post.author_name),
      profileUrl: post.author_profile_url,
      monitoredProfileId: post.monitored_profile_id,
    },
    publishedAt: printDateOrNull(post.published_at),
    engagementCounts: { likes: figures.likes, comments: figures.comments, reposts: figures.reposts },
    uniqueEngagers: figures.people,
    leadCount: figures.leads,
    qualifiedLeadCount: figures.qualified,
  };
}

/**
 * Exact figures are for callers who may see the people behind them. Others see the published figures of the post's audience.
 */
export const seesExactFigures = ({ dataAccess }: Pick<Workspace, 'dataAccess'>): boolean => dataAccess.leads;

/**
 * Published figures of a post, by the rules for audiences. They are updated at most once a day, so that a single newcomer
 * cannot be recognised.
 */
export function figuresWithoutPeople(row: PostAudienceRow | undefined, rules: PrivacyRules): PublishedFigures {
  return publishFigures(row && { ...row, leads: readPost(row.content).leads }, rules);
}
