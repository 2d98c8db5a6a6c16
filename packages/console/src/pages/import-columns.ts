/**
 * How a person wants a table to be read. This browser remembers it: the next file with the same columns starts with that.
 */
import { workspaceId } from '../router';

/** A person's choices. */
export interface Chosen {
  /** Our names of columns by their index. Empty for a column that is left out. */
  readonly names: ReadonlyMap<number, string>;
  /** The kind of every row; empty when a column says it. */
  readonly kind: string;
  /** `dmy`, `mdy`, or empty. */
  readonly dates: string;
  readonly encoding: string;
  /** The address of the post for rows that name none. */
  readonly post: string;
}

export const nothingChosen: Chosen = { names: new Map(), kind: '', dates: '', encoding: '', post: '' };

/** As JSON can hold it. */
export const chosenAsJson = ({ names, ...others }: Chosen) => ({ ...others, names: [...names] });

const textOrNone = (value: unknown) => (typeof value === 'string' ? value : '');

/** Choices that were stored, perhaps by an earlier version of the page; undefined for anything else. */
export function chosenFromJson(value: unknown): Chosen | undefined {
  if (typeof value !== 'object' || value === null || !('names' in value) || !Array.isArray(value.names))
    return undefined;
  const pairs: readonly unknown[] = value.names;
  const { kind, dates, encoding, post }: { [name: string]: unknown } = { ...value };
  return {
    ...{ kind: textOrNone(kind), dates: textOrNone(dates), encoding: textOrNone(encoding), post: textOrNone(post) },
    names: new Map(
      pairs.flatMap((pair) =>
        Array.isArray(pair) && typeof pair[0] === 'number' ? [[pair[0], textOrNone(pair[1])] as const] : [],
      ),
    ),
  };
}

const most = 20;
const place = () => `leadlight.columns.${workspaceId.peek() ?? ''}`;
const columnsKey = (columns: readonly string[]) => columns.map((column) => column.trim().toLowerCase()).join('\n');

const isStored = (value: unknown): value is { readonly columns: string } =>
  typeof value === 'object' && value !== null && 'columns' in value && typeof value.columns === 'string';

function all() {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place()) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  } catch {
    return [];
  }
}

/** The choices for a table with these columns; undefined when none was imported here. */
export function storedColumns(columns: readonly string[]): Chosen | undefined {
  const key = columnsKey(columns);
  return chosenFromJson(all().find((one) => one.columns === key));
}

/** Remembers the choices, except the post: it is of one file. */
export function keepColumns(columns: readonly string[], chosen: Chosen): void {
  const key = columnsKey(columns);
  const next = [
    { ...chosenAsJson({ ...chosen, post: '' }), columns: key },
    ...all().filter((one) => one.columns !== key),
  ];
  localStorage.setItem(place(), JSON.stringify(next.slice(0, most)));
}
