/** Leads as rows of constant height, with the columns that the reader chose. */
import type { ComponentChildren } from 'preact';
import type { Lead } from '../api/operations';
import { Ago, Tier } from '../components/lead-parts';
import { country, label, number, t } from '../i18n';
import { addressHere } from '../router';

interface LeadColumn {
  readonly key: string;
  readonly number?: boolean;
  readonly cell: (lead: Lead) => ComponentChildren;
}

function IntentBar({ score }: { readonly score: number | null }) {
  if (score === null) return <>–</>;
  return (
    <span class="intent-cell">
      <svg viewBox="0 0 48 6" aria-hidden="true">
        <rect width="48" height="6" rx="3" class="track" />
        <rect width={Math.max(2, (48 * score) / 100)} height="6" rx="3" class="level" />
      </svg>
      {number(score)}
    </span>
  );
}

export const columns: readonly LeadColumn[] = [
  {
    key: 'company',
    cell: ({ account, profile }) =>
      account ? (
        <a class="plain-link" href={addressHere(`accounts/${encodeURIComponent(account.id)}`)} dir="auto">
          {profile.companyName ?? account.name}
        </a>
      ) : (
        <span dir="auto">{profile.companyName}</span>
      ),
  },
  { key: 'tier', cell: ({ leadTier }) => <Tier tier={leadTier} /> },
  { key: 'fit', number: true, cell: ({ fitGrade }) => fitGrade ?? '–' },
  { key: 'intent', cell: ({ intentScore }) => <IntentBar score={intentScore} /> },
  { key: 'why', cell: ({ tierReason }) => <span class="cut-box">{tierReason}</span> },
  { key: 'last', number: true, cell: ({ lastSignalAt }) => <Ago time={lastSignalAt} /> },
  { key: 'owner', cell: ({ owner }) => owner?.displayName ?? <span class="quiet">{t('lead.nobody')}</span> },
  { key: 'country', cell: ({ profile: { location } }) => location.country && country(location.country) },
  {
    key: 'outreach',
    cell: ({ outreach }) => outreach.status !== 'NONE' && label('outreach', outreach.status),
  },
];

const kept = 'leadlight.columns';
const usual = ['company', 'tier', 'fit', 'intent', 'why', 'last', 'owner'];

/** Columns chosen in this browser. */
export const chosenColumns = (): string[] => localStorage.getItem(kept)?.split(',') ?? usual;
export const chooseColumns = (keys: readonly string[]): void => localStorage.setItem(kept, keys.join(','));

interface LeadTableProps {
  readonly leads: readonly Lead[];
  readonly shown: readonly string[];
  readonly selected?: ReadonlySet<string>;
  /** Left out: rows cannot be selected. */
  readonly onSelect?: ((ids: ReadonlySet<string>) => void) | undefined;
}

export function LeadTable({ leads, shown, selected = new Set<string>(), onSelect }: LeadTableProps) {
  // Reasons are hidden from who may not see scores: no empty column.
  const told = leads.some(({ tierReason }) => tierReason);
  const drawn = columns.filter(({ key }) => shown.includes(key) && (key !== 'why' || told));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  const all = leads.length > 0 && leads.every(({ id }) => selected.has(id));
  return (
    <div class="table-scroll" role="region" aria-label={t('nav.leads')} tabIndex={0}>
      <table class="lead-table">
        <thead>
          <tr>
            {onSelect && (
              <th class="pick">
                <input
                  type="checkbox"
                  checked={all}
                  aria-label={t('leads.select-all')}
                  onChange={() => onSelect(new Set(all ? [] : leads.map(({ id }) => id)))}
                />
              </th>
            )}
            <th scope="col">{t('column.name')}</th>
            {drawn.map(({ key, number: right }) => (
              <th key={key} scope="col" class={right ? `num of-${key}` : `of-${key}`}>
                {label('column', key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => {
            const name = lead.profile.displayName ?? t('lead.no-name');
            return (
              <tr key={lead.id} class={selected.has(lead.id) ? 'picked' : undefined}>
                {onSelect && (
                  <td class="pick">
                    <input
                      type="checkbox"
                      checked={selected.has(lead.id)}
                      aria-label={t('leads.select', { name })}
                      onChange={() => toggle(lead.id)}
                    />
                  </td>
                )}
                <td class="name">
                  <a href={addressHere(`leads/${lead.id}`)} dir="auto">
                    {name}
                  </a>
                  <small dir="auto">{lead.profile.title ?? lead.profile.headline}</small>
                </td>
                {drawn.map(({ key, number: right, cell }) => (
                  <td key={key} class={right ? `num of-${key}` : `of-${key}`}>
                    {cell(lead)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
