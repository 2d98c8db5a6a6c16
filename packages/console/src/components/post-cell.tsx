/** A post in a list: its first words, or its address, and who wrote it. */
import type { Post } from '../api/operations';
import { t } from '../i18n';
import { addressHere } from '../router';

export function PostCell({ post: { id, excerpt, url, author } }: { readonly post: Post }) {
  return (
    <div class="post-cell">
      <a class="strong-link" dir="auto" href={addressHere(`posts/${id}`)}>
        {excerpt ?? url?.replace(/^https:\/\/(?:www\.)?/, '') ?? t('posts.no-text')}
      </a>
      <small dir="auto">{author.displayName}</small>
    </div>
  );
}
