/** The head of a column. Where an index of the list serves its order, a press sorts by it; the address says so. */
import type { ComponentChildren } from 'preact';
import { place, setQuery } from '../router';

export interface Sort {
  /** Value of `sortBy`. */
  readonly by: string;
  /** The order of the first press. Default: `desc`. */
  readonly first?: 'asc';
  /** Its other order is of no use, so it is not offered. */
  readonly oneWay?: boolean;
}

interface SortHeadProps {
  readonly class?: string | undefined;
  readonly sort?: Sort | undefined;
  /** The list's order when the address names none. Undefined: the list cannot be sorted. */
  readonly usual?: string | undefined;
  readonly children: ComponentChildren;
}

export function SortHead({ class: look, sort, usual, children }: SortHeadProps) {
  if (!sort || usual === undefined) {
    return (
      <th scope="col" class={look}>
        {children}
      </th>
    );
  }
  const { query } = place.value;
  const current = (query.get('sortBy') ?? usual) === sort.by;
  const order = query.get('sortOrder') === 'asc' ? 'asc' : 'desc';
  const other = order === 'asc' ? 'desc' : 'asc';
  const next = !current ? (sort.first ?? 'desc') : sort.oneWay ? order : other;
  return (
    <th scope="col" class={look} aria-sort={current ? (order === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => setQuery({ sortBy: sort.by, sortOrder: next === 'asc' ? next : null })}
      >
        {children}
        <span aria-hidden="true">{current ? (order === 'asc' ? '↑' : '↓') : '↕'}</span>
      </button>
    </th>
  );
}
