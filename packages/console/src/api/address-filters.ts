/** Filters of a list in an address, with the API's own names, so that a link is a saved view. */

/** The type of a parameter in an operation's input. */
export type FilterKind = 'text' | 'number' | 'flag' | 'list' | 'values';

export type FilterKinds = Readonly<Record<string, FilterKind>>;

/**
 * Reads the parameters that a list knows. Lists are comma-separated. `values` may contain commas, so each has a parameter of
 * its own.
 */
export function filtersOf(query: URLSearchParams, kinds: FilterKinds): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const given = query.getAll(name).filter((value) => value !== '');
    const [first] = given;
    if (first === undefined) continue;
    input[name] =
      kind === 'list'
        ? [...new Set(given.flatMap((value) => value.split(',')))]
        : kind === 'values'
          ? given
          : kind === 'number'
            ? Number(first)
            : kind === 'flag'
              ? first === 'true'
              : first;
  }
  return input;
}

/** The date of that many days ago, `YYYY-MM-DD`. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
