/**
 * Nested items as columns, both ways. A download as CSV writes `actor.name` of an item as the column `actor/name`, and the first
 * of a list as `replies/0/actor/name`. A person who names columns of JSON writes `actor.name`.
 */
import { isObject, type JsonObject } from './format';

/** Deeper than any item of an exporter. */
const mostParts = 12;
/** Most members that are listed of an item. */
const mostMembers = 200;

/** Whether some columns are paths into items. */
export const isNested = (header: readonly string[]): boolean =>
  header.some((column) => /^[\w$-]+(?:[/.][\w$-]+)+$/.test(column.trim()));

type Node = string | boolean | Map<string, Node>;

/** Reads cells as an item. Empty cells are absent members. */
export function itemOfCells(header: readonly string[]): (cells: readonly string[]) => JsonObject {
  const paths = header.map((column) => column.trim().split(/[/.]/).slice(0, mostParts));
  return (cells) => {
    const root = new Map<string, Node>();
    cells.forEach((cell, at) => {
      const path = paths[at];
      if (cell !== '' && path !== undefined) put(root, path, cell);
    });
    return Object.fromEntries([...root].map(([key, node]) => [key, valueOf(node)]));
  };
}

function put(root: Map<string, Node>, path: readonly string[], cell: string): void {
  let node = root;
  for (const part of path.slice(0, -1)) {
    const next = node.get(part);
    const inner = next instanceof Map ? next : new Map<string, Node>();
    node.set(part, inner);
    node = inner;
  }
  node.set(path.at(-1) ?? '', /^(?:true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell);
}

function valueOf(node: Node): unknown {
  if (!(node instanceof Map)) return node;
  const keys = [...node.keys()];
  if (keys.every((key) => /^\d{1,6}$/.test(key))) {
    return [...node].sort(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => valueOf(inner));
  }
  return Object.fromEntries([...node].map(([key, inner]) => [key, valueOf(inner)]));
}

/** The members of an item that hold a single value, by their path: `actor.name`. Lists are left out. */
export function membersOf(item: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (value: JsonObject, before: string, depth: number) => {
    for (const [key, inner] of Object.entries(value)) {
      if (found.size >= mostMembers) return;
      const path = before === '' ? key : `${before}.${key}`;
      if (isObject(inner)) {
        if (depth < mostParts) walk(inner, path, depth + 1);
      } else if (typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean') {
        found.set(path, String(inner));
      }
    }
  };
  walk(item, '', 1);
  return found;
}

/** Items as a table: their members by path, and a row for each. */
export function tableOfItems(items: readonly JsonObject[]): {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const members = items.map(membersOf);
  const header = [...new Set(members.flatMap((one) => [...one.keys()]))].slice(0, mostMembers);
  return { header, rows: members.map((one) => header.map((path) => one.get(path) ?? '')) };
}

/** The members of items that hold lists of objects. */
export const listsOf = (items: readonly JsonObject[]): readonly string[] => {
  const isList = (value: unknown) => Array.isArray(value) && value.some(isObject);
  return [...new Set(items.flatMap((item) => Object.keys(item).filter((key) => isList(item[key]))))].slice(
    0,
    mostMembers,
  );
};
