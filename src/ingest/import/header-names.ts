/** Names that the importing person gives to the columns of a table: `--columns "Voller Name=name,Firma=companyName"` and `--kind`. */
import { ExportError } from './errors';
import { columnKey } from './format';
import { columnWords } from './formats/column-words';
import { genericColumns, genericKinds } from './formats/generic';

/** What was said of a table's columns. */
export interface HeaderNames {
  /** Our column for a column of the file, by `columnKey`; empty for one that is left out. */
  readonly columns: ReadonlyMap<string, string>;
  /** What each row is, where no column says. */
  readonly kind: string | undefined;
}

/** Names that answers use where the generic format has a shorter one. */
const alsoCalled = new Map([
  ['displayname', 'name'],
  ['company', 'companyName'],
]);
/** Said of a column that is not read. */
const leftOut = '-';
const ours = new Map([...alsoCalled, ...Object.keys(genericColumns).map((name) => [columnKey(name), name] as const)]);

/**
 * Reads the two flags.
 * @returns undefined where neither was given.
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
        `--columns has ${JSON.stringify(pair.trim().slice(0, 80))}; write "their name=our name", ours being one of ` +
          `${Object.keys(genericColumns).join(', ')}, or - to leave the column out.`,
      );
    }
    named.set(theirs, name);
  }
  return { columns: named, kind };
}

/** A header with our names in the place of theirs. @throws ExportError for a column that the file does not have. */
export function renamedHeader(header: readonly string[], { columns, kind }: HeaderNames): string[] {
  const keys = header.map(columnKey);
  for (const theirs of columns.keys()) {
    if (keys.includes(theirs)) continue;
    throw new ExportError(`--columns names a column that the file lacks; it has ${header.slice(0, 20).join(', ')}.`);
  }
  const taken = new Set(columns.values());
  // A column that is called by our name and was not meant gives way to the one that was.
  const renamed = header.map(
    (cell, i) => columns.get(keys[i] ?? '') ?? (taken.has(ours.get(keys[i] ?? '') ?? '') ? '' : cell),
  );
  return kind === undefined ? renamed : [...renamed.map((cell) => (columnKey(cell) === 'kind' ? '' : cell)), 'kind'];
}

/** The cells of a row under such a header. */
export function cellsUnder(cells: readonly string[], width: number, { kind }: HeaderNames): readonly string[] {
  if (kind === undefined) return cells;
  const whole = [...cells, ...Array.from<string>({ length: Math.max(0, width - cells.length) }).fill('')];
  whole.splice(width, 0, kind);
  return whole;
}

/** Our column for every name that the generic format finds it under. */
export const foundAs: ReadonlyMap<string, string> = new Map([
  ...Object.entries(columnWords).flatMap(([name, words]) => words.map((word) => [columnKey(word), name] as const)),
  ...ours,
]);

/** As which of our columns each column of a table is read; null where it is left alone. @param names what was said of them. */
export function readAs(header: readonly string[], names: HeaderNames | undefined): (string | null)[] {
  const taken = new Set(names?.columns.values());
  return header.map((cell) => {
    const key = columnKey(cell);
    const said = names?.columns.get(key);
    if (said !== undefined) return said || null;
    const found = foundAs.get(key) ?? null;
    // The one that was meant comes first, and a kind that was said beats the column that says it.
    if (found === null || taken.has(found) || (found === 'kind' && names?.kind !== undefined)) return null;
    taken.add(found);
    return found;
  });
}

/** Our columns, and for which kinds of rows each counts, for who names those of a table. */
export const columnChoices = Object.entries(genericColumns).map(([name, column]) => {
  const { kinds, required = [] }: { kinds: readonly string[]; required?: readonly string[] } = column;
  return { name, kinds, required };
});
