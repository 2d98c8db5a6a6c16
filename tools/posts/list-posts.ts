import { z } from 'zod';
import { parsePostReference } from '../../src/ingest/import';
import { oneLine } from '../../src/shared/text/visible';
import { profileTypes } from '../../src/shared/values';
import { printDate } from '../dates';
import { dateRange, idList, searchText } from '../fields';
import { defineList } from '../list';
import { timestamp } from '../schemas/lead';
import { address, uuid } from '../schemas/values';
import { figuresWithoutPeople, postFigures, seesExactFigures, showPostFigures } from '../schemas/post';
import { othersWordsOrNull } from '../words-of-others';
import * as examples from '../examples';

/** Longest excerpt of a post in the short form, enough to recognise it. */
const shortExcerpt = 80;

const authorProfileType = z
  .enum(profileTypes)
  .nullable()
  .describe('Type of the watched profile that published it. Null if none did, or without dataAccess.watchlist.');

const compactPost = z.strictObject({
  id: uuid('Post id, uuid.'),
  publishedOn: z.iso.date().nullable().describe('UTC day of publication.'),
  author: othersWordsOrNull('Who wrote it.'),
  authorProfileType: authorProfileType.optional().describe('Left out if no watched profile published it.'),
  excerpt: othersWordsOrNull('Its beginning, at most 80 characters. Null without dataAccess.content.'),
  uniqueEngagers: postFigures.uniqueEngagers,
  leadCount: postFigures.leadCount,
  qualifiedLeadCount: postFigures.qualifiedLeadCount,
});

export const listPosts = defineList({
  name: 'list_posts',
  title: 'List posts',
  description:
    'Posts with engagement in this workspace, latest first, each with its beginning, author, likes, comments, reposts and how many active leads it brought. Use it to find a post by words, time or author, and to see which posts worked best (`view: compact`). {get_post_summary} has the whole text of one.',
  right: 'readAnalytics',
  rest: {
    method: 'GET',
    path: '/customer/analytics/posts',
    tag: 'Post analytics',
    resource: 'Post',
    example: examples.post,
  },
  filters: {
    search: searchText(
      160,
      "Text in the post or its author's name, ignoring case and accents. A page may have few items or none and still have a nextCursor: continue with it.",
    ).optional(),
    ...dateRange('publication (publishedAt)'),
    authorProfileIds: idList(50, 'Watched profiles that published it.').optional(),
  },
  item: z.strictObject({
    id: uuid('Post id, uuid.'),
    urn: z.string(),
    url: address('Address of the post.').nullable(),
    excerpt: othersWordsOrNull('Its beginning, at most 280 characters. Null without dataAccess.content.'),
    ...postFigures,
    authorProfileType,
    collectedAt: timestamp('When the post was last collected.'),
  }),
  async load(workspace, filters, page) {
    const { store, dataAccess, audience } = workspace;
    const counted = seesExactFigures(workspace);
    // The address or URN of a post finds that post.
    const named = filters.search === undefined ? undefined : parsePostReference(filters.search, workspace.network);
    const post = named?.ok ? await store.audience.postOf(named.urn) : undefined;
    const wanted = post ? { ...filters, search: undefined, postId: post.id } : { ...filters, postId: undefined };
    const found = await store.postList.list({ ...wanted, searchContent: dataAccess.content, counted }, page);
    const published = await store.audience.posts(counted ? [] : found.rows.map(({ id }) => id));
    const figuresOf = (row: (typeof found.rows)[number]) =>
      counted
        ? { ...row, people: row.unique_engagers, leads: row.lead_count, qualified: row.qualified_count }
        : figuresWithoutPeople(published.get(row.id), audience.rules);
    return { ...found, rows: found.rows.map((row) => ({ row, figures: figuresOf(row) })) };
  },
  show: ({ row, figures }) => ({
    id: row.id,
    urn: row.urn,
    url: row.url,
    excerpt: row.excerpt,
    ...showPostFigures(row, figures),
    authorProfileType: row.profile_type,
    collectedAt: printDate(row.collected_at),
  }),
  compact: {
    item: compactPost,
    show({ row, figures }): z.input<typeof compactPost> {
      const { author, publishedAt, uniqueEngagers, leadCount, qualifiedLeadCount } = showPostFigures(row, figures);
      return {
        id: row.id,
        publishedOn: publishedAt?.slice(0, 10) ?? null,
        author: author.displayName,
        ...(row.profile_type === null ? {} : { authorProfileType: row.profile_type }),
        excerpt: row.excerpt === null ? null : oneLine(row.excerpt, shortExcerpt),
        uniqueEngagers,
        leadCount,
        qualifiedLeadCount,
      };
    },
  },
});
