/** Decides when two company names mean the same company, and makes display names and account ids. */
import { fold } from '../text/fold';
import { remembering } from '../text/remembering';
import { vocabularyFiles } from '../text/vocabulary-file';
import {
  domainEndings,
  groupWords,
  leadingForms,
  leadingGroupWords,
  placeholders,
  unspacedForms,
} from './company-words';
import { transliterations } from '../text/transliteration';

/** Words that join others. Names and legal forms are compared without them. */
export const joiners = new Set(['and', 'und', 'et', 'og', 'och', 'en']);

/** Single letters in a row, as `dotless` makes one word of them where they have stops: "e.K." is listed as "e k". */
const lettersApart = /(?<!\p{L})(\p{L}) (?=\p{L}(?!\p{L}))/gu;

/** Legal forms as lists of words, by their last word. */
const formsByLast = new Map<string, (readonly string[])[]>();
for (const file of vocabularyFiles('companies')) {
  for (const phrase of new Set(file.rows.flatMap(([form = '']) => [form, form.replace(lettersApart, '$1')]))) {
    const words = phrase.split(' ').filter((word) => !joiners.has(word));
    const last = words.at(-1) ?? '';
    formsByLast.set(
      last,
      [...(formsByLast.get(last) ?? []), words].sort((a, b) => b.length - a.length),
    );
  }
}

