/** Leads as rows of constant height, with the columns that the reader chose. */
import type { ComponentChildren } from 'preact';
import type { Lead } from '../api/operations';
import { useIdle } from '../components/idle';
import { Ago, LastSeen, Tier } from '../components/lead-parts';
import { Doubt } from '../components/reading';
import { focusedRow, useRowKeys } from '../components/row-keys';
import { useShortcuts } from '../components/shortcuts';
import { SortHead, type Sort } from '../components/sort-head';
import { country, label, number, t } from '../i18n';
import { addressHere } from '../router';

interface LeadColumn {
  readonly key: string;
  /** Minimum width. Spare space is distributed in proportion. */
  readonly width: number;
  readonly number?: boolean;
  readonly sort?: Sort;
  readonly cell: (lead: Lead) => ComponentChildren;
}

function IntentBar({ score }: { readonly score: number | null }) {
  if (score === null) return <>–</>;
  return (
    <span class="intent-cell" style={{ '--level': `${score}%` }}>
      {number(score)}
    </span>
  );
}

export const columns: readonly LeadColumn[] = [
  {
    key: 'company',
    width: 134,
    cell: ({ account, profile }) =>
      account ? (
        <a class="plain-link" href={addressHere(`accounts/${encodeURIComponent(account.id)}`)} dir="auto">
          {profile.companyName ?? account.name}
        </a>
      ) : (
        <span dir="auto">{profile.companyName}</span>
      ),
  },
  // Tier, grade and fresh intent together: its end is who is worth a call least, which nobody asks for.
  { key: 'tier', width: 154, sort: { by: 'priority', oneWay: true }, cell: ({ leadTier }) => <Tier tier={leadTier} /> },
  { key: 'fit', width: 80, number: true, cell: ({ fitGrade }) => fitGrade ?? '–' },
  { key: 'intent', width: 100, cell: ({ intentScore }) => <IntentBar score={intentScore} /> },
  { key: 'why', width: 160, cell: ({ tierReason }) => <span class="cut-box">{tierReason}</span> },
  {
    key: 'last',
    width: 100,
    number: true,
    sort: { by: 'lastSignalAt' },
    cell: ({ lastSignalAt, lastDatedSignalAt }) => <LastSeen at={lastSignalAt} dated={lastDatedSignalAt} />,
  },
  {
    key: 'owner',
    width: 94,
    cell: ({ owner }) => owner?.displayName ?? <span class="quiet">{t('lead.nobody')}</span>,
  },
  { key: 'country', width: 110, cell: ({ profile: { location } }) => location.country && country(location.country) },
  {
    key: 'outreach',
    width: 120,
    cell: ({ outreach }) => outreach.status !== 'NONE' && label('outreach', outreach.status),
  },
  {
    key: 'found',
    width: 96,
    number: true,
    sort: { by: 'createdAt' },
    cell: ({ createdAt }) => <Ago time={createdAt} />,
  },
  {
    key: 'changed',
    width: 104,
    number: true,
    sort: { by: 'updatedAt' },
    cell: ({ updatedAt }) => <Ago time={updatedAt} />,
  },
];

const pickWidth = 40;
const nameWidth = 210;

const columnsKey = 'leadlight.columns';
/** Without a choice: what fits beside the navigation. Tier and reason say what fit and intent come to. */
const usual = () =>
  window.innerWidth < 1200
    ? ['company', 'tier', 'why', 'last']
    : ['company', 'tier', 'fit', 'intent', 'why', 'last', 'owner'];

/** Columns chosen in this browser. */
export const chosenColumns = (): string[] => localStorage.getItem(columnsKey)?.split(',') ?? usual();
export const chooseColumns = (keys: readonly string[]): void => localStorage.setItem(columnsKey, keys.join(','));

interface LeadTableProps {
  readonly leads: readonly Lead[];
  readonly shown: readonly string[];
  /** The order of the list when the address names none. Left out: no column sorts. */
  readonly sortedBy?: string;
  readonly selected?: ReadonlySet<string>;
  /** Left out: rows cannot be selected. */
  readonly onSelect?: ((ids: ReadonlySet<string>) => void) | undefined;
  /** Draws what fits on a screen, and the rest when that is painted. */
  readonly inTwo?: boolean;
}

/** As many rows as the screen has room for: each is at least 54 px high on a wide screen. */
const firstRows = () => Math.ceil(window.innerHeight / 54);

/** The lead of the row that has the focus. */
export const focusedLead = (): string | undefined => focusedRow()?.dataset['lead'];

export function LeadTable(props: LeadTableProps) {
  const { leads, shown, sortedBy, selected = new Set<string>(), onSelect, inTwo = false } = props;
  const idle = useIdle();
  const whole = idle || !inTwo;
  // Reasons are hidden from who may not see scores: no empty column.
  const hasReasons = leads.some(({ tierReason }) => tierReason);
  const drawn = columns.filter(({ key }) => shown.includes(key) && (key !== 'why' || hasReasons));
  const toggle = (id: string | undefined) => {
    if (id === undefined) return;
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  const least = drawn.reduce((sum, { width }) => sum + width, nameWidth + (onSelect ? pickWidth : 0));
  const all = leads.length > 0 && leads.every(({ id }) => selected.has(id));
  useRowKeys();
  useShortcuts(onSelect ? { x: { act: () => toggle(focusedLead()), text: 'key.pick' } } : {});
  return (
    <div class="table-scroll" role="region" aria-label={t('nav.leads')} tabIndex={0}>
      <table class="lead-table" style={{ minWidth: `${least}px` }}>
        <colgroup>
          {onSelect && <col class="pick" style={{ width: `${pickWidth}px` }} />}
          <col style={{ width: `${nameWidth}px` }} />
          {drawn.map(({ key, width }) => (
            <col key={key} style={{ width: `${width}px` }} />
          ))}
        </colgroup>
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
            {drawn.map(({ key, number: right, sort }) => (
              <SortHead key={key} class={right ? `num of-${key}` : `of-${key}`} sort={sort} usual={sortedBy}>
                {label('column', key)}
              </SortHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {(whole ? leads : leads.slice(0, firstRows())).map((lead) => (
            <LeadRow
              key={lead.id}
              lead={lead}
              drawn={drawn}
              picked={selected.has(lead.id)}
              {...(onSelect ? { onPick: () => toggle(lead.id) } : {})}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LeadRow(props: {
  readonly lead: Lead;
  readonly drawn: readonly LeadColumn[];
  readonly picked: boolean;
  readonly onPick?: () => void;
}) {
  const { lead, drawn, picked, onPick } = props;
  const name = lead.profile.displayName ?? t('lead.no-name');
  return (
    <tr class={picked ? 'picked' : undefined} data-lead={lead.id}>
      {onPick && (
        <td class="pick">
          <input type="checkbox" checked={picked} aria-label={t('leads.select', { name })} onChange={onPick} />
        </td>
      )}
      <td class="name">
        <a href={addressHere(`leads/${lead.id}`)} dir="auto">
          {name}
        </a>
        <small dir="auto">
          {lead.profile.title ?? lead.profile.headline} <Doubt confidence={lead.profile.readConfidence} brief />
        </small>
      </td>
      {drawn.map(({ key, number: right, cell }) => (
        <td key={key} class={right ? `num of-${key}` : `of-${key}`}>
          {cell(lead)}
        </td>
      ))}
    </tr>
  );
}
