/** The ways in which texts write a person's name, in scripts with spaces between words. */
import { fold } from '../../shared/text/fold';
import { oneAlphabet, visibleText } from '../../shared/text/identifiers';
import { commonSecondNames, ordinaryWords, particles, titles } from './ordinary-words';

/** Letters in circles are no letters to Unicode. */
export const wordPattern = /[\p{L}\p{M}\p{N}\u24b6-\u24e9]+/gu;

/** Letters that Arabic writes one way or the other or stretches, and the article, which may be left out. */
export const wordKey = (word: string): string =>
  fold(oneAlphabet(word))
    .replaceAll('ـ', '')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/^ال(?=..)/u, '');

export interface NameForm {
  readonly words: readonly string[];
  /** Which of the words is an initial: one letter for a whole name. -1: none. */
  readonly initial: number;
  /** All of it are ordinary words, so it counts only where it is written as a name. */
  readonly isOrdinary: boolean;
}

type Group = readonly string[];

/** A name's groups: what spaces and commas part, with `van der` before what it belongs to, without titles. */
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
    // A number tells people of one name apart: it is no name by itself, and the name without it is somebody else's.
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

/** `mueller` for `müller` folds to `muller`; who is stored as the one is also written as the other. */
const withUmlauts = (words: Group): Group[] => [
  words,
  words.map((word) => word.replace(/([aou])e(?=[^aeiou])/g, '$1')),
  words.map((word) => word.replaceAll('aa', 'a')),
];

/** Orders in which texts name somebody of these groups, middle names left out or not. */
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

/** What is written for a letter that a keyboard does not have. */
const replaced = (name: string, letters: RegExp): string =>
  name.normalize('NFC').replace(letters, (letter) => (/å/i.test(letter) ? 'aa' : `${fold(letter)}e`));

/** Names that texts may hold of somebody; none of a single name, which is many people's. Letters that umlauts replace included. */
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
        // Written together it must be longer than most words; of ordinary words it might be one: `markdown`.
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
      // `M. J. Watson` is also `MJ Watson`, and `pnovakova` in names of accounts.
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
