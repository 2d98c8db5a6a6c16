/** Who did what about a lead, and when. */
import { usePages } from '../api/read';
import type { LeadDeed } from '../api/operations';
import { MoreRows } from '../components/table';
import { day, label, moment, t } from '../i18n';

/** What an entry says, in the words of the screen. */
function wordsOf(deed: LeadDeed): string[] {
  const reason = deed.dispositionReason && t(`reason.${deed.dispositionReason}`);
  const until = deed.snoozedUntil && day(`${deed.snoozedUntil}T12:00:00`);
  return [
    deed.disposition && label('disposition', deed.disposition),
    reason,
    deed.owner && t('lead.owner-is', { owner: deed.owner.name ?? t('lead.nobody') }),
    until ? t('lead.snoozed-until', { day: until }) : deed.status && label('outreach', deed.status),
    deed.note && t(`history.note-${deed.note}`),
  ].flatMap((word) => word || []);
}

export function LeadHistory({ leadId }: { readonly leadId: string }) {
  const pages = usePages('list_lead_history', { leadId, limit: 20 });
  if (pages.rows.length === 0) return null;
  return (
    <section>
      <h3>{t('history.title')}</h3>
      <ul class="history">
        {pages.rows.map((deed) => (
          <li key={deed.id}>
            <span dir="auto">{wordsOf(deed).join(' · ') || t('digests.saved')}</span>{' '}
            <span class="quiet" dir="auto">
              {[deed.by, moment(deed.at)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <MoreRows pages={pages} />
    </section>
  );
}
