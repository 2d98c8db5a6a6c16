/** What a format is, and the two ways to write one: by columns (tables and flat objects) or by nested items. */
import { refuse, type Out, type ReadContext } from './context';
import type { Position } from './records';

/** A JSON object as read from a file. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The beginning of a file, for detecting its format. */
export interface Sample {
  /** Column names or the items' keys, as `columnKey` writes them. */
  readonly columns: ReadonlySet<string>;
  /** The first items; none for a table. */
  readonly items: readonly JsonObject[];
}

/** Reads one row of a table. */
export type RowReader = (cells: readonly string[], at: Position, out: Out) => void;
/** Reads one item. */
export type ItemReader = (item: JsonObject, at: Position, out: Out) => void;

export interface Format {
  /** The name for `--format`. */
  readonly name: string;
  /** The name for people. */
  readonly label: string;
  /** What it provides, in a sentence. */
  readonly brings: string;
  /** Column names or item fields that it reads, spelled as in such files. For the documentation. */
  readonly reads: readonly string[];
  /** The kinds of file it is read from. */
  readonly containers: readonly ('CSV' | 'JSON')[];
  /** How likely the sample is of this format: 0 not at all, 100 certainly. */
  detect(sample: Sample): number;
  /**
   * What a column of a table, or a member of an item, becomes: our name for it; null when it is not used. Absent: what it reads
   * is listed in `reads`.
   */
  readonly becomes?: (column: string) => string | null;
  /** Whether it knows a column, used or not. Absent for formats of nested items. */
  readonly knows?: (column: string) => boolean;
  /** Absent when the format is never a table. */
  readonly rows?: (header: readonly string[], context: ReadContext) => RowReader;
  readonly items: (context: ReadContext) => ItemReader;
}

/** What tools and forms put behind a column's name, which says nothing of what it holds. */
const notesInBrackets = /\((?:utc|gmt|required|optional)\)/i;

/**
 * `profileLink`, `Profile Link` and `profile_link` are one column: `profilelink`. So are `Prénom` and `PRENOM`, `Date` and
 * `Date (UTC)`.
 */
