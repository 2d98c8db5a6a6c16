/** Moves through the rows of a page with the keyboard. The link of a row gets the focus, so Enter opens it. */
import { useShortcuts } from './shortcuts';

const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('a[href]') ?? null;
const rowsHere = () =>
  [...document.querySelectorAll<HTMLElement>('main tbody tr, main .stream > li')].filter((row) => linkOf(row) !== null);

/** The row with the focus. */
export const focusedRow = (): HTMLElement | undefined => rowsHere().find((row) => row.contains(document.activeElement));

/** Gives the focus to a row, so that it can be seen. */
export function focusRow(row: Element | null | undefined): void {
  row?.scrollIntoView({ block: 'nearest' });
  linkOf(row)?.focus({ preventScroll: true });
}

/** Moves the focus to another row, or to the first visible one when no row has it. */
function moveRow(by: 1 | -1): void {
  const rows = rowsHere();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const inSight = rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  focusRow(rows[at < 0 ? Math.max(0, inSight) : at + by]);
}

/** Arrows, `j` and `k` move through the rows. */
export function useRowKeys(): void {
  const when = () => rowsHere().length > 0;
  const down = { act: () => moveRow(1), text: 'key.next-row', when } as const;
  const up = { act: () => moveRow(-1), text: 'key.previous-row', when } as const;
  useShortcuts({ j: down, ArrowDown: down, k: up, ArrowUp: up });
}
