/**
 * Names that the importing person gives to the columns of a table: `--columns "Voller Name=name,Firma=companyName"` and
 * `--kind`.
 */
import { ExportError } from './errors';
import { columnKey } from './format';
import { columnWords } from './formats/column-words';
import { genericColumns, genericKinds } from './formats/generic';

/** The names given to a table's columns. */
export interface HeaderNames {
  /** Our column for a column of the file, by `columnKey`; empty for a column to leave out. */
  readonly columns: ReadonlyMap<string, string>;
  /** The kind of every row, when no column says it. */
  readonly kind: string | undefined;
}

/** Names that answers use for columns whose name in the generic format is shorter. */
const alsoCalled = new Map([
  ['displayname', 'name'],
  ['company', 'companyName'],
]);
/** The name for a column to leave out. */
const leftOut = '-';
const ours = new Map([...alsoCalled, ...Object.keys(genericColumns).map((name) => [columnKey(name), name] as const)]);

/**
 * Reads the two flags.
 * @returns undefined when neither is given.
 * @throws ExportError naming what is wrong and what is allowed.
 */
export function headerNamesOf(columns: string | undefined, kind: string | undefined): HeaderNames | undefined {
  if (columns === undefined && kind === undefined) return undefined;
  const kinds: readonly string[] = genericKinds;
  if (kind !== undefined && !kinds.includes(kind)) {
    throw new ExportError(`--kind must be one of ${genericKinds.join(', ')}.`);
  }
  const named = new Map<string, string>();
  for (const pair of (columns ?? '').split(',')) {
    if (pair.trim() === '') continue;
    const at = pair.lastIndexOf('=');
    const [theirs, wanted] = [columnKey(pair.slice(0, Math.max(0, at))), pair.slice(at + 1).trim()];
    const name = wanted === leftOut ? '' : ours.get(columnKey(wanted));
    if (at < 1 || theirs === '' || name === undefined) {
      throw new ExportError(
        `--columns has ${JSON.stringify(pair.trim().slice(0, 80))}; write "their name=our name", where our name is one of ` +
          `${Object.keys(genericColumns).join(', ')}, or - to leave the column out.`,
      );
    }
    named.set(theirs, name);
  }
  return { columns: named, kind };
}

/** A header with the file's names replaced by ours. @throws ExportError for a column that the file does not have. */
export function renamedHeader(header: readonly string[], { columns, kind }: HeaderNames): string[] {
  const keys = header.map(columnKey);
  for (const theirs of columns.keys()) {
    if (keys.includes(theirs)) continue;
    throw new ExportError(`--columns names a column that the file lacks; it has ${header.slice(0, 20).join(', ')}.`);
  }
  const taken = new Set(columns.values());
  // If a column already has our name but the person chose another one for it, the chosen one wins.
  const renamed = header.map(
    (cell, i) => columns.get(keys[i] ?? '') ?? (taken.has(ours.get(keys[i] ?? '') ?? '') ? '' : cell),
  );
  return kind === undefined ? renamed : [...renamed.map((cell) => (columnKey(cell) === 'kind' ? '' : cell)), 'kind'];
}

/** The cells of a row that fit such a header. */
export function cellsUnder(cells: readonly string[], width: number, { kind }: HeaderNames): readonly string[] {
  if (kind === undefined) return cells;
  const whole = [...cells, ...Array.from<string>({ length: Math.max(0, width - cells.length) }).fill('')];
  whole.splice(width, 0, kind);
  return whole;
}

/** Our column, by every name under which the generic format finds it. */
export const foundAs: ReadonlyMap<string, string> = new Map([
  ...Object.entries(columnWords).flatMap(([name, words]) => words.map((word) => [columnKey(word), name] as const)),
  ...ours,
]);

/** Our column for each column of a table; null for one that is not read. @param names given by the importing person. */
export function readAs(header: readonly string[], names: HeaderNames | undefined): (string | null)[] {
  const taken = new Set(names?.columns.values());
  return header.map((cell) => {
    const key = columnKey(cell);
    const said = names?.columns.get(key);
    if (said !== undefined) return said || null;
    const found = foundAs.get(key) ?? null;
    // A chosen column comes first, and `--kind` overrides a column with the kind.
    if (found === null || taken.has(found) || (found === 'kind' && names?.kind !== undefined)) return null;
    taken.add(found);
    return found;
  });
}

/** Our columns with the kinds of rows that have them, for a person who names columns of a table. */
export const columnChoices = Object.entries(genericColumns).map(([name, column]) => {
  const { kinds, required = [] }: { kinds: readonly string[]; required?: readonly string[] } = column;
  return { name, kinds, required };
});
