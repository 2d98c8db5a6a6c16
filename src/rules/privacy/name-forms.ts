/** The ways in which texts write a person's name, in scripts with spaces between words. */
import { fold } from '../../shared/text/fold';
import { oneAlphabet, visibleText } from '../../shared/text/identifiers';
import { commonSecondNames, ordinaryWords, particles, titles } from './ordinary-words';

/** Unicode does not classify circled letters as letters. */
export const wordPattern = /[\p{L}\p{M}\p{N}\u24b6-\u24e9]+/gu;

/** Unifies letters that Arabic spells in two ways, removes stretching, and removes the article, which may be left out. */
export const wordKey = (word: string): string =>
  fold(oneAlphabet(word))
    .replaceAll('ـ', '')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/^ال(?=..)/u, '');

export interface NameForm {
  readonly words: readonly string[];
  /** Which word is an initial: one letter for a whole name. -1: none. */
  readonly initial: number;
  /** All words are ordinary words, so the form counts only if it is written as a name. */
  readonly isOrdinary: boolean;
}

type Group = readonly string[];

/** A name's groups: parts separated by spaces and commas, with `van der` before the name it belongs to, without titles. */
function groupsOf(name: string): Group[] {
  const shown = visibleText(name).replace(/\([^()]*\)|\|[^]*$/gu, ' ');
  const all = shown
    .split(/[\s,]+/)
    .map((part) => (part.match(wordPattern) ?? []).map(wordKey).filter((word) => word !== ''));
  const filled = all.filter((group) => group.length > 0);
  const untitled = filled.filter((group) => !group.every((word) => titles.has(word)));
  const groups: string[][] = [];
  let before: string[] = [];
  for (const group of untitled.length >= 2 ? untitled : filled) {
    const last = groups[groups.length - 1];
    if (group.every((word) => particles.has(word)) && groups.length > 0) before = [...before, ...group];
    // A number distinguishes people of the same name. It is no name by itself, and the name without it is another person's.
    else if (last && group.every((word) => /^\p{N}+$/u.test(word))) last.push(...group);
    else {
      groups.push([...before, ...group]);
      before = [];
    }
  }
  if (before.length > 0) groups.push(before);
  return groups;
}

/** `al rashid`, `alrashid`, `rashid`; `o brien`, `obrien`. */
function spellingsOf(group: Group): Group[] {
  const named = group.filter((word) => !particles.has(word));
  const bare = named.length > 0 ? named : group.slice(-1);
  const forms = [group, ...(group.length > 1 ? [[group.join('')]] : []), bare];
  return [...new Map(forms.flatMap(withUmlauts).map((form) => [form.join(' '), form])).values()];
}

/** `mueller` may stand for `müller`, which folds to `muller`. Both spellings are looked for. */
const withUmlauts = (words: Group): Group[] => [
  words,
  words.map((word) => word.replace(/([aou])e(?=[^aeiou])/g, '$1')),
  words.map((word) => word.replaceAll('aa', 'a')),
];

/** Orders in which texts write these groups, with or without middle names. */
function ordersOf(groups: readonly Group[]): (readonly Group[])[] {
  const [first = [], second = [], third = []] = groups;
  const last = groups[groups.length - 1] ?? [];
  const rest = groups.slice(0, -1);
  if (groups.length < 2) return [groups];
  const both = (one: Group, other: Group) => [
    [one, other],
    [other, one],
  ];
  if (groups.length === 2) return both(first, last);
  const secondIsFamily = !second.every((word) => commonSecondNames.has(word));
  return [
    groups,
    [last, ...rest],
    [...groups.slice(1), first],
    ...(groups.length === 3
      ? [
          [first, last, second],
          [second, first, last],
          [last, second, first],
        ]
      : []),
    ...both(first, last),
    ...(secondIsFamily ? both(first, second) : []),
    ...(groups.length > 3 ? [...both(first, third), [first, second, third]] : []),
  ];
}

const isOrdinary = (words: readonly string[]) =>
  words.every((word) => ordinaryWords.has(word) || particles.has(word) || word.length < 3);

/** Replacements for a letter that a keyboard does not have. */
const replaced = (name: string, letters: RegExp): string =>
  name.normalize('NFC').replace(letters, (letter) => (/å/i.test(letter) ? 'aa' : `${fold(letter)}e`));

/**
 * Names that texts may contain of a person. None for a single name, which many people share. Includes spellings in place of
 * umlauts.
 */
export function formsOf(name: string): NameForm[] {
  const found = new Map<string, NameForm>();
  for (const spelled of new Set([
    name,
    replaced(name, /[äöüø]/gi),
    replaced(name, /å/gi),
    replaced(name, /[äöüøå]/gi),
  ])) {
    const groups = groupsOf(spelled);
    const add = (words: readonly string[], initial = -1) => {
      const key = `${words.join(' ')} ${initial}`;
      if (!found.has(key)) found.set(key, { words, initial, isOrdinary: isOrdinary(words) });
    };
    for (const order of ordersOf(groups)) {
      let forms: Group[] = [[]];
      for (const group of order)
        forms = forms.flatMap((form) => spellingsOf(group).map((spelling) => [...form, ...spelling])).slice(0, 64);
      for (const words of forms) {
        if (words.length > 1) add(words);
        const joined = words.join('');
        // Joined into one word, a name must be longer than most words. If it consists of ordinary words, it might be one:
        // `markdown`.
        if (groups.length > 1 && joined.length >= 7 && !isOrdinary(words)) add([joined]);
      }
    }
    const [first] = groups;
    const last = groups[groups.length - 1];
    if (!first || !last || groups.length < 2) continue;
    const letter = (group: Group) => Array.from(group[0] ?? '')[0] ?? '';
    for (const family of spellingsOf(last)) {
      if (family.join('').length < 3) continue;
      add([letter(first), ...family], 0);
      add([...family, letter(first)], family.length);
      const initials = [
        ...groups
          .slice(0, -1)
          .flat()
          .map((word) => letter([word])),
      ].join('');
      // `M. J. Watson` is also `MJ Watson`, and `pnovakova` in account names.
      if (initials.length > 1)
        for (const words of [
          [initials, ...family],
          [...family, initials],
        ])
          add(words);
      if (family.join('').length > 5 && !isOrdinary(family)) add([letter(first) + family.join('')]);
    }
    if (!isOrdinary(first)) add([...first, letter(last)], first.length);
  }
  return [...found.values()];
}
