/**
 * Remembers in this browser how a person named the columns of a table. The next file with the same columns starts with that.
 */
import { workspaceId } from '../router';

export interface NamedColumns {
  /** Our names of columns by their index. Empty for a column that is left out. */
  readonly names: ReadonlyMap<number, string>;
  /** The kind of every row; empty when a column says it. */
  readonly kind: string;
}

interface Kept {
  readonly columns: string;
  readonly names: readonly (readonly [at: number, name: string])[];
  readonly kind: string;
}

const most = 20;
const place = () => `leadlight.columns.${workspaceId.peek() ?? ''}`;
const columnsKey = (columns: readonly string[]) => columns.map((column) => column.trim().toLowerCase()).join('\n');

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'columns' in value &&
  typeof value.columns === 'string' &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  'names' in value &&
  Array.isArray(value.names) &&
  value.names.every(
    (pair: unknown) => Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'string',
  );

function all(): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** The names chosen for a table with these columns; undefined when none was imported here. */
export function storedColumns(columns: readonly string[]): NamedColumns | undefined {
  const key = columnsKey(columns);
  const found = all().find((one) => one.columns === key);
  return found && { names: new Map(found.names), kind: found.kind };
}

export function keepColumns(columns: readonly string[], { names, kind }: NamedColumns): void {
  const key = columnsKey(columns);
  const next = [{ columns: key, names: [...names], kind }, ...all().filter((one) => one.columns !== key)];
  localStorage.setItem(place(), JSON.stringify(next.slice(0, most)));
}
