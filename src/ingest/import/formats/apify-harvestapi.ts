/** Apify, harvestapi actors: reactions and comments as JSON items with an `actor`. */
import { putEngagement, putPost } from '../build';
import { refuse, type PersonFacts } from '../context';
import { parseReaction } from '../fields';
import { isObject, objectAt, textAt, type Format, type JsonObject } from '../format';
import { isMemberId } from '../../../../packages/reader/src';
import { namesComment, parseCommentId } from '../urn';
import { shareOf } from './detection';

function actorOf(item: JsonObject): PersonFacts {
  const id = textAt(item, 'actor', 'id');
  return {
    // A company's id is a number, which identifies nothing here. Its page does.
    links: [id !== null && isMemberId(id) ? id : null, textAt(item, 'actor', 'linkedinUrl')],
    name: textAt(item, 'actor', 'name'),
    headline: textAt(item, 'actor', 'position'),
  };
}

const postTexts = (item: JsonObject) => [
  textAt(item, 'postId'),
  textAt(item, 'postUrl'),
  textAt(item, 'query', 'post'),
  textAt(item, 'linkedinUrl'),
];

export const harvestapiReactions: Format = {
  name: 'apify-harvestapi-reactions',
  label: 'Apify harvestapi post reactions',
  brings: 'who reacted to which post, by member id',
  reads: [
    'id',
    'reactionType',
    'actor.id',
    'actor.name',
    'actor.linkedinUrl',
    'actor.position',
    'postId',
    'postUrl',
    'query.post',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(sample, (item) => 'reactionType' in item && textAt(item, 'actor', 'linkedinUrl') !== null),
  items: (context) => (item, at, out) => {
    // The actor also takes addresses of comments. What it gives then are reactions to the comment.
    const about = [textAt(item, 'id'), textAt(item, 'postId'), textAt(item, 'postUrl'), textAt(item, 'query', 'post')];
    if (about.some(namesComment)) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return;
    }
    const reaction = textAt(item, 'reactionType');
    if (reaction === null) return refuse(out, at, 'no reaction: an item without reactionType', JSON.stringify(item));
    const actor = context.person(actorOf(item));
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(...postTexts(item));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    putEngagement(out, at, {
      post,
      actor,
      type: 'LIKE',
      reaction: parseReaction(reaction),
      observedAt: context.observedAt,
    });
  },
};

export const harvestapiComments: Format = {
  name: 'apify-harvestapi-comments',
  label: 'Apify harvestapi post comments',
  brings: 'who commented on which post, with the comment; tells which comments are by the post’s author',
  reads: [
    'commentary',
    'actor.id',
    'actor.type',
    'actor.name',
    'actor.linkedinUrl',
    'actor.position',
    'actor.author',
    'id',
    'createdAt',
    'postId',
    'postUrl',
    'query.post',
    'linkedinUrl',
    'replies',
  ],
  containers: ['JSON'],
  detect: (sample) => shareOf(sample, (item) => 'commentary' in item && textAt(item, 'actor', 'linkedinUrl') !== null),
  // A comment may contain its replies, which are comments under the same post.
  items: (context) => (item, at, out) => {
    const replies = Array.isArray(item['replies']) ? item['replies'].filter(isObject) : [];
    for (const one of [item, ...replies]) {
      const actor = context.person(actorOf(one));
      if ('reason' in actor) {
        refuse(out, at, actor.reason, JSON.stringify(one));
        continue;
      }
      const post = context.post(...postTexts(one), ...(one === item ? [] : postTexts(item)));
      if (!post.ok) {
        refuse(out, at, post.reason, JSON.stringify(one));
        continue;
      }
      const isPostAuthor = objectAt(one, 'actor')['author'] === true;
      if (isPostAuthor) putPost(out, at, post, context.observedAt, { author: actor });
      putEngagement(out, at, {
        post,
        actor,
        type: 'COMMENT',
        commentText: textAt(one, 'commentary'),
        commentId: parseCommentId(textAt(one, 'linkedinUrl') ?? '') ?? parseCommentId(textAt(one, 'id') ?? ''),
        occurredAt: context.time(textAt(one, 'createdAt') ?? textAt(one, 'createdAtTimestamp'), context.observedAt),
        observedAt: context.observedAt,
        isPostAuthor,
      });
    }
  },
};
