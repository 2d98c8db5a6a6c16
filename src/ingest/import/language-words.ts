/**
 * Words for multiples and months in the languages of the world, from the Unicode tables that the runtime holds (CLDR). They are
 * gathered when the first word is met that no list of ours has.
 */

const languages =
  'ar bg bn ca cs da de el en es et eu fa fi fr he hi hr hu hy id is it ja ka kk ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh'.split(
    ' ',
  );

/** A word as it is looked up: in lower case, without marks and full stops. */
const foldedWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}.]/gu, '')
    .normalize('NFC')
    .toLowerCase();

/** Notes what a word means. A word that means two things, be it in two languages, means nothing. */
function note(words: Map<string, number | null>, text: string, meaning: number): void {
  const word = foldedWord(text);
  if (word === '' || /[\d\s]/.test(word)) return;
  const known = words.get(word);
  words.set(word, known === undefined || known === meaning ? meaning : null);
}

/** Numbers that show a language's words for multiples, with the endings that follow small, large and broken ones. */
const samples = [1e3, 1.5e3, 2e3, 5e3, 12e3, 1e4, 1.5e4, 1e5, 1e6, 1.5e6, 2e6, 5e6, 1e7, 1e8, 1e9, 2e9];

function gatherMultiples(): ReadonlyMap<string, number | null> {
  const words = new Map<string, number | null>();
  for (const language of languages) {
    for (const compactDisplay of ['short', 'long'] as const) {
      const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
        notation: 'compact',
        compactDisplay,
        minimumFractionDigits: 0,
        maximumFractionDigits: 1,
      });
      for (const sample of samples) {
        const parts = format.formatToParts(sample);
        const valueOf = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
        note(words, valueOf('compact'), sample / Number(`${valueOf('integer')}.${valueOf('fraction')}`));
      }
    }
  }
  return words;
}

function gatherMonths(): ReadonlyMap<string, number | null> {
  const words = new Map<string, number | null>();
  for (const language of languages) {
    for (const month of ['short', 'long'] as const) {
      // With a day, many languages use another form of the name than without.
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month, day, timeZone: 'UTC' });
        for (let at = 0; at < 12; at += 1) {
          const parts = format.formatToParts(Date.UTC(2026, at, 14));
          note(words, parts.find(({ type }) => type === 'month')?.value ?? '', at + 1);
        }
      }
    }
  }
  return words;
}

let multiples: ReadonlyMap<string, number | null> | undefined;
let months: ReadonlyMap<string, number | null> | undefined;

/** The multiple that a word is, `tysięcy` 1,000; undefined for none or several. */
export const multipleIn = (word: string): number | undefined =>
  (multiples ??= gatherMultiples()).get(foldedWord(word)) ?? undefined;

/** The month, from 1, that a word is, `listopada` 11; undefined for none or several. */
export const monthIn = (word: string): number | undefined =>
  (months ??= gatherMonths()).get(foldedWord(word)) ?? undefined;