/** Only this many characters of a name are read. */
const longest = 300;
const address = /^(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/?#]\S*)?$/iu;

/** How many results are kept: several rules ask for one name, for many people, a batch at a time. */
const rememberedNames = 4_000;

/** The distinctive words of a name: folded, without punctuation, legal form and group words. Empty for a placeholder. */
export const companyWords = remembering(rememberedNames, (name): readonly string[] =>
  identifying(fold(prepared(name))),
);

/**
 * The key shared by a company's names: their words joined. `companyKey('Müller & Söhne GmbH & Co. KG') === 'mullersohne'`.
 * Empty for a name that means no company ("Self-employed", "Confidential").
 */
export function companyKey(name: string): string {
  return companyWords(name).join('');
}

/**
 * All keys of a name, the plain one first, then with umlauts written out ("Baerwald"), and in Latin letters for Cyrillic and
 * Greek. Two names mean one company if they share a key.
 */
export const companyKeys = remembering(rememberedNames, (name): readonly string[] => {
  const plain = companyKey(name);
  if (plain === '') return [];
  // eslint-disable-next-line no-control-regex -- the ASCII range is what is meant
  if (/^[\x00-\x7f]*$/.test(name)) return [plain];
  const keys = new Set([plain]);
  const ready = prepared(name);
  if (/[äöüåø]/i.test(ready)) {
    const spelt = ready.replace(/[äöüåø]/gi, (letter) => writtenOut[letter.toLowerCase()] ?? letter);
    keys.add(identifying(fold(spelt)).join(''));
  }
  for (const latin of transliterations(identifying(ready.toLowerCase()).join(''))) keys.add(latin);
  return [...keys];
});

/** Keys under which a stored plain key may be found: the keys of the name, and the plain key of umlauts written out. */
export function askedCompanyKeys(name: string): readonly string[] {
  const keys = companyKeys(name);
  const contracted = companyKey(name).replace(/(?<![aeiouq])([aou])e/g, '$1');
  return contracted === '' ? keys : [...new Set([...keys, contracted])];
}

const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Matches most names. Such a name contains no address, abbreviation, sign or unspaced legal form. */
const plainName = /^[a-z0-9 &,+-]*$/i;

/** A name without address, unspaced legal forms and dots inside abbreviations. */
function prepared(name: string): string {
  if (name.length <= longest && plainName.test(name)) return name.trim();
  // "e" and a combining mark become one letter; "㈱" becomes "(株)".
  let text = name
    .slice(0, longest)
    .replace(/[™®©℠]/g, '')
    .normalize('NFKC')
    .trim();
  const host = text.includes('.') ? address.exec(text)?.[1] : undefined;
  if (host !== undefined) text = labelOf(host);
  for (const form of unspacedForms) if (text.length > form.length) text = text.replace(form, ' ');
  return dotless(text.replace(/[’'`´]/g, ''));
}

/** `shop.acme.co.uk` is acme: the label before the endings. A name with a dot that is not a domain stays unchanged. */
function labelOf(host: string): string {
  const labels = host.split('.');
  let end = labels.length;
  while (end > 1 && domainEndings.has(labels[end - 1]?.toLowerCase() ?? '')) end -= 1;
  return end === labels.length ? host : (labels[end - 1] ?? host);
}

function identifying(text: string): string[] {
  const all = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => !joiners.has(word));
  if (placeholders.has(all.join(' '))) return [];
  const words = withoutEnding(all);
  while (words.length > 1 && leadingForms.has(words[0] ?? '')) words.shift();
  // Romanian: "S.C. Name S.R.L.".
  if (words.length > 1 && words.length < all.length && words[0] === 'sc') words.shift();
  if (words.length > 1 && words[0] === 'the') words.shift();
  if (words.length > 1 && leadingGroupWords.has(words[0] ?? '')) words.shift();
  return placeholders.has(words.join(' ')) ? [] : words;
}

/** Removes legal forms and group words at the end, as long as a word is left. */
function withoutEnding(all: readonly string[]): string[] {
  const words = [...all];
  for (;;) {
    const form = formAtEnd(words);
    if (form > 0) words.length -= form;
    else if (words.length > 1 && groupWords.has(words.at(-1) ?? '')) words.pop();
    else return words;
  }
}

/** How many words at the end are a legal form. 0 for none, or when nothing would be left. */
function formAtEnd(words: readonly string[]): number {
  const forms = formsByLast.get(words.at(-1) ?? '') ?? [];
  const found = forms.find(
    (form) => form.length < words.length && form.every((word, n) => words[words.length - form.length + n] === word),
  );
  return found?.length ?? 0;
}

/** A name as people say it: as written, without its legal form. `displayName('Zalando SE') === 'Zalando'`. */
export const displayName = remembering(rememberedNames, (name): string => {
  let text = name.slice(0, longest).normalize('NFC').trim();
  for (const form of unspacedForms) if (text.length > form.length) text = text.replace(form, ' ').trim();
  for (;;) {
    const words = wordsToSay(text);
    const form = formAtEnd(words);
    if (form === 0) return text === '' ? name.trim() : text;
    let shorter = text;
    // A form of several words, "Sp. z o.o.", goes as a whole, and so does an "and" before it.
    while (wordsToSay(shorter).length > words.length - form) {
      const next = withoutLastWord(shorter);
      if (next === '' || next === shorter) return text;
      shorter = next;
    }
    if (joiners.has(fold(/\S+$/u.exec(shorter)?.[0] ?? ''))) shorter = withoutLastWord(shorter);
    text = shorter;
  }
});

const wordsToSay = (text: string): string[] =>
  (fold(dotless(text)).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !joiners.has(word));

const withoutLastWord = (text: string): string =>
  text.replace(/[\s,.&+]*(?:[\p{L}\p{N}\p{M}](?:[./]\s?)?)+[\s).,]*$/u, '').replace(/(?<![\s,(&])[\s,(&]+$/u, '');

/** `A/S` and `S.A.` as one word. */
function dotless(text: string): string {
  const joined = text.includes('/') ? text.replace(/\b([aikns])\/([sv])\b/gi, '$1$2') : text;
  return joined.includes('.') ? joined.replace(/(?<=(?<!\p{L})\p{L})\.\s?(?=\p{L}(?!\p{L}))/gu, '') : joined;
}

/**
 * A readable id for an account: lower-case ASCII letters, digits and hyphens, at most 48 characters. Empty when the name has no
 * such characters.
 */
export function accountSlug(name: string): string {
  return companyWords(name)
    .join('-')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
}
