/**
 * Whether a name imitates another with letters that look alike. Follows Unicode UTS #39 (confusable skeletons, §4; mixed scripts,
 * §5): two names with the same skeleton look the same to a person.
 */
import unhomoglyph from 'unhomoglyph';

/** Scripts that are distinguished. Those in one row occur together in honest words (UTS #39 §5.2, highly restrictive). */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
];
const [latin, eastAsian] = scripts;
/** Every other script: Thai, Devanagari, Ethiopic. */
const otherScript = /\p{L}/u;

/** Whether a word of the text has letters of several scripts, like `Сlaude` with a Cyrillic С. */
export function mixesScripts(text: string): boolean {
  return (text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).some((word) => {
    const used = new Set(
      Array.from(word)
        .filter((letter) => /\p{L}/u.test(letter))
        .flatMap(scriptOf),
    );
    if (eastAsian && used.has(eastAsian) && latin) used.delete(latin);
    return used.size > 1;
  });
}

function scriptOf(letter: string): RegExp[] {
  // Letters that all scripts share belong to none of them.
  if (/\p{Script=Common}|\p{Script=Inherited}/u.test(letter)) return [];
  return [scripts.find((script) => script.test(letter)) ?? otherScript];
}

/** Letters and digits as they look: confusables, case, accents and the shapes of l, I and 1 become the same. */
export function skeletonOf(text: string): string {
  const bare = unhomoglyph(text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
  return unhomoglyph(bare.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(/[i1|!]/g, 'l')
    .replace(/[ǝəɘɛɜ]/g, 'e')
    .replace(/[ɐɑʌ]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Letters and digits as they are written, without case and width. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether the text looks as if it contained the name, but is written with other letters. */
export function imitates(text: string, name: string): boolean {
  return skeletonOf(text).includes(skeletonOf(name)) && !plainOf(text).includes(plainOf(name));
}

/** Whether the text contains the name, in any spelling. */
export function looksLike(text: string, name: string): boolean {
  return skeletonOf(text).includes(skeletonOf(name));
}
