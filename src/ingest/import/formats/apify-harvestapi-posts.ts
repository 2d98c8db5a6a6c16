/** Apify, harvestapi's actor for the posts of profiles: the post with author, time and counts. */
import { putPost } from '../build';
import { refuse } from '../context';
import { isObject, textAt, type Format, type ItemReader } from '../format';
import { harvestapiComments, harvestapiReactions } from './apify-harvestapi';
import { shareOf } from './detection';

/** A page of posts, without the reactions and comments in them. */
export const harvestapiPostPages: Format = {
  name: 'apify-harvestapi-posts',
  label: 'Apify harvestapi profile posts',
  brings: 'posts with text, author and counts',
  reads: [
    'id',
    'linkedinUrl',
    'content',
    'author.publicIdentifier',
    'author.universalName',
    'author.linkedinUrl',
    'author.name',
    'author.info',
    'postedAt.timestamp',
    'postedAt.date',
    'engagement.likes',
    'engagement.comments',
    'engagement.shares',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) =>
        'content' in item &&
        (textAt(item, 'author', 'publicIdentifier') ?? textAt(item, 'author', 'universalName')) !== null,
    ),
  items: (context) => (item, at, out) => {
    const post = context.post(textAt(item, 'linkedinUrl'), textAt(item, 'id'));
    if (!post.ok) return refuse(out, at, post.reason, JSON.stringify(item));
    const author = context.person({
      links: [textAt(item, 'author', 'linkedinUrl')],
      name: textAt(item, 'author', 'name'),
      headline: textAt(item, 'author', 'info'),
    });
    putPost(out, at, post, context.observedAt, {
      text: textAt(item, 'content'),
      author: 'reason' in author ? null : author,
      authorName: textAt(item, 'author', 'name'),
      publishedAt: context.time(
        textAt(item, 'postedAt', 'timestamp') ?? textAt(item, 'postedAt', 'date'),
        context.observedAt,
      ),
      likes: context.count(textAt(item, 'engagement', 'likes')),
      comments: context.count(textAt(item, 'engagement', 'comments')),
      reposts: context.count(textAt(item, 'engagement', 'shares')),
    });
  },
};

/** A file of posts. The actor can put the reactions and comments of a post into it. */
export const harvestapiPosts: Format = {
  ...harvestapiPostPages,
  brings: 'posts with text, author and counts, and the reactions and comments in them',
  reads: [...harvestapiPostPages.reads, 'reactions', 'comments'],
  items(context) {
    const post = harvestapiPostPages.items(context);
    const nested: readonly (readonly [string, ItemReader])[] = [
      ['reactions', harvestapiReactions.items(context)],
      ['comments', harvestapiComments.items(context)],
    ];
    return (item, at, out) => {
      post(item, at, out);
      for (const [member, read] of nested) {
        const list: unknown = item[member];
        const found = Array.isArray(list) ? list.filter(isObject) : [];
        // What is in a post is about that post, whatever it says of it.
        for (const one of found) read({ postUrl: item['linkedinUrl'], ...one }, at, out);
      }
    };
  },
};
