/** LinkUp reactions: a `reactor`, a relative time and the post itself. */
import { putEngagement, putPost } from '../build';
import { refuse } from '../context';
import { parseReaction } from '../fields';
import { textAt, type Format } from '../format';
import { shareOf } from './detection';

export const linkupReactions: Format = {
  name: 'linkup-reactions',
  label: 'LinkUp reactions',
  brings: 'who reacted to which post and about when, with the post and its numbers',
  reads: [
    'reaction_type',
    'reaction_target',
    'reaction_time',
    'reaction_time_days',
    'reactor.name',
    'reactor.profile_url',
    'reactor.entity_urn',
    'reactor.headline',
    'post.urn',
    'post.url',
    'post.content',
    'post.author',
  ],
  containers: ['JSON'],
  detect: (sample) => shareOf(sample, (item) => 'reactor' in item && 'post' in item),
  items(context) {
    const seen = new Set<string>();
    return (item, at, out) => {
      if (/comment/i.test(textAt(item, 'reaction_target') ?? '')) {
        out.push({ kind: 'skipped', at, reason: 'comment_reaction' });
        return;
      }
      const actor = context.person({
        links: [textAt(item, 'reactor', 'entity_urn'), textAt(item, 'reactor', 'profile_url')],
        name: textAt(item, 'reactor', 'name'),
        headline: textAt(item, 'reactor', 'headline'),
      });
      if ('reason' in actor) return refuse(out, at, actor.reason, JSON.stringify(item));
      const urn = textAt(item, 'post', 'urn');
      const url = textAt(item, 'post', 'url');
      const post = context.post(urn, url);
      if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
      if (!seen.has(post.urn)) {
        if (seen.size > 5000) seen.clear();
        seen.add(post.urn);
        const other = url === null ? undefined : context.post(url);
        const author = context.person({
          links: [textAt(item, 'post', 'author', 'profile_url')],
          name: textAt(item, 'post', 'author', 'name'),
        });
        putPost(out, at, post, context.observedAt, {
          text: textAt(item, 'post', 'content'),
          author: 'reason' in author ? null : author,
          authorName: textAt(item, 'post', 'author') ?? textAt(item, 'post', 'author', 'name'),
          others: other?.ok ? [other] : [],
        });
      }
      const days = textAt(item, 'reaction_time_days');
      putEngagement(out, at, {
        post,
        actor,
        type: 'LIKE',
        reaction: parseReaction(textAt(item, 'reaction_type')),
        occurredAt: context.time(
          textAt(item, 'reaction_time') ?? (days === null ? null : `${days}d`),
          context.observedAt,
        ),
        observedAt: context.observedAt,
      });
    };
  },
};
