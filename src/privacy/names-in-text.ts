/** Finding and taking out what names a person in texts: audit details, job payloads, other people's comments. */
import { fold } from '../text/fold';

/** What somebody is called, as far as texts may show it. */
export interface PersonTerms {
  /** Of their rows here: an audit entry about a lead holds one. */
  readonly ids: readonly string[];
  readonly members: readonly string[];
  readonly slugs: readonly string[];
  readonly names: readonly string[];
  readonly emails: readonly string[];
}

/** What stands in the place of what was taken out. */
export const erased = '[erased]';

interface Term {
  readonly words: readonly string[];
  /** Only the words from here on are taken out: the ones before say where they must stand. */
  readonly from: number;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const wordsOf = (text: string): string[] => (text.match(wordPattern) ?? []).map(fold);

/** Shorter ones without a digit may be an ordinary word, and count only where an address has them: `/in/ada`. */
const unmistakable = (word: string) => word.length >= 10 || (word.length >= 5 && /\d/.test(word));

/** A table of what is looked for, by its first word. */
function* termsOf({ ids, members, slugs, names, emails }: PersonTerms): Generator<Term> {
  // The network's sales product writes another letter: see `normalForm` in key.ts.
  const otherForms = members.flatMap((id) => [id.replace(/^ACoAA/, 'ACwAA'), id.replace(/^ACwAA/, 'ACoAA')]);
  for (const text of new Set([...ids, ...members, ...otherForms, ...emails])) yield { words: wordsOf(text), from: 0 };
  for (const slug of slugs) {
    for (const spelled of new Set([slug, encodeURIComponent(slug)])) {
      const words = wordsOf(spelled);
      const [only] = words;
      if (words.length > 1 || (only !== undefined && unmistakable(only))) yield { words, from: 0 };
      yield { words: ['in', ...words], from: 1 };
    }
  }
  // A single name is many people's, and often a word.
  for (const name of names) {
    const words = wordsOf(name);
    if (words.length > 1) yield { words, from: 0 };
  }
}

export class TextEraser {
  private readonly byFirst = new Map<string, Term[]>();

  /** @param people whose names, ids, addresses and mails are looked for: without case and accents, as whole words. */
  constructor(people: readonly PersonTerms[]) {
    for (const person of people) {
      for (const term of termsOf(person)) {
        const first = term.words[0];
        if (first === undefined || term.words.length === term.from) continue;
        const list = this.byFirst.get(first) ?? [];
        list.push(term);
        this.byFirst.set(first, list);
      }
    }
  }

  /** The text without what names them; the same string where nothing does. JSON stays JSON: only words inside strings change. */
  clean(text: string): string {
    if (this.byFirst.size === 0) return text;
    const found = [...text.matchAll(wordPattern)];
    const words: (string | undefined)[] = [];
    const word = (at: number) => (words[at] ??= fold(found[at]?.[0] ?? ''));
    let result = '';
    let written = 0;
    for (let at = 0; at < found.length;) {
      const term = this.termAt(word, at);
      if (!term) {
        at += 1;
        continue;
      }
      const last = found[at + term.words.length - 1];
      result += text.slice(written, found[at + term.from]?.index) + erased;
      written = (last?.index ?? 0) + (last?.[0].length ?? 0);
      at += term.words.length;
    }
    return written === 0 ? text : result + text.slice(written);
  }

  names(text: string): boolean {
    return this.clean(text) !== text;
  }

  /** The longest term whose words stand here. */
  private termAt(word: (at: number) => string, at: number): Term | undefined {
    const fits = (this.byFirst.get(word(at)) ?? []).filter((term) =>
      term.words.every((expected, offset) => word(at + offset) === expected),
    );
    return fits.sort((a, b) => b.words.length - a.words.length)[0];
  }
}
