/** Parses JSON from strangers within bounds that are checked before anything is built of it. */

export interface JsonBounds {
  /** Members of objects and elements of arrays together, in the whole document. */
  readonly members: number;
  /** Levels of arrays and objects. */
  readonly depth: number;
}

export type JsonProblem = 'not_json' | 'too_many_members' | 'too_deep';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a document. What a schema does with a value costs far more than its bytes (a validator says something about each
 * of 90,000 members), so the bounds hold before a value exists.
 * @param bytes UTF-8 (RFC 8259, section 8.1).
 */
export function parseJson(
  bytes: Buffer,
  bounds: JsonBounds,
): { readonly value: unknown } | { readonly problem: JsonProblem } {
  const problem = outOfBounds(bytes, bounds);
  if (problem) return { problem };
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return { value };
  } catch {
    return { problem: 'not_json' };
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * One pass over the bytes. Every member but the first of its array or object follows a comma; the first is counted with the
 * opening. In UTF-8 no byte of a longer character looks like one of these signs.
 */
function outOfBounds(bytes: Buffer, bounds: JsonBounds): JsonProblem | undefined {
  let [members, depth] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at] ?? 0) {
      case quote:
        at = endOfString(bytes, at + 1);
        break;
      case comma:
        members += 1;
        break;
      case openArray:
      case openObject:
        members += 1;
        depth += 1;
        if (depth > bounds.depth) return 'too_deep';
        break;
      case closeArray:
      case closeObject:
        depth -= 1;
        break;
      default:
    }
    if (members > bounds.members) return 'too_many_members';
  }
  return undefined;
}

/** Index of the quote that ends a string; the length of the document when none does. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
