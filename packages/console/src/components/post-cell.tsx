/** A post in a list: its first words and who wrote it. Where the words are not known, what else tells it from others. */
import type { Post } from '../api/operations';
import { day, number, t } from '../i18n';
import { addressHere } from '../router';

/** What is known of a post beside its words and its author: its day, who engaged, its address. */
export const signsOfPost = ({ publishedAt, engagementCounts: { likes, comments }, url }: Post): string =>
  [
    publishedAt && day(publishedAt),
    likes && `${t('posts.likes')}: ${number(likes)}`,
    comments && `${t('row.comment')}: ${number(comments)}`,
    url?.replace(/^https:\/\/(?:www\.)?/, ''),
  ]
    .filter(Boolean)
    .join(' · ');

export function PostCell({ post }: { readonly post: Post }) {
  const author = post.author.displayName;
  const named = author ? t('posts.by', { author }) : t('posts.no-text');
  return (
    <div class="post-cell">
      <a class="strong-link" dir="auto" href={addressHere(`posts/${post.id}`)}>
        {post.excerpt ?? named}
      </a>
      <small dir="auto">{post.excerpt ? author : signsOfPost(post)}</small>
    </div>
  );
}
