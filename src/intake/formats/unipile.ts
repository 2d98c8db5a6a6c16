/** Unipile API pages (v1 `cursor`, v2 `next_cursor`): their items. */
import { putEngagement } from '../build';
import { refuse } from '../context';
import { parseReaction } from '../fields';
import { textAt, type Format, type JsonObject } from '../format';
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
    const actor = context.person({
      links: linksOf(item, 'author_details'),
      name: textAt(item, 'author') ?? textAt(item, 'author', 'name'),
      headline: textAt(item, 'author_details', 'headline'),
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
