/** Parses JSON from strangers within bounds that are checked before anything is built of it. */

export interface JsonBounds {
  /** Members of objects and elements of arrays together, in the whole document. */
  readonly members: number;
  /** Levels of arrays and objects. */
  readonly depth: number;
}

export type JsonProblem = 'not_json' | 'too_many_members' | 'too_deep' | 'repeated_name';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a document. What a schema does with a value costs far more than its bytes (a validator says something about each
 * of 90,000 members), so the bounds hold before a value exists. A name that an object has twice is refused, because readers differ in
 * which one counts (RFC 8259, section 4).
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

const [quote, backslash, comma, colon, space] = [0x22, 0x5c, 0x2c, 0x3a, 0x20];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * One pass over the bytes. Every member but the first of its array or object follows a comma; the first is counted with the
 * opening. In UTF-8 no byte of a longer character looks like one of these signs.
 */
function outOfBounds(bytes: Buffer, bounds: JsonBounds): JsonProblem | undefined {
  let members = 0;
  /** The names of each object or array that is open, the innermost last. */
  const open: Set<string>[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at] ?? 0) {
      case quote: {
        const end = endOfString(bytes, at + 1);
        if (isName(bytes, end) && !isNew(nameOf(bytes.subarray(at, end + 1)), open.at(-1))) return 'repeated_name';
        at = end;
        break;
      }
      case comma:
        members += 1;
        break;
      case openArray:
      case openObject:
        members += 1;
        if (open.push(new Set()) > bounds.depth) return 'too_deep';
        break;
      case closeArray:
      case closeObject:
        open.pop();
        break;
      default:
    }
    if (members > bounds.members) return 'too_many_members';
  }
  return undefined;
}

/** Whether the string that ends here is the name of a member: a colon follows it. */
function isName(bytes: Buffer, end: number): boolean {
  let at = end + 1;
  while (at < bytes.length && (bytes[at] ?? 0) <= space) at += 1;
  return bytes[at] === colon;
}

/** Notes a name. @returns false when it was there before. */
function isNew(name: string, names: Set<string> | undefined): boolean {
  if (names?.has(name) === true) return false;
  names?.add(name);
  return true;
}

/** @param quoted a name with its quotes; escapes are read, because they hide nothing from the parser either. */
function nameOf(quoted: Buffer): string {
  const text = quoted.toString();
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Index of the quote that ends a string; the length of the document when none does. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