export function columnKey(given: string): string {
  const name = given.includes('(') ? given.replace(notesInBrackets, '') : given;
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const bare = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return bare.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The names of columns in files, by our name. The usual one comes first. */
export type Columns = Readonly<Record<string, readonly string[] | undefined>>;

/** The value of a column in the current row: the text as it is, null when empty or absent. */
export type Get<C extends Columns> = (column: keyof C & string) => string | null;

/** Names of formats' columns that have another one in the generic format. Null: read to recognise the format, or not used. */
const genericNames: Readonly<Record<string, string | null>> = {
  link: 'profileUrl',
  username: 'profileUrl',
  defaultProfileUrl: 'profileUrl',
  linkedInProfileUrl: 'profileUrl',
  vmid: 'memberId',
  urn: 'memberId',
  memberNumber: 'memberId',
  post: 'postUrl',
  seenAt: 'observedAt',
  commentedAt: 'occurredAt',
  comment: 'commentText',
  commentUrl: 'commentId',
  type: 'kind',
  hasLiked: 'kind',
  hasCommented: 'kind',
  hasReposted: 'kind',
  content: 'commentText',
  state: 'region',
  secondLastName: 'lastName',
  levels: 'seniority',
  role: 'function',
  titleClass: 'function',
  subRole: 'function',
  ...{
    degree: null,
    query: null,
    companyId: null,
    status: null,
    signal: null,
    connections: null,
    error: null,
    connectedOn: null,
    shared: null,
    media: null,
    visibility: null,
    happenedAt: null,
    message: null,
    what: null,
  },
};

interface FlatDefinition<C extends Columns> {
  readonly name: string;
  readonly label: string;
  readonly brings: string;
  readonly columns: C;
  /** @param has whether the sample has the column. */
  detect(has: (column: keyof C & string) => boolean, sample: Sample): number;
  /** Reads one row. `open` is called once per file. `raw` gives the row for a refusal. `has`: the file has the column. */
  open(
    context: ReadContext,
  ): (get: Get<C>, at: Position, out: Out, raw: () => string, has: (column: keyof C & string) => boolean) => void;
}

/** A format whose rows are rows of a table or flat objects. */
export function flatFormat<const C extends Columns>(definition: FlatDefinition<C>): Format {
  const names = Object.keys(definition.columns);
  const aliases = new Map(names.map((name) => [name, [...new Set((definition.columns[name] ?? []).map(columnKey))]]));
  const byKey = new Map<string, string>();
  for (const [name, keys] of aliases) for (const key of keys) if (!byKey.has(key)) byKey.set(key, name);
  /**
   * Where each of our columns is in the file. A file may have several of its names, as when exports of two years were joined:
   * each row is read by the first one that it fills.
   */
  const placesOf = (columns: readonly string[]): Readonly<Record<string, readonly number[]>> => {
    // Two columns may also be called the same.
    const placesByKey = new Map<string, number[]>();
    for (const [at, key] of columns.entries()) {
      const places = placesByKey.get(key);
      if (places) places.push(at);
      else placesByKey.set(key, [at]);
    }
    return Object.fromEntries(
      [...aliases].map(([name, keys]) => [name, keys.flatMap((key) => placesByKey.get(key) ?? [])] as const),
    );
  };
  return {
    name: definition.name,
    label: definition.label,
    brings: definition.brings,
    reads: names.flatMap((name) => definition.columns[name] ?? []),
    containers: ['CSV', 'JSON'],
    knows: (column) => byKey.has(columnKey(column)),
    becomes(column) {
      const name = byKey.get(columnKey(column));
      if (name === undefined) return null;
      const renamed = genericNames[name];
      return renamed === undefined ? name : renamed;
    },
    detect: (sample) =>
      definition.detect((name) => (aliases.get(name) ?? []).some((key) => sample.columns.has(key)), sample),
    rows(header, context) {
      const places = placesOf(header.map(columnKey));
      const read = definition.open(context);
      let row: readonly string[] = [];
      const get: Get<C> = (column) => {
        for (const at of places[column] ?? []) {
          const cell = row[at];
          if (cell && (cell.charCodeAt(0) > space || cell.trim() !== '')) return cell;
        }
        return null;
      };
      const raw = () => row.join(', ');
      return (cells, at, out) => {
        row = cells;
        if (cells.length > header.length && cells.slice(header.length).some((cell) => cell !== '')) {
          refuse(out, at, `${String(cells.length)} cells where the header has ${String(header.length)}`, raw());
        } else {
          read(get, at, out, raw, (column) => (places[column] ?? []).length > 0);
        }
      };
    },
    items(context) {
      const read = definition.open(context);
      let keys: readonly string[] = [];
      let places: Readonly<Record<string, readonly number[]>> = {};
      let item: JsonObject = {};
      const get: Get<C> = (column) => {
        for (const at of places[column] ?? []) {
          const text = textOrNull(item[keys[at] ?? '']);
          if (text !== null) return text;
        }
        return null;
      };
      return (given, at, out) => {
        item = given;
        const own = Object.keys(given);
        // The items of one file mostly have the same keys in the same order.
        if (own.length !== keys.length || own.some((key, position) => key !== keys[position])) {
          keys = own;
          places = placesOf(own.map(columnKey));
        }
        read(
          get,
          at,
          out,
          () => JSON.stringify(given),
          (column) => (places[column] ?? []).length > 0,
        );
      };
    },
  };
}

const space = 32;

/** A JSON value as text: texts, numbers and booleans, and lists of them joined; null otherwise. */
function textOrNull(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.flatMap((part) => textOrNull(part) ?? []).join(', ') || null;
  return null;
}

/** The text at a path of keys: `textAt(item, 'actor', 'name')`. */
export function textAt(item: JsonObject, ...path: readonly string[]): string | null {
  let value: unknown = item;
  for (const key of path) {
    if (!isObject(value)) return null;
    value = value[key];
  }
  return textOrNull(value);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key; an empty one when there is none. */
export function objectAt(item: JsonObject, key: string): JsonObject {
  const value = item[key];
  return isObject(value) ? value : {};
}
