/**
 * Splits the list of a JSON document into the texts of its elements, in constant memory. `JSON.parse` then reads each of them.
 *
 * This is own code because a streaming parser (stream-json was tried) drops what it has buffered when it meets an error, so
 * that a damaged file loses good items before the damage. It also takes three times as long. The tests compare this with
 * `JSON.parse`.
 */

/** No exporter writes a longer element. It means that a bracket was never closed. */
export const maxElement = 16 * 1024 * 1024;

/** Where the list of a document starts: the index of its `[`, and how many brackets are open around it. */
export interface ListStart {
  readonly index: number;
  readonly around: number;
}

export class ListSplitter {
  private text = '';
  /** Where scanning continues in `text`. */
  private at = 0;
  /** Where the current element starts in `text`. */
  private from = 0;
  private depth: number;
  private inString = false;
  private skip: number;
  private ended = false;
  private trailing = false;

  constructor(private readonly start: ListStart) {
    this.depth = start.around + 1;
    this.skip = start.index + 1;
  }

  /**
   * Takes the next piece of the document.
   * @param onElement called with the text of each element.
   * @returns false when an element grew too long: nothing more can be read.
   */
  push(piece: string, onElement: (text: string) => void): boolean {
    if (this.skip >= piece.length) {
      this.skip -= piece.length;
      return true;
    }
    this.text = this.text.slice(this.from) + piece.slice(this.skip);
    this.at -= this.from;
    this.from = 0;
    this.skip = 0;
    while (this.at < this.text.length && !this.trailing) {
      if (this.inString) this.leaveString();
      else this.nextToken(onElement);
      // After the list, only the current string must be kept.
      if (this.ended && !this.inString) this.from = this.at;
    }
    return this.text.length - this.from <= maxElement;
  }

  /**
   * What is wrong with the document now that it has ended. `rest` is the current element. Null when the document is complete.
   */
  end(): { readonly reason: string; readonly rest: string } | null {
    if (!this.ended) return { reason: 'the list is never closed', rest: this.text.slice(this.from) };
    return this.trailing ? { reason: 'text after the end of the JSON document', rest: '' } : null;
  }

  /** Whether the list has been closed. */
  get closed(): boolean {
    return this.ended;
  }

  private leaveString(): void {
    const quote = this.text.indexOf('"', this.at);
    if (quote === -1) {
      this.at = this.text.length;
      return;
    }
    let backslashes = 0;
    while (this.text.charCodeAt(quote - 1 - backslashes) === 92) backslashes += 1;
    this.inString = backslashes % 2 === 1;
    this.at = quote + 1;
  }

  private nextToken(onElement: (text: string) => void): void {
    const wanted = this.depth === 0 ? /\S/g : /["{}[\],]/g;
    wanted.lastIndex = this.at;
    const index = wanted.exec(this.text)?.index ?? -1;
    this.at = index === -1 ? this.text.length : index + 1;
    if (index === -1) return;
    if (this.depth === 0) {
      this.trailing = true;
      return;
    }
    const token = this.text[index];
    const listDepth = this.start.around + 1;
    if (token === '"') {
      this.inString = true;
      // After the list: escapes are counted from here.
      if (this.ended) this.from = index;
    } else if (token === ',') {
      if (!this.ended && this.depth === listDepth) this.element(index, onElement);
    } else if (token === '{' || token === '[') {
      this.depth += 1;
    } else {
      this.depth -= 1;
      if (!this.ended && this.depth < listDepth) {
        if (this.text.slice(this.from, index).trim() !== '') this.element(index, onElement);
        this.ended = true;
      }
    }
  }

  private element(end: number, onElement: (text: string) => void): void {
    onElement(this.text.slice(this.from, end));
    this.from = end + 1;
  }
}

/** Names under which API pages keep their list. */
export const listNames = ['items', 'elements', 'results', 'data'] as const;

/** The index after the closing quote of the string that opens at `quote`, or the end of a text that never closes it. */
export function endOfString(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * Whether brackets in a JSON text are nested deeper than `most`. Linear in the length of the text, and quick when there are few
 * brackets.
 */
export function isDeeperThan(text: string, most: number): boolean {
  if (hasFewer(text, '[', most / 2) && hasFewer(text, '{', most / 2)) return false;
  const token = /["{}[\]]/g;
  let depth = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [bracket] = match;
    if (bracket === '"') token.lastIndex = endOfString(text, match.index);
    else if (bracket === '[' || bracket === '{') depth += 1;
    else depth -= 1;
    if (depth > most) return true;
  }
  return false;
}

/**
 * Whether a JSON text holds more than `most` values. Commas and brackets are counted, also those in strings, so few more than
 * `most` may count as too many, but never fewer.
 */
export function holdsMoreThan(text: string, most: number): boolean {
  // A value takes two characters at least.
  if (text.length < 2 * most) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 44 || code === 91 || code === 123) count += 1;
    if (count > most) return true;
  }
  return false;
}

function hasFewer(text: string, bracket: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    count += 1;
    if (count > most) return false;
  }
  return true;
}

/** Where the list starts in a document that begins with `text`; null when it has none. Linear in the length of the text. */
export function findList(text: string): ListStart | null {
  const start = /^\s*\[/.exec(text);
  if (start) return { index: start[0].length - 1, around: 0 };
  const token = /["{}[\]]/g;
  const colon = /\s*:/y;
  /** The current names in the two outermost objects. Deeper lists are not looked for. */
  let [outer, inner] = ['', ''];
  let objects = 0;
  let arrays = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [bracket] = match;
    if (bracket === '"') {
      const end = endOfString(text, match.index);
      token.lastIndex = end;
      if (arrays !== 0 || objects === 0 || objects > 2) continue;
      colon.lastIndex = end;
      if (!colon.test(text)) continue;
      const name = text.slice(match.index + 1, end - 1);
      if (objects === 1) outer = name;
      else inner = name;
    } else if (bracket === '[') {
      if (arrays === 0 && isListAt(objects, outer, inner)) return { index: match.index, around: objects };
      arrays += 1;
    } else if (bracket === ']') {
      arrays -= 1;
    } else if (arrays === 0) {
      objects = bracket === '{' ? objects + 1 : Math.max(0, objects - 1);
      if (bracket === '{') [outer, inner] = objects === 1 ? ['', ''] : [outer, ''];
    }
  }
  return null;
}

function isListAt(objects: number, outer: string, inner: string): boolean {
  const isListName = (name: string) => listNames.some((known) => known === name);
  return (objects === 1 && isListName(outer)) || (objects === 2 && outer === 'data' && isListName(inner));
}
