/** What a person did, newest first. Comments are quoted under their post, and each time says how certain it is. */
import type { Engagement } from '../api/operations';
import { label, t } from '../i18n';
import { addressHere } from '../router';
import { OutLink } from './button';
import { didWhat, EngagementDay } from './lead-parts';
import { Reading } from './reading';

function PostLine({ engagement: { post, watchlistProfile } }: { readonly engagement: Engagement }) {
  const author = watchlistProfile?.displayName ?? post.authorName;
  return (
    <small dir="auto">
      {author ? t('lead.post-of', { author }) : t('lead.post-of-somebody')}
      {watchlistProfile && ` (${label('profileType', watchlistProfile.profileType)})`}
      {' · '}
      <a class="text-link" href={addressHere(`posts/${post.id}`)}>
        {t('lead.open-post')}
      </a>
      {post.url && (
        <>
          {' · '}
          <OutLink href={post.url}>{t('lead.on-network')}</OutLink>
        </>
      )}
    </small>
  );
}

interface TimelineProps {
  readonly leadId: string;
  readonly engagements: readonly Engagement[];
  /** Called with a comment as it is after a person corrected its class. */
  readonly onCorrected: (engagement: Engagement) => void;
}

export function Timeline({ leadId, engagements, onCorrected }: TimelineProps) {
  return (
    <ol class="time">
      {engagements.map((engagement) => (
        <li key={engagement.id}>
          <EngagementDay engagement={engagement} />
          <div>
            {didWhat(engagement.type)}
            {engagement.commentExcerpt ? ': ' : ' '}
            {engagement.commentExcerpt ? (
              <q dir="auto">{engagement.commentExcerpt}</q>
            ) : (
              engagement.post.excerpt && <span dir="auto">“{engagement.post.excerpt}”</span>
            )}
            <Reading leadId={leadId} engagement={engagement} onCorrected={onCorrected} />
            <PostLine engagement={engagement} />
          </div>
        </li>
      ))}
    </ol>
  );
}
