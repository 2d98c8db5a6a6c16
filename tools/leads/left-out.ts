import { dispositions } from '../../src/shared/values';
import type { Workspace } from '../../src/workspace/workspace';

/** How many leads and watched profiles are looked at. */
const most = 20;

/** `1 ACTIVE, 2 CLIENT`: how often each value is there. */
function counted(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of [...values].sort()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${count} ${value}`).join(', ');
}

/**
 * Says of a search that found no lead whom it finds elsewhere: leads that the other filters or their disposition leave out, and
 * watched profiles if the caller may read them. Undefined if nobody. It looks at the first 20 of each, and names nobody.
 */
export async function leftOut(
  { store, dataAccess }: Pick<Workspace, 'store' | 'dataAccess'>,
  search: string | undefined,
): Promise<string | undefined> {
  if (search === undefined) return undefined;
  const page = { limit: most, after: null };
  const [leads, profiles] = await Promise.all([
    store.leads.list({ search, disposition: dispositions }, page),
    dataAccess.watchlist
      ? store.profiles.list({ search, sortBy: 'createdAt', sortOrder: 'desc' }, page)
      : { rows: [], next: null },
  ]);
  const found = (what: string, values: readonly string[], next: unknown) =>
    values.length === 0 ? [] : [`${what}: ${counted(values)}${next === null ? '' : ' and more'}.`];
  const sentences = [
    ...found(
      'Without the other filters and the disposition, the search finds leads',
      leads.rows.map(({ disposition }) => disposition),
      leads.next,
    ),
    ...found(
      'On the watchlist it finds',
      profiles.rows.map(({ profile_type }) => profile_type),
      profiles.next,
    ),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}
