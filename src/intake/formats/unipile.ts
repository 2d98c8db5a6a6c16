/** Unipile API pages (v1 `cursor`, v2 `next_cursor`): their items. */
import { putEngagement, putPost } from '../build';
import { refuse } from '../context';
import { parseReaction } from '../fields';
import { isObject, textAt, type Format, type JsonObject } from '../format';
import { parseCommentId } from '../urn';
import { shareOf } from './detection';

const postTexts = (item: JsonObject) => [textAt(item, 'post_id'), textAt(item, 'post_urn'), textAt(item, 'social_id')];

/** A company's id is a number: its page's address names it, or else the number does. */
const linksOf = (item: JsonObject, key: string): readonly (string | null)[] => {
  const id = textAt(item, key, 'id');
  const company = textAt(item, key, 'type') === 'COMPANY' && id !== null && /^\d+$/.test(id);
  return [company ? null : id, textAt(item, key, 'profile_url'), company ? `/company/${id}` : null];
};

export const unipileReactions: Format = {
  name: 'unipile-reactions',
  label: 'Unipile post reactions',
  brings: 'who reacted to which post, by member id; reactions to comments are left out',
  reads: [
    'value',
    'post_id',
    'comment_id',
    'author.id',
    'author.type',
    'author.name',
    'author.headline',
    'author.profile_url',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) =>
        item['object'] === 'PostReaction' ||
        ('value' in item && 'post_id' in item && textAt(item, 'author', 'id') !== null),
    ),
  items: (context) => (item, at, out) => {
    if (textAt(item, 'comment_id') !== null) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return;
    }
    const actor = context.person({
      links: linksOf(item, 'author'),
      name: textAt(item, 'author', 'name'),
      headline: textAt(item, 'author', 'headline'),
    });
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(...postTexts(item));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    const reaction = parseReaction(textAt(item, 'value'));
    putEngagement(out, at, { post, actor, type: 'LIKE', reaction, observedAt: context.observedAt });
  },
};

export const unipileComments: Format = {
  name: 'unipile-comments',
  label: 'Unipile post comments',
  brings: 'who commented on which post, with the comment and its time',
  reads: [
    'author',
    'author_details.id',
    'author_details.headline',
    'author_details.profile_url',
    'text',
    'date',
    'id',
    'post_id',
  ],
  containers: ['JSON'],
  detect: (sample) => shareOf(sample, (item) => 'author_details' in item && 'text' in item),
  items: (context) => (item, at, out) => {
    // Version 2 has one object for the author, as reactions have.
    const details = isObject(item['author_details']) ? 'author_details' : 'author';
    const actor = context.person({
      links: linksOf(item, details),
      name: textAt(item, 'author') ?? textAt(item, 'author', 'name'),
      headline: textAt(item, details, 'headline'),
    });
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(...postTexts(item));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    putEngagement(out, at, {
      post,
      actor,
      type: 'COMMENT',
      commentText: textAt(item, 'text'),
      commentId: parseCommentId(textAt(item, 'id') ?? ''),
      occurredAt: context.time(textAt(item, 'date'), context.observedAt),
      observedAt: context.observedAt,
    });
  },
};

const countOf = (item: JsonObject, key: string): number | null => {
  const value = item[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
};

export const unipilePosts: Format = {
  name: 'unipile-posts',
  label: 'Unipile posts',
  brings: 'posts with their text, author and reported counts',
  reads: ['social_id', 'text', 'parsed_datetime', 'author', 'reaction_counter', 'comment_counter', 'repost_counter'],
  containers: ['JSON'],
  detect: (sample) => shareOf(sample, (item) => 'social_id' in item && 'reaction_counter' in item),
  items: (context) => (item, at, out) => {
    const post = context.post(...postTexts(item), textAt(item, 'id'));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    const author = context.person({ links: linksOf(item, 'author'), name: textAt(item, 'author', 'name') });
    putPost(out, at, post, context.observedAt, {
      text: textAt(item, 'text'),
      author: 'reason' in author ? null : author,
      authorName: textAt(item, 'author', 'name'),
      publishedAt: context.time(textAt(item, 'parsed_datetime'), context.observedAt),
      likes: countOf(item, 'reaction_counter'),
      comments: countOf(item, 'comment_counter'),
      reposts: countOf(item, 'repost_counter'),
    });
  },
};
