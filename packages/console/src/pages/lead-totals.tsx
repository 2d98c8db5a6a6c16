/** How many leads the filters show, and how many of other tiers they leave out. */
import { useRead } from '../api/read';
import type { Input } from '../api/operations';
import { t } from '../i18n';
import { addressHere, place } from '../router';

type Counted = Input<'count_leads'>;

/** Adds up counts. One that is a minimum makes the sum a minimum. */
function sumOf(groups: readonly { readonly count: number; readonly exact: boolean }[]) {
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    exact: groups.every(({ exact }) => exact),
  };
}

/** The address of the list with the tiers that its filter leaves out. */
function withEveryTier(): string {
  const query = new URLSearchParams(place.value.query);
  query.delete('leadTier');
  // An address that names nothing opens the usual list, which leaves tiers out.
  if (!query.has('sortBy')) query.set('sortBy', 'lastSignalAt');
  return addressHere(`leads?${query.toString()}`);
}

/**
 * Counts as the API does: exactly up to 1,000, and rounded down beyond.
 * @param filters of the list, with or without its order. Null: the list is not there yet.
 * @param rows that are drawn: paper holds those alone.
 */
export function useTotals(filters: object | null, rows: number) {
  // The parameters of the list are those of its counts, but for the order and the page.
  const { leadTier, sortBy: _by, sortOrder: _order, ...others } = (filters ?? {}) as Counted & Record<string, unknown>;
  const counted = useRead('count_leads', filters && { ...others, by: 'leadTier' });
  if (!counted.data) return { again: counted.again, line: null };
  const isShown = (tier: string | null) => leadTier === undefined || leadTier.some((one) => one === tier);
  const { groups } = counted.data;
  const shown = sumOf(groups.filter(({ value }) => isShown(value)));
  const left = sumOf(groups.filter(({ value }) => !isShown(value)));
  return {
    again: counted.again,
    line: (
      <p
        class="quiet totals"
        role="status"
        data-paper={rows < shown.count ? ` · ${t('leads.on-paper', { count: rows })}` : undefined}
      >
        {t(shown.exact ? 'leads.total' : 'leads.total-least', { count: shown.count })}
        {left.count > 0 && (
          <span class="on-screen">
            {' · '}
            <a class="text-link" href={withEveryTier()}>
              {t(left.exact ? 'leads.other-tiers' : 'leads.other-tiers-least', { count: left.count })}
            </a>
          </span>
        )}
      </p>
    ),
  };
}
