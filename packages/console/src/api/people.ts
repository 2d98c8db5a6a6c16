/** People of the workspace by name, or by what names one exactly: leads of all dispositions, and people who are none. */
import { label, t } from '../i18n';
import { useRead } from './read';

export interface FoundPerson {
  readonly name: string;
  /** Tier or disposition and company, or why they are no lead. */
  readonly detail: string;
  readonly leadId: string | null;
  /** What a request about their data takes. Null: nothing here names them. */
  readonly reference: string | null;
}

/** Leads that are read, of which those that fit best are shown: the list is ordered by time, not by how well a name fits. */
const [read, shown] = [50, 8];

/** Whose name begins with the text comes first, then who has a name with such a word, then who was found by title or company. */
function rank(name: string, text: string): number {
  const at = ` ${name.toLowerCase()}`.indexOf(` ${text}`);
  return at === 0 ? 0 : at > 0 ? 1 : 2;
}

/** E-mail addresses are not searched; the part before the `@` is mostly a name. */
export const isMail = (text: string) => /^[^\s@/]{2,64}@/.test(text);

/** @param text what was typed; fewer than two characters find nobody. */
export function usePeople(text: string) {
  const asks = text.length > 1;
  const search = (isMail(text) ? (text.split('@')[0] ?? '').replace(/[._+]/g, ' ') : text).slice(0, 160);
  const leads = useRead(
    'list_leads',
    asks ? { search, disposition: ['ACTIVE', 'CLIENT', 'BAD_LEAD'], limit: read } : null,
  );
  const others = useRead('find_other_people', asks ? { search: isMail(text) ? search : text } : null);
  const wanted = search.toLowerCase();
  const found = (leads.data?.data ?? []).map(({ id, profile, disposition, leadTier }) => ({
    name: profile.displayName ?? t('lead.no-name'),
    detail: [
      disposition === 'ACTIVE' ? label('tier', leadTier) : label('disposition', disposition),
      profile.companyName ?? profile.headline,
    ]
      .filter(Boolean)
      .join(' · '),
    leadId: id,
    reference: id,
  }));
  const people: FoundPerson[] = [
    ...found.sort((a, b) => rank(a.name, wanted) - rank(b.name, wanted)).slice(0, shown),
    ...(others.data?.data ?? []).map(({ leadId, displayName, headline, profileUrl, reason }) => ({
      name: displayName ?? t(reason === 'SUPPRESSED' ? 'search.this-person' : 'lead.no-name'),
      detail: reason ? t(`no-lead.${reason}`) : (headline ?? ''),
      leadId,
      reference: leadId ?? profileUrl,
    })),
  ];
  return { people, asked: [leads, others] };
}
