/** Parses JSON from strangers. Bounds are checked before any value is built. */

export interface JsonBounds {
  /** Members of objects and elements of arrays together, in the whole document. */
  readonly members: number;
  /** Levels of arrays and objects. */
  readonly depth: number;
}

export type JsonProblem = 'not_json' | 'too_many_members' | 'too_deep' | 'repeated_name';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a document. Validating a value costs far more than its bytes (a validator reports on each of 90,000 members), so the
 * bounds are checked before a value exists. An object that has a name twice is refused, because readers differ in which one
 * counts (RFC 8259, section 4).
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
 * One pass over the bytes. Every member except the first of its array or object follows a comma. The opening bracket counts for
 * the first. In UTF-8 no byte of a longer character equals one of these signs.
 */
function outOfBounds(bytes: Buffer, bounds: JsonBounds): JsonProblem | undefined {
  let members = 0;
  /** The names in each open object or array, innermost last. */
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

/** Whether the string that ends here is the name of a member, followed by a colon. */
function isName(bytes: Buffer, end: number): boolean {
  let at = end + 1;
  while (at < bytes.length && (bytes[at] ?? 0) <= space) at += 1;
  return bytes[at] === colon;
}

/** Notes a name. @returns false if the object already has it. */
function isNew(name: string, names: Set<string> | undefined): boolean {
  if (names?.has(name) === true) return false;
  names?.add(name);
  return true;
}

/** @param quoted a name with its quotes. Escapes are decoded, because the parser decodes them too. */
function nameOf(quoted: Buffer): string {
  const text = quoted.toString();
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Index of the quote that ends a string; the length of the document if there is none. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
