/** When a key or an assistant called last, and how often in the last 30 days; no number where it did not. */
import { day, t } from '../i18n';
import type { Column } from './table';

interface Usage {
  readonly days: readonly { readonly calls: number }[];
}

interface Caller {
  readonly lastUsedAt: string | null;
  readonly usage: Usage;
}

function CallsOf({ usage }: { readonly usage: Usage }) {
  const count = usage.days.reduce((sum, one) => sum + one.calls, 0);
  return count === 0 ? null : <small>{t('usage.calls', { count })}</small>;
}

/** The column of a table of keys or assistants. */
export const lastUsed = (): Column<Caller> => ({
  key: 'used',
  head: t('keys.last-used'),
  cell: (row) => (
    <>
      {row.lastUsedAt ? day(row.lastUsedAt) : t('watchlist.never')}
      <CallsOf usage={row.usage} />
    </>
  ),
});
