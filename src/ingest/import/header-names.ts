/**
 * Names that the importing person gives to the columns of a table: `--columns "Voller Name=name,Firma=companyName"` and
 * `--kind`.
 */
import { ExportError } from './errors';
import { columnKey, type JsonObject } from './format';
import { membersOf } from './nested-columns';
import { columnWords } from './formats/column-words';
import { genericColumns, genericKinds } from './formats/generic';

/** The names given to a table's columns. */
export interface HeaderNames {
  /** Our column for a column of the file, by `columnKey`; empty for a column to leave out. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns whose cells are put together, by ours: `First + Last=name`. The first of them stands in `columns`. */
  readonly joined: readonly JoinedColumns[];
  /** The kind of every row, when no column says it. */
  readonly kind: string | undefined;
}

/** Columns, by `columnKey`, that together hold one of ours. */
interface JoinedColumns {
  readonly name: string;
  readonly parts: readonly string[];
  /** The columns as one, for a file in which a single column is called so. */
  readonly whole: string;
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
  const joined: JoinedColumns[] = [];
  const holder = new Map<string, string>();
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
    const written = pair.slice(0, at).trim();
    const other = name === '' ? undefined : holder.get(name);
    if (other !== undefined) {
      throw new ExportError(
        `--columns gives two columns to ${name}: ${other} and ${written}. A name in two columns is ` +
          `"${other}=firstName,${written}=lastName"; other columns are joined as "${other} + ${written}=${name}".`,
      );
    }
    if (name !== '') holder.set(name, written);
    const parts = written.split('+').map(columnKey);
    if (name !== '' && parts.length > 1 && parts.every((part) => part !== ''))
      joined.push({ name, parts, whole: theirs });
    else named.set(theirs, name);
  }
  return { columns: named, joined, kind };
}

/** The columns that a person named, for a file with these: where each of ours is found, and what is joined to it. */
function placesIn(keys: readonly string[], { columns, joined }: HeaderNames) {
  const named = new Map(columns);
  const joins = new Map<number, readonly number[]>();
  for (const { name, parts, whole } of joined) {
    if (keys.includes(whole)) {
      named.set(whole, name);
      continue;
    }
    const [first = '', ...others] = parts;
    named.set(first, name);
    for (const part of others) named.set(part, '');
    if (parts.every((part) => keys.includes(part)))
      joins.set(
        keys.indexOf(first),
        others.map((part) => keys.indexOf(part)),
      );
  }
  return { named, joins };
}

/** Names with those of others for columns that they leave open, unless what these become is named already. */
export function completedBy(names: HeaderNames, others: HeaderNames): HeaderNames {
  const taken = new Set([...names.columns.values(), ...names.joined.map(({ name }) => name)]);
  const spoken = new Set([...names.columns.keys(), ...names.joined.flatMap(({ parts, whole }) => [...parts, whole])]);
  const isFree = (name: string, parts: readonly string[]) =>
    !taken.has(name) && !parts.some((part) => spoken.has(part)) && !(name === 'kind' && names.kind !== undefined);
  return {
    columns: new Map([...names.columns, ...[...others.columns].filter(([theirs, name]) => isFree(name, [theirs]))]),
    joined: [...names.joined, ...others.joined.filter(({ name, parts }) => isFree(name, parts))],
    kind: names.kind,
  };
}

/** A header with the file's names replaced by ours. @throws ExportError for a column that the file does not have. */
export function renamedHeader(header: readonly string[], names: HeaderNames): string[] {
  const keys = header.map(columnKey);
  const { named } = placesIn(keys, names);
  for (const theirs of named.keys()) {
    if (keys.includes(theirs)) continue;
    throw new ExportError(`--columns names a column that the file lacks; it has ${header.slice(0, 20).join(', ')}.`);
  }
  const taken = new Set(named.values());
  // If a column already has our name but the person chose another one for it, the chosen one wins.
  const renamed = header.map(
    (cell, i) => named.get(keys[i] ?? '') ?? (taken.has(foundAs.get(keys[i] ?? '') ?? '') ? '' : cell),
  );
  return names.kind === undefined
    ? renamed
    : [...renamed.map((cell) => (foundAs.get(columnKey(cell)) === 'kind' ? '' : cell)), 'kind'];
}

/** The cells of rows that fit such a header. */
export function cellsUnder(
  header: readonly string[],
  names: HeaderNames,
): (cells: readonly string[]) => readonly string[] {
  const { joins } = placesIn(header.map(columnKey), names);
  const { length: width } = header;
  const { kind } = names;
  if (kind === undefined && joins.size === 0) return (cells) => cells;
  return (cells) => {
    const whole = [...cells, ...Array.from<string>({ length: Math.max(0, width - cells.length) }).fill('')];
    for (const [at, others] of joins) {
      whole[at] = [at, ...others]
        .map((place) => cells[place]?.trim() ?? '')
        .filter((cell) => cell !== '')
        .join(' ');
    }
    if (kind !== undefined) whole.splice(width, 0, kind);
    return whole;
  };
}

/**
 * An item under our names. Members inside others are named by their path, `actor.name=name`. A member that the item lacks is
 * empty, since items of one file differ.
 */
export function renamedItem(item: JsonObject, names: HeaderNames): JsonObject {
  const members = [...membersOf(item)];
  const keys = members.map(([path]) => columnKey(path));
  const { named, joins } = placesIn(keys, names);
  const taken = new Set(named.values());
  const renamed: Record<string, unknown> = {};
  for (const [at, [path, text]] of members.entries()) {
    const key = keys[at] ?? '';
    const ours = named.get(key);
    const joinedTo = joins.get(at) ?? [];
    const value = [text, ...joinedTo.map((other) => members[other]?.[1] ?? '')].filter((part) => part !== '').join(' ');
    if (ours !== undefined && ours !== '') renamed[ours] = value;
    else if (ours === undefined && !path.includes('.') && !taken.has(foundAs.get(key) ?? '')) renamed[path] = value;
  }
  if (names.kind === undefined) return renamed;
  const others = Object.entries(renamed).filter(([key]) => foundAs.get(columnKey(key)) !== 'kind');
  return { ...Object.fromEntries(others), kind: names.kind };
}

/** Our column, by every name under which the generic format finds it. */
export const foundAs: ReadonlyMap<string, string> = new Map([
  ...Object.entries(columnWords).flatMap(([name, words]) => words.map((word) => [columnKey(word), name] as const)),
  ...ours,
]);

/** Our column for each column of a table; null for one that is not read. @param names given by the importing person. */
export function readAs(header: readonly string[], names: HeaderNames | undefined): (string | null)[] {
  const keys = header.map(columnKey);
  const { named, joins } = placesIn(keys, names ?? { columns: new Map(), joined: [], kind: undefined });
  const taken = new Set(named.values());
  const second = new Map([...joins].flatMap(([at, others]) => others.map((other) => [other, at] as const)));
  return keys.map((key, at) => {
    const first = second.get(at);
    const said = named.get(keys[first ?? at] ?? '');
    if (said !== undefined) return said || null;
    const found = foundAs.get(key) ?? null;
    // A chosen column comes first, and `--kind` overrides a column with the kind.
    if (found === null || taken.has(found) || (found === 'kind' && names?.kind !== undefined)) return null;
    return found;
  });
}

/** Our columns with the kinds of rows that have them, for a person who names columns of a table. */
export const columnChoices = Object.entries(genericColumns).map(([name, column]) => {
  const { kinds, required = [] }: { kinds: readonly string[]; required?: readonly string[] } = column;
  return { name, kinds, required };
});
