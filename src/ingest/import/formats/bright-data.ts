/** Bright Data posts: the post, its visible comments, and what it reposts. The export lists no reactions. */
import { putEngagement, putPost } from '../build';
import { refuse, type Out, type ReadContext } from '../context';
import { isObject, textAt, type Format, type JsonObject } from '../format';
import type { PersonRef, Position, PostRef } from '../records';
import { shareOf } from './detection';

/** The address of a page, built from its name when the export has no address. */
const pageOf = (id: string | null, organization = false) =>
  id === null || /[/:]/.test(id)
    ? null
    : `/${organization ? 'company' : 'in'}/${encodeURIComponent(id.replace(/\p{Cs}/gu, ''))}`;

export const brightDataPosts: Format = {
  name: 'bright-data-posts',
  label: 'Bright Data posts',
  brings: 'posts with text, author and counts, their visible comments, and reposts',
  reads: [
    'url',
    'id',
    'use_url',
    'user_id',
    'headline',
    'title',
    'post_text',
    'date_posted',
    'num_likes',
    'num_comments',
    'user_followers',
    'account_type',
    'top_visible_comments[].use_url',
    'top_visible_comments[].user_id',
    'top_visible_comments[].user_name',
    'top_visible_comments[].user_title',
    'top_visible_comments[].comment',
    'top_visible_comments[].comment_date',
    'repost.repost_id',
    'repost.repost_url',
    'repost.repost_date',
    'repost.repost_text',
    'repost.repost_user_id',
    'repost.repost_user_name',
  ],
  containers: ['JSON'],
  detect: (sample) => shareOf(sample, (item) => 'post_text' in item && ('date_posted' in item || 'use_url' in item)),
  items: (context) => (item, at, out) => {
    const post = context.post(textAt(item, 'url'), textAt(item, 'id'));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    const organization = /organization|company/i.test(textAt(item, 'account_type') ?? '');
    const author = context.person({
      links: [textAt(item, 'use_url'), pageOf(textAt(item, 'user_id'), organization)],
      name: textAt(item, 'user_name'),
      headline: textAt(item, 'user_title'),
      followers: context.count(textAt(item, 'user_followers')),
    });
    const by = 'reason' in author ? null : author;
    const id = context.post(textAt(item, 'id'));
    putPost(out, at, post, context.observedAt, {
      text: textAt(item, 'post_text') ?? textAt(item, 'title'),
      author: by,
      publishedAt: context.time(textAt(item, 'date_posted'), context.observedAt),
      likes: context.count(textAt(item, 'num_likes')),
      comments: context.count(textAt(item, 'num_comments')),
      others: textAt(item, 'id') !== null && id.ok ? [id] : [],
    });
    putRepost(item, at, out, context, by);
    const comments: unknown = item['top_visible_comments'];
    for (const comment of Array.isArray(comments) ? comments : []) {
      if (isObject(comment)) putComment(comment, at, out, context, post, by);
    }
  },
};

function putComment(
  comment: JsonObject,
  at: Position,
  out: Out,
  context: ReadContext,
  post: PostRef,
  by: PersonRef | null,
) {
  const actor = context.person({
    links: [textAt(comment, 'use_url'), pageOf(textAt(comment, 'user_id'))],
    name: textAt(comment, 'user_name'),
    headline: textAt(comment, 'user_title'),
  });
  if ('reason' in actor) return refuse(out, at, `comment: ${actor.reason}`, JSON.stringify(comment));
  putEngagement(out, at, {
    post,
    actor,
    type: 'COMMENT',
    commentText: textAt(comment, 'comment'),
    occurredAt: context.time(textAt(comment, 'comment_date'), context.observedAt),
    observedAt: context.observedAt,
    isPostAuthor: by?.slug !== undefined && by.slug !== null && by.slug === actor.slug,
  });
}

/** A post that reposts another one: its author engaged with the other post. */
function putRepost(item: JsonObject, at: Position, out: Out, context: ReadContext, by: PersonRef | null) {
  const url = textAt(item, 'repost', 'repost_url') ?? textAt(item, 'repost', 'repost_id');
  const original = url === null ? undefined : context.post(url);
  if (!original?.ok || by === null) return;
  const author = context.person({
    links: [pageOf(textAt(item, 'repost', 'repost_user_id'))],
    name: textAt(item, 'repost', 'repost_user_name'),
  });
  putPost(out, at, original, context.observedAt, {
    text: textAt(item, 'repost', 'repost_text'),
    author: 'reason' in author ? null : author,
    authorName: textAt(item, 'repost', 'repost_user_name'),
    publishedAt: context.time(textAt(item, 'repost', 'repost_date'), context.observedAt),
  });
  putEngagement(out, at, {
    post: original,
    actor: by,
    type: 'REPOST',
    commentText: textAt(item, 'post_text'),
    occurredAt: context.time(textAt(item, 'date_posted'), context.observedAt),
    observedAt: context.observedAt,
  });
}
