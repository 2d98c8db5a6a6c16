/**
 * Page cursors: opaque, at most 256 characters, and valid only for the list they came from. The list (workspace, query,
 * filters, sort) is not part of the cursor but covered by its MAC, so a cursor used anywhere else is rejected as broken.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Position } from '../store/statements/keyset';

const macLength = 12;

/**
 * Stands for the first page where a cursor is expected, for tools that send every parameter of a document with its example. No
 * cursor reads like it: each is longer than its MAC.
 */
export const firstPage = 'start';

/** The list a cursor belongs to, as one text. Values of a filter are sorted, because their order does not matter. */
export function listIdentity(
  organizationId: string,
  query: string,
  filters: Readonly<Record<string, unknown>>,
): string {
  const entries = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return JSON.stringify([organizationId, query, entries]);
}

/** Writes a position as a cursor. Text keys must not contain a line break. */
export function writeCursor(key: Buffer, list: string, position: Position): string {
  const keys = position.keys.map((value) => (typeof value === 'number' ? `n${value}` : `s${value}`));
  const payload = Buffer.from([position.revision, position.id, ...keys].join('\n'), 'utf8');
  return Buffer.concat([mac(key, list, payload), payload]).toString('base64url');
}

/** Reads a cursor. Undefined when it is broken, tampered with, or of another list. */
export function readCursor(key: Buffer, list: string, cursor: string): Position | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Several texts decode to the same bytes, and letters that are none are passed over. Only the text written here is accepted.
  if (bytes.length <= macLength || bytes.toString('base64url') !== cursor) return undefined;
  const payload = bytes.subarray(macLength);
  if (!timingSafeEqual(bytes.subarray(0, macLength), mac(key, list, payload))) return undefined;
  const [revision, id, ...keys] = payload.toString('utf8').split('\n');
  if (revision === undefined || id === undefined) return undefined;
  return {
    revision: Number(revision),
    id,
    keys: keys.map((value) => (value.startsWith('n') ? Number(value.slice(1)) : value.slice(1))),
  };
}

function mac(key: Buffer, list: string, payload: Buffer): Buffer {
  return createHmac('sha256', key).update(list).update('\0').update(payload).digest().subarray(0, macLength);
}
