/**
 * Parses JSON from other hosts within bounds and in slices. A document of 14 MB takes a second to parse, and with the smallest
 * members a gigabyte of memory. This is own code because `JSON.parse` does neither. The tests compare the two.
 */
import { setImmediate } from 'node:timers/promises';

export interface JsonBounds {
  /** Values in the whole document: members of objects, elements of arrays. */
  readonly members: number;
  /** Levels of arrays and objects. */
  readonly depth: number;
}

/** Characters read before other work gets its turn: two milliseconds for the smallest members. */
const slice = 16 * 1024;
/** Characters of one string or number. */
const longest = 1024 * 1024;

export type JsonProblem = 'not JSON' | 'too many members' | 'nested too deep' | 'a string that is too long';

export class JsonRefused extends Error {
  override readonly name = 'JsonRefused';

  constructor(readonly problem: JsonProblem) {
    super(problem);
  }
}

/**
 * Parses a document as `JSON.parse` would, except that whole numbers of 16 digits and more become text, and halves of characters
 * become U+FFFD. Such numbers are ids, which would lose their last digits as numbers.
 * @param bytes UTF-8.
 * @param rest gives other work its turn.
 * @throws JsonRefused
 */
export async function parseInSlices(
  bytes: Uint8Array,
  bounds: JsonBounds,
  rest: () => Promise<unknown> = setImmediate,
): Promise<unknown> {
  const reader = new Reader(decode(bytes), bounds);
  while (!reader.readSlice()) await rest();
  return reader.document();
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new JsonRefused('not JSON');
  }
}

const [tab, newline, carriageReturn, space, quote, comma, minus, zero, nine, colon] = [
  9, 10, 13, 32, 34, 44, 45, 48, 57, 58,
];
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125];
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Half of a character, which UTF-8 cannot hold: it breaks addresses, and is another text once it was stored. */
const loneSurrogate = /\p{Surrogate}/gu;
const longInteger = /^-?\d{16,}$/;
const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** An array or object that is not closed yet. */
type Open =
  | { readonly list: unknown[]; readonly close: number }
  | { readonly object: Record<string, unknown>; name: string; readonly close: number };

/** What may come next. `first`: a value or name, or the end of the array or object just opened. `next`: a comma or the end. */
type Expected = 'value' | 'first' | 'name' | 'colon' | 'next' | 'nothing';

class Reader {
  private at = 0;
  private members = 0;
  private expected: Expected = 'value';
  private readonly open: Open[] = [];
  private root: unknown;

  constructor(
    private readonly text: string,
    private readonly bounds: JsonBounds,
  ) {}

  /** @returns whether the whole document is read. */
  readSlice(): boolean {
    const end = Math.min(this.at + slice, this.text.length);
    while (this.at < end) {
      const code = this.text.charCodeAt(this.at);
      if (code === space || code === newline || code === tab || code === carriageReturn) this.at += 1;
      else this.readToken(code);
    }
    return this.at >= this.text.length;
  }

  document(): unknown {
    if (this.expected !== 'nothing') throw new JsonRefused('not JSON');
    return this.root;
  }

  private readToken(code: number): void {
    const around = this.open.at(-1);
    switch (this.expected) {
      case 'value':
        return this.readValue(code);
      case 'first':
        if (code === around?.close) return this.closeAround();
        return around && 'object' in around ? this.readName(around, code) : this.readValue(code);
      case 'name':
        return around && 'object' in around ? this.readName(around, code) : refuse();
      case 'colon':
        if (code !== colon) refuse();
        this.step('value');
        return;
      case 'next':
        if (code === around?.close) return this.closeAround();
        if (code !== comma || !around) refuse();
        this.step('object' in around ? 'name' : 'value');
        return;
      case 'nothing':
        refuse();
    }
  }

  private step(expected: Expected): void {
    this.at += 1;
    this.expected = expected;
  }

  private readName(around: Extract<Open, { name: string }>, code: number): void {
    if (code !== quote) refuse();
    around.name = this.readString();
    this.expected = 'colon';
  }

  private readValue(code: number): void {
    this.members += 1;
    if (this.members > this.bounds.members) throw new JsonRefused('too many members');
    if (code === quote) this.put(this.readString());
    else if (code === openArray) this.openNew({ list: [], close: closeArray });
    else if (code === openObject) this.openNew({ object: {}, name: '', close: closeObject });
    else if (code === minus || (code >= zero && code <= nine)) this.put(this.readNumber());
    else this.put(this.readWord());
  }

  private openNew(opened: Open): void {
    if (this.open.length >= this.bounds.depth) throw new JsonRefused('nested too deep');
    this.put('list' in opened ? opened.list : opened.object);
    this.open.push(opened);
    this.step('first');
  }

  private closeAround(): void {
    this.open.pop();
    this.step(this.open.length > 0 ? 'next' : 'nothing');
  }

  private put(value: unknown): void {
    const around = this.open.at(-1);
    this.expected = around ? 'next' : 'nothing';
    if (!around) this.root = value;
    else if ('list' in around) around.list.push(value);
    // Assigning this name would change the object's prototype.
    else if (around.name === '__proto__')
      Object.defineProperty(around.object, '__proto__', {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    else around.object[around.name] = value;
  }

  private readString(): string {
    const from = this.at;
    let end = from;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end === -1) refuse();
      if (end - from > longest) throw new JsonRefused('a string that is too long');
    } while (this.isEscaped(end));
    this.at = end + 1;
    return this.parse(this.text.slice(from, end + 1));
  }

  private isEscaped(at: number): boolean {
    let backslashes = 0;
    while (this.text[at - 1 - backslashes] === '\\') backslashes += 1;
    return backslashes % 2 === 1;
  }

  /** Checks the escapes, and copies the text. A substring of the document would keep all of it in memory. */
  private parse(quoted: string): string {
    try {
      return String(JSON.parse(quoted)).replace(loneSurrogate, '\ufffd');
    } catch {
      return refuse();
    }
  }

  private readNumber(): number | string {
    number.lastIndex = this.at;
    const text = number.exec(this.text)?.[0] ?? refuse();
    if (text.length > longest) throw new JsonRefused('a string that is too long');
    this.at += text.length;
    return longInteger.test(text) ? this.parse(`"${text}"`) : Number(text);
  }

  private readWord(): boolean | null {
    const [word, value] = words.find(([one]) => this.text.startsWith(one, this.at)) ?? refuse();
    this.at += word.length;
    return value;
  }
}

function refuse(): never {
  throw new JsonRefused('not JSON');
}
