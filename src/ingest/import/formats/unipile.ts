/**
 * Items of Unipile API pages (v1 `cursor`, v2 `next_cursor`). Version 1 follows its reference. Version 2 follows the models of
 * the vendor's own client (github.com/unipile/unipile-python), which calls people `sender` or `author` with a `display_name`.
 */
import { putEngagement, putPost } from '../build';
import { refuse, type PersonFacts } from '../context';
import { parseReaction } from '../fields';
import { isObject, textAt, type Format, type JsonObject } from '../format';
import { parseCommentId } from '../urn';
import { shareOf } from './detection';

const postTexts = (item: JsonObject) => [textAt(item, 'post_id'), textAt(item, 'post_urn'), textAt(item, 'social_id')];

/** The first of these members that is an object. */
const memberOf = (item: JsonObject, ...keys: readonly string[]): string =>
  keys.find((key) => isObject(item[key])) ?? '';

/**
 * The person under a key, in either version. A company's id is a number, so the address of its page identifies it, or else the
 * number.
 */
function personAt(item: JsonObject, key: string): PersonFacts {
  const id = textAt(item, key, 'id');
  const isCompany = ['COMPANY', 'organization'].includes(textAt(item, key, 'type') ?? '');
  const company = isCompany && id !== null && /^\d+$/.test(id);
  const slug = textAt(item, key, 'public_identifier');
  const page = textAt(item, key, 'profile_url');
  const named = slug === null ? null : `/${isCompany ? 'company' : 'in'}/${encodeURIComponent(slug)}`;
  return {
    links: [company ? null : id, page ?? named, company ? `/company/${id}` : null],
    name: textAt(item, key, 'display_name') ?? textAt(item, key, 'name'),
    headline: textAt(item, key, 'headline') ?? textAt(item, key, 'description'),
  };
}

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
    'sender.id',
    'sender.type',
    'sender.display_name',
    'sender.description',
    'sender.public_identifier',
    'sender.profile_url',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) =>
        item['object'] === 'PostReaction' ||
        (item['object'] === 'Reaction' && isObject(item['sender'])) ||
        ('value' in item && 'post_id' in item && textAt(item, 'author', 'id') !== null),
    ),
  items: (context) => (item, at, out) => {
    if (textAt(item, 'comment_id') !== null) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return;
    }
    const actor = context.person(personAt(item, memberOf(item, 'sender', 'author')));
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
    'author.id',
    'author.type',
    'author.display_name',
    'author.description',
    'author.public_identifier',
    'author.profile_url',
    'text',
    'date',
    'created_at',
    'id',
    'post_id',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) =>
        'text' in item && ('author_details' in item || (item['object'] === 'Comment' && isObject(item['author']))),
    ),
  items: (context) => (item, at, out) => {
    const facts = personAt(item, memberOf(item, 'author_details', 'author'));
    // Version 1 has the name as `author`, and the rest beside it.
    const actor = context.person({ ...facts, name: textAt(item, 'author') ?? facts.name });
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(...postTexts(item));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    putEngagement(out, at, {
      post,
      actor,
      type: 'COMMENT',
      commentText: textAt(item, 'text'),
      commentId: parseCommentId(textAt(item, 'id') ?? ''),
      occurredAt: context.time(textAt(item, 'date') ?? textAt(item, 'created_at'), context.observedAt),
      observedAt: context.observedAt,
    });
  },
};

/** A count; version 2 gives one for each kind of reaction. */
function countOf(value: unknown): number | null {
  if (Array.isArray(value)) {
    const counts = value.map((one) => (isObject(one) ? countOf(one['count']) : null));
    return counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0);
  }
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export const unipilePosts: Format = {
  name: 'unipile-posts',
  label: 'Unipile posts',
  brings: 'posts with their text, author and reported counts',
  reads: [
    'social_id',
    'id',
    'share_url',
    'text',
    'parsed_datetime',
    'created_at',
    'author',
    'reaction_counter',
    'comment_counter',
    'repost_counter',
    'reactions_counter',
    'comments_counter',
    'reposts_counter',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) =>
        ('social_id' in item && 'reaction_counter' in item) || ('share_url' in item && 'reactions_counter' in item),
    ),
  items: (context) => (item, at, out) => {
    const post = context.post(...postTexts(item), textAt(item, 'id'), textAt(item, 'share_url'));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    const facts = personAt(item, 'author');
    const author = context.person({ links: facts.links, name: facts.name });
    putPost(out, at, post, context.observedAt, {
      text: textAt(item, 'text'),
      author: 'reason' in author ? null : author,
      authorName: facts.name ?? null,
      publishedAt: context.time(textAt(item, 'parsed_datetime') ?? textAt(item, 'created_at'), context.observedAt),
      likes: countOf(item['reaction_counter'] ?? item['reactions_counter']),
      comments: countOf(item['comment_counter'] ?? item['comments_counter']),
      reposts: countOf(item['repost_counter'] ?? item['reposts_counter']),
    });
  },
};
