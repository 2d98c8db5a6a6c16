/** Finding known phrases in a list of words: the small machine under the title and function tables. */
import { fold } from '../text/fold';

/** A table row: its phrases, separated by ` | `, written as people write them. */
export interface PhraseRow {
  /** What the row stands for; tests name their cases after it. */
  readonly name: string;
  readonly phrases: string;
}

interface Phrase<Row> {
  readonly tokens: readonly string[];
  readonly row: Row;
}

/** Phrases by their first word, longest first. Built once, when a module loads. */
export type PhraseIndex<Row> = ReadonlyMap<string, readonly Phrase<Row>[]>;

/** How many words a `*` of a phrase may stand for: "Chief Human Resources and Culture Officer" has four. */
const longestGap = 4;

/** `Geschäftsführer:in`, `Leiter*in`, `Leiter/in`, `Leiter(in)`, `GründerIn`, `directeur·rice`: the form without the suffix. */
const genderSuffix =
  /(\p{L}{3})(?:[:*_/·.]-?|\()(?:in|innen|rice|trice|euse|e|a)\)?(?![\p{L}\p{N}])|(\p{Ll}{3})In(?![\p{L}\p{N}])/gu;
const genderNote = /\(?\b(?:[mwfdhxv]\s*[/|]\s*){1,2}[mwfdhxv]\b\)?/giu;

/**
 * The words of a title, folded (case, accents) and without punctuation: `['co', 'founder']`.
 * `IT` in capitals becomes `infotech`, because "it" is also a word; `founder's` becomes `founders`, `d'agence` two words.
 */
export function tokensOf(text: string): string[] {
  let plain = text;
  if (/[:*_/·.(|]|[a-z]In/.test(text)) plain = plain.replace(genderNote, ' ').replace(genderSuffix, '$1$2');
  if (/IT|['’&]/.test(text)) {
    plain = plain
      .replace(/\bIT\b/g, 'infotech')
      .replace(/['’](?=s\b)/gi, '')
      .replace(/R&D/gi, 'research and development');
  }
  return fold(plain)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
}

/** Compiles a table. Umlauts are also indexed as they are typed without them: `geschaeftsfuehrer`. */
export function indexPhrases<Row extends PhraseRow>(rows: readonly Row[]): PhraseIndex<Row> {
  const index = new Map<string, Phrase<Row>[]>();
  for (const row of rows) {
    for (const written of phrasesOf(row)) {
      const spelt = written.replace(/ä/gi, 'ae').replace(/ö/gi, 'oe').replace(/ü/gi, 'ue');
      for (const phrase of new Set([written, spelt])) {
        const tokens = phrase.split(' * ').flatMap((part, n) => (n === 0 ? tokensOf(part) : ['*', ...tokensOf(part)]));
        const [first] = tokens;
        if (first === undefined) continue;
        const list = index.get(first) ?? [];
        list.push({ tokens, row });
        index.set(first, list);
      }
    }
  }
  for (const list of index.values()) list.sort((a, b) => b.tokens.length - a.tokens.length);
  return index;
}

/** The phrases of a row, one by one. */
export function phrasesOf(row: PhraseRow): string[] {
  return row.phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/** The longest phrase that starts at a word, and how many words it covers. */
export function phraseAt<Row>(
  index: PhraseIndex<Row>,
  tokens: readonly string[],
  at: number,
): { row: Row; length: number } | undefined {
  const candidates = index.get(tokens[at] ?? '');
  if (candidates === undefined) return undefined;
  for (const candidate of candidates) {
    const length = lengthOf(candidate.tokens, tokens, at);
    if (length > 0) return { row: candidate.row, length };
  }
  return undefined;
}

/** Words covered when `phrase` stands at `at`, or 0. */
function lengthOf(phrase: readonly string[], tokens: readonly string[], at: number): number {
  let position = at;
  for (let n = 0; n < phrase.length; n += 1) {
    if (phrase[n] === '*') {
      const stop = phrase[n + 1];
      let gap = 1;
      while (gap <= longestGap && tokens[position + gap] !== stop) gap += 1;
      if (gap > longestGap) return 0;
      position += gap;
    } else {
      if (tokens[position] !== phrase[n]) return 0;
      position += 1;
    }
  }
  return position - at;
}
