/** The ways in which texts write a person's name, in scripts with spaces between words. */
import { fold } from '../text/fold';
import { oneAlphabet, visibleText } from '../text/identifiers';
import { transliterations } from '../text/transliteration';
import { commonSecondNames, ordinaryWords, particles, titles } from './ordinary-words';

/** Unicode does not classify letters in circles and squares as letters. */
export const wordPattern = /[\p{L}\p{M}\p{N}\u24b6-\u24e9\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]+/gu;

/** Small capitals, as tools for ornate text write them, and white letters in black circles and squares. */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ';
const ornate = /[\u1d00-\u1d22\u0262-\u029f\ua730\ua731\ua7af\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
const plainLetter = (letter: string): string => {
  const code = letter.codePointAt(0) ?? 0;
  const at = code >= 0x1f150 ? (code - 0x1f150) % 32 : smallCapitals.indexOf(letter);
  return at === -1 ? letter : String.fromCharCode(97 + at);
};

/** Unifies letters that Arabic and Persian spell in two ways, removes stretching, and removes the article, which may be left out. */
export const wordKey = (word: string): string =>
  fold(oneAlphabet(/^[\x20-\x7e]*$/.test(word) ? word : word.replace(ornate, plainLetter)))
    .replace(/[ـء]/gu, '')
    .replace(/[ىی]/gu, 'ي')
    .replaceAll('ک', 'ك')
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
  const short = abbreviated(group);
  const forms = [group, ...(group.length > 1 ? [[group.join('')]] : []), bare, ...short, ...scottish(group)];
  return [...new Map(forms.flatMap(withUmlauts).map((form) => [form.join(' '), form])).values()];
}

/** `mc donald` of `mcdonald`. */
function scottish(group: Group): Group[] {
  const [, before, rest] = /^(ma?c)([a-z]{4,})$/.exec(group.join(' ')) ?? [];
  return before === undefined || rest === undefined ? [] : [[before, rest]];
}

/** `v d berg`, `vd berg`, `v mises`. */
function abbreviated(group: Group): Group[] {
  const at = group.findIndex((word) => !particles.has(word));
  const [before, family] = [group.slice(0, at), group.slice(at)];
  if (at < 1 || (before[0] !== 'van' && before[0] !== 'von')) return [];
  const letters = before.map((word) => word.slice(0, 1));
  return [[...letters, ...family], ...(letters.length > 1 ? [[letters.join(''), ...family]] : [])];
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
    ...both(first, third),
    [first, second, third],
    [first, ...groups.slice(-2)],
    [...groups.slice(-2), first],
  ];
}

const isOrdinary = (words: readonly string[]) =>
  words.every((word) => ordinaryWords.has(word) || particles.has(word) || word.length < 3);

/** Replacements for a letter that a keyboard does not have. */
const replaced = (name: string, letters: RegExp): string =>
  name.normalize('NFC').replace(letters, (letter) => (/å/i.test(letter) ? 'aa' : `${fold(letter)}e`));

/**
 * The name with each half of a hyphenated family name alone: `Hans Müller` and `Hans Lüdenscheidt` of `Hans Müller-Lüdenscheidt`. A
 * double given name may then be cut too.
 */
function halved(name: string): string[] {
  const [first = '', ...rest] = visibleText(name).trim().split(/\s+/);
  const parts = rest.filter((part) => /\p{Pd}/u.test(part));
  if (parts.length === 0 || parts.length > 2) return [];
  const shorter = first.split(/\p{Pd}/u)[0] ?? '';
  const isName = (text: string) => text.length > 2 && !particles.has(wordKey(text));
  const cut = rest.flatMap((part, at) => {
    const halves = part.split(/\p{Pd}/u);
    if (halves.length !== 2 || halves.some((half) => particles.has(wordKey(half)))) return [];
    return halves.filter(isName).map((half) => [first, ...rest.slice(0, at), half, ...rest.slice(at + 1)].join(' '));
  });
  return cut.length > 0 && shorter !== first && isName(shorter) ? [...cut, [shorter, ...rest].join(' ')] : cut;
}

/** In Latin letters, as pages and passports write names. */
function romanized(name: string): string[] {
  const spelled = transliterations(name.toLowerCase());
  return spelled.flatMap((one) => [one, one.replace(/iya\b/g, 'ia').replaceAll('oy', 'ou')]);
}

/** The shortest name that is looked for as one word. Other scripts need fewer letters, as folding removes their vowel signs. */
const shortest = (joined: string) => (/[a-zа-яα-ω]/.test(joined) ? 7 : 6);

/** Names of Arabic written together: the article stays within the word. */
const joinedArabic = (words: readonly string[]): string[] =>
  /^\p{Script=Arabic}/u.test(words[0] ?? '') ? [words.map((word, at) => (at === 0 ? word : `ال${word}`)).join('')] : [];

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
    ...halved(name),
    ...romanized(name),
  ])) {
    const groups = groupsOf(spelled);
    const add = (words: readonly string[], initial = -1) => {
      const key = `${words.join(' ')} ${initial}`;
      found.set(key, { words, initial, isOrdinary: isOrdinary(words) });
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
        if (groups.length > 1 && joined.length >= shortest(joined) && !isOrdinary(words))
          for (const one of [joined, ...joinedArabic(words)]) add([one]);
      }
    }
    const [first] = groups;
    const last = groups[groups.length - 1];
    if (!first || !last || groups.length < 2) continue;
    const letter = (group: Group) => Array.from(group[0] ?? '')[0] ?? '';
    for (const family of spellingsOf(last)) {
      if (family.join('').length < 3) continue;
      add([letter(first), ...family], 0);
      // `M.-C. Durand`
      if (first.length > 1) add([...first.map((word) => letter([word])), ...family], 0);
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
      const letters = groups.slice(0, -1).map(letter);
      if (letters.length > 1) add([...family, ...letters]);
      if (family.join('').length > 5 && !isOrdinary(family)) add([letter(first) + family.join('')]);
    }
    // Of two family names the first is the one that is used.
    const [, second = []] = groups;
    if (groups.length > 2 && !second.every((word) => commonSecondNames.has(word)))
      for (const family of spellingsOf(second)) {
        const joined = family.join('');
        if (joined.length > 3) add([letter(first), ...family], 0);
        if (joined.length > 5 && !isOrdinary(family)) add([letter(first) + joined]);
      }
    const family = last.filter((word) => !particles.has(word));
    if (!isOrdinary(first)) add([...first, letter(family.length > 0 ? family : last)], first.length);
  }
  return [...found.values()];
}
