/** What is left of a comment for a reader outside: its words, without who wrote them, where they work and how to reach them. */
import { companyWords, fold, joiners, TextEraser } from '../../../packages/reader/src';

/** Stands where something was taken out. */
const gap = '…';

/** In this order: an address holds what looks like a mention. */
const addresses: readonly RegExp[] = [
  /(?:https?:\/\/|www\.)\S+/giu,
  // From the beginning of a word alone, or a long word without `@` would be read again from each of its letters.
  /(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+\.\p{L}{2,}/gu,
  // With the words behind it that are written as a name: nobody can tell where the name ends.
  /@[^\s@.,;:!?]+(?:\s+\p{Lu}[\p{L}\p{M}'’-]*){0,2}/gu,
  /\+?\d(?:[\s()./-]?\d){7,}/gu,
];

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** A capital, or a letter of a script that has none. */
const asName = /^(?:\p{Lu}|\p{Lt}|\p{Lo})/u;

export interface Named {
  /** Names of people, as they are written. */
  readonly people: readonly (string | null)[];
  /** Names of their companies. */
  readonly companies: readonly (string | null)[];
}

/**
 * The text without addresses, mentions and numbers to call, without the names of these people, each part of them alone too where it is
 * written as a name, and without the names of these companies.
 */
export function withoutNames(text: string, { people, companies }: Named): string {
  const names = people.filter((name) => name !== null);
  const none = { ids: [], members: [], slugs: [], emails: [] };
  const eraser = new TextEraser([{ ...none, names }]);
  const plain = addresses.reduce((left, pattern) => left.replace(pattern, gap), text);
  const parts = new Set(names.flatMap((name) => name.match(word) ?? []).map(fold));
  const unnamed = eraser
    .clean(plain)
    .replaceAll('[erased]', gap)
    .replace(word, (one) => (asName.test(one) && parts.has(fold(one)) ? gap : one));
  return companies.filter((name) => name !== null).reduce(withoutCompany, unnamed);
}

/** @returns the text without the words of the name that tell it from others, where they follow one another. */
function withoutCompany(text: string, name: string): string {
  const telling = companyWords(name);
  const words = [...text.matchAll(word)].filter(([one]) => !joiners.has(fold(one)));
  let left = '';
  let from = 0;
  for (let at = 0; at + telling.length <= words.length; at += 1) {
    const found = words.slice(at, at + telling.length);
    if (!found.every(([one], index) => fold(one) === telling[index])) continue;
    const last = found.at(-1);
    if (last === undefined || (words[at]?.index ?? 0) < from) continue;
    left += text.slice(from, words[at]?.index) + gap;
    from = last.index + last[0].length;
  }
  return left + text.slice(from);
}

/** Whether enough is left to be read. */
export const saysSomething = (text: string): boolean => /\p{L}{2}/u.test(text);
