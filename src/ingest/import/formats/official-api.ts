/** The network's own API: `/rest/reactions/(entity:{urn})`. */
import { putEngagement } from '../build';
import { refuse } from '../context';
import { parseReaction } from '../fields';
import { textAt, type Format, type JsonObject } from '../format';
import { parseCommentId } from '../urn';
import { shareOf } from './detection';

const reactionUrn = /^urn:[\w-]+:(?:reaction|like):\((urn:[\w-]+:\w+:[\w-]+),(.+)\)$/i;
/** Likes of `/rest/socialActions/{urn}/likes` have their name in `$URN`. */
const reactionOf = (item: JsonObject) => reactionUrn.exec(textAt(item, 'id') ?? textAt(item, '$URN') ?? '');

export const officialReactions: Format = {
  name: 'official-api-reactions',
  label: "The network's official reactions API",
  brings: 'who reacted to which post and when, by member id',
  reads: ['id', '$URN', 'reactionType', 'created.time', 'created.actor', 'root'],
  containers: ['JSON'],
  detect: (sample) => shareOf(sample, (item) => reactionOf(item) !== null),
  items: (context) => (item, at, out) => {
    const [, actorUrn = null, entity = null] = reactionOf(item) ?? [];
    if (entity !== null && /:comment:/i.test(entity)) {
      out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
      return;
    }
    const actor = context.person({ links: [actorUrn, textAt(item, 'created', 'actor')], name: null });
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(entity, textAt(item, 'root'));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    const reaction = parseReaction(textAt(item, 'reactionType'));
    const occurredAt = context.time(textAt(item, 'created', 'time'), context.observedAt);
    putEngagement(out, at, { post, actor, type: 'LIKE', reaction, occurredAt, observedAt: context.observedAt });
  },
};

const commentUrn = /^urn:[\w-]+:comment:\(/i;
const urnOf = (item: JsonObject) => textAt(item, '$URN') ?? textAt(item, 'commentUrn');

/** Comments of `/rest/socialActions/{urn}/comments`. Those whose actor the API hides name nobody. */
export const officialComments: Format = {
  name: 'official-api-comments',
  label: "The network's official comments API",
  brings: 'who commented on which post and when, with the comment',
  reads: ['$URN', 'commentUrn', 'id', 'actor', 'object', 'message.text', 'created.time', 'created.actor'],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) => commentUrn.test(urnOf(item) ?? '') || ('object' in item && textAt(item, 'message', 'text') !== null),
    ),
  items: (context) => (item, at, out) => {
    const actor = context.person({ links: [textAt(item, 'actor'), textAt(item, 'created', 'actor')], name: null });
    if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
    const post = context.post(textAt(item, 'object'), urnOf(item));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    putEngagement(out, at, {
      post,
      actor,
      type: 'COMMENT',
      commentText: textAt(item, 'message', 'text'),
      commentId: parseCommentId(textAt(item, 'id') ?? '') ?? parseCommentId(urnOf(item) ?? ''),
      occurredAt: context.time(textAt(item, 'created', 'time'), context.observedAt),
      observedAt: context.observedAt,
    });
  },
};
