/** Apify, apimaestro actors: reactions with a `reactor`, comments with an `author`. */
import { putEngagement } from '../build';
import { refuse } from '../context';
import { parseReaction } from '../fields';
import { textAt, type Format, type JsonObject } from '../format';
import { namesComment, parseCommentId } from '../urn';
import { shareOf } from './detection';

const postTexts = (item: JsonObject) => [
  textAt(item, '_metadata', 'post_url'),
  textAt(item, 'post_url'),
  textAt(item, 'post_input'),
  textAt(item, 'comment_url'),
];

export const apimaestroReactions: Format = {
  name: 'apify-apimaestro-reactions',
  label: 'Apify apimaestro post reactions',
  brings: 'who reacted to which post, by member id',
  reads: [
    'reaction_type',
    'reactor.urn',
    'reactor.name',
    'reactor.headline',
    'reactor.profile_url',
    '_metadata.post_url',
  ],
  containers: ['JSON'],
  detect: (sample) => shareOf(sample, (item) => 'reaction_type' in item && 'reactor' in item && !('post' in item)),
  items: (context) => (item, at, out) => {
    if (postTexts(item).some(namesComment)) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return;
    }
    const actor = context.person({
      links: [textAt(item, 'reactor', 'urn'), textAt(item, 'reactor', 'profile_url')],
      name: textAt(item, 'reactor', 'name'),
      headline: textAt(item, 'reactor', 'headline'),
    });
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(...postTexts(item));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    const reaction = parseReaction(textAt(item, 'reaction_type'));
    putEngagement(out, at, { post, actor, type: 'LIKE', reaction, observedAt: context.observedAt });
  },
};

export const apimaestroComments: Format = {
  name: 'apify-apimaestro-comments',
  label: 'Apify apimaestro post comments',
  brings: 'who commented on which post, with the comment',
  reads: [
    'text',
    'comment_type',
    'author.name',
    'author.headline',
    'author.profile_url',
    'comment_id',
    'comment_url',
    'posted_at.timestamp',
    'posted_at.date',
    'post_input',
    'post_url',
    '_metadata.post_url',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) =>
        'text' in item &&
        // Posts have a text and an author too.
        ['comment_id', 'comment_url', 'comment_type', 'post_input'].some((key) => key in item) &&
        textAt(item, 'author', 'profile_url') !== null &&
        item['object'] === undefined,
    ),
  items: (context) => (item, at, out) => {
    const actor = context.person({
      links: [textAt(item, 'author', 'profile_url'), textAt(item, 'author', 'urn')],
      name: textAt(item, 'author', 'name'),
      headline: textAt(item, 'author', 'headline'),
    });
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(...postTexts(item));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    putEngagement(out, at, {
      post,
      actor,
      type: 'COMMENT',
      commentText: textAt(item, 'text'),
      commentId: parseCommentId(textAt(item, 'comment_id') ?? '') ?? parseCommentId(textAt(item, 'comment_url') ?? ''),
      occurredAt: context.time(
        textAt(item, 'posted_at', 'timestamp') ?? textAt(item, 'posted_at', 'date'),
        context.observedAt,
      ),
      observedAt: context.observedAt,
    });
  },
};
