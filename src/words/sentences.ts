/**
 * Says a sentence of this service in another language.
 *
 * Rules, operations and jobs write English: it is what the APIs answer and what is stored. A row pairs such a sentence, with `{names}` for
 * its values, with the same sentence in the other language. A sentence is found by its row, so the row is its code and the values come out
 * as they were put in. What no row has stays as it is.
 */

/** A sentence and the same one in the other language. Each `{name}` of the second stands in the first. */
export type Row = readonly [english: string, other: string];

/** What a value becomes in the other language; undefined if it is no such value, and the row does not hold. */
export type ReadValue = (value: string) => string | undefined;

export interface Wording {
  readonly rows: readonly Row[];
  /** How values are said, by their name without a final digit. Others stay as they are. */
  readonly values: Readonly<Record<string, ReadValue>>;
}

/** Longer texts are no sentences of ours. */
const longest = 1_500;
const mostRemembered = 2_000;
/** Sentences in values of sentences: a reason in a list in a sentence. */
const deepest = 6;

interface Compiled {
  /** The fixed parts around the values: one more than there are values. */
  readonly parts: readonly string[];
  readonly names: readonly string[];
  readonly other: string;
}

const placeholder = /\{(\w+)\}/g;

function compiled([english, other]: Row): Compiled {
  const names = [...english.matchAll(placeholder)].map(([, name = '']) => name);
  return { parts: english.split(/\{\w+\}/), names, other };
}

/** The values of a row in a text, or undefined if the text is not of this row. Each value ends where the next fixed part begins. */
function valuesIn({ parts }: Compiled, text: string): string[] | undefined {
  const [first = '', ...rest] = parts;
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [n, part] of rest.entries()) {
    const isLast = n === rest.length - 1;
    const end = isLast ? text.length - part.length : text.indexOf(part, at);
    if (end < at || (isLast && !text.endsWith(part))) return undefined;
    const value = text.slice(at, end);
    // Two sentences of one kind are a list: `role fits (a), c; country fits (b), c` has no value that ends in its second brackets.
    if (part.startsWith(')') && closesMore(value)) return undefined;
    values.push(value);
    at = end + part.length;
  }
  return values;
}

/** Whether a bracket is closed that was not opened before. */
function closesMore(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth < 0) return true;
  }
  return false;
}

/** The parts of a list, but not of a list in brackets in it. */
export function partsOf(list: string, separator: ', ' | '; '): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    const letter = list[at];
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (depth <= 0 && letter === separator[0] && list[at + 1] === ' ') {
      parts.push(list.slice(from, at));
      from = at + 2;
    }
  }
  return [...parts, list.slice(from)];
}

/** A text in the other language; undefined if no row has it. */
export type Say = (text: string) => string | undefined;

/**
 * @param make gets the function that it makes, for values that are sentences themselves.
 */
export function sentencesIn(make: (say: Say) => Wording): Say {
  const remembered = new Map<string, string | undefined>();
  let depth = 0;
  /** Whether a sentence in the present one lies too deep to be looked at. What is made without it is not remembered. */
  let cut = false;
  const { rows, values } = make(say);
  const fixed = new Map<string, string>();
  const open: Compiled[] = [];
  for (const row of rows) {
    const one = compiled(row);
    if (one.names.length === 0) fixed.set(row[0], row[1]);
    else open.push(one);
  }
  // The more of a sentence a row has, the earlier it is tried: `post: {sentence}` before `{file}: {sentence}`.
  const letters = ({ parts }: Compiled) => parts.join('').length;
  open.sort((a, b) => letters(b) - letters(a));

  function find(text: string): string | undefined {
    const known = fixed.get(text);
    if (known !== undefined) return known;
    for (const row of open) {
      const found = valuesIn(row, text);
      if (found === undefined) continue;
      const said = found.map((value, n) => {
        const read = values[(row.names[n] ?? '').replace(/\d$/, '')];
        return read === undefined ? value : read(value);
      });
      if (said.includes(undefined)) continue;
      const byName = new Map(row.names.map((name, n) => [name, said[n] ?? '']));
      return row.other.replace(placeholder, (_whole, name: string) => byName.get(name) ?? '');
    }
    return listOfSentences(text, ', ') ?? listOfSentences(text, '; ');
  }

  /** Several sentences one after the other, each of which has a row. */
  function listOfSentences(text: string, separator: ', ' | '; '): string | undefined {
    const parts = partsOf(text, separator);
    if (parts.length < 2) return undefined;
    const said: string[] = [];
    for (const part of parts) {
      const one = say(part);
      // The first that is none of ours ends it: a stranger's list may be long.
      if (one === undefined) return undefined;
      said.push(one);
    }
    return said.join(separator);
  }

  function say(text: string): string | undefined {
    if (text.length > longest) return undefined;
    if (remembered.has(text)) return remembered.get(text);
    cut = depth > 0 && cut;
    if (depth >= deepest) {
      cut = true;
      return undefined;
    }
    depth += 1;
    try {
      const said = find(text);
      if (remembered.size >= mostRemembered) remembered.clear();
      if (!cut) remembered.set(text, said);
      return said;
    } finally {
      depth -= 1;
    }
  }
  return say;
}
