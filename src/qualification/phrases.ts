/** Finding known phrases in a list of words: the small machine under every word table. */
import { fold } from '../text/fold';
import { remembering } from './recent';

/** One word of a phrase; a stem matches every word that begins with it. */
interface PhraseWord {
  readonly text: string;
  readonly stem: boolean;
}

interface Phrase<Row> {
  readonly words: readonly PhraseWord[];
  readonly row: Row;
  readonly first: string;
}

/** A phrase found at a word: its row, and how many words it covers. */
export interface Found<Row> {
  readonly row: Row;
  readonly length: number;
}

/** How many words a `*` between others may stand for: "Chief Human Resources and Culture Officer" has four. */
const longestGap = 4;
/** Stems and endings are kept by this many of their letters; shorter ones are refused. */
const keyLength = 3;

/** `Geschäftsführer:in`, `Leiter*in`, `Leiter/in`, `Leiter(in)`, `GründerIn`, `directeur·rice`: the form without the suffix. */
const genderSuffix =
  /(\p{L}{3})(?:[:*_/·.]-?|\()(?:in|innen|rice|trice|euse|e|a)\)?(?![\p{L}\p{N}])|(\p{Ll}{3})In(?![\p{L}\p{N}])/gu;
const genderNote = /\(?\b(?:[mwfdhxv]\s*[/|]\s*){1,2}[mwfdhxv]\b\)?/giu;
/** Scripts whose words carry articles and prepositions in front. */
const prefixed = /[\u0590-\u06ff]/;
/** Scripts that are read without spaces, or whose words are grown together: found anywhere in a word. */
export const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

/**
 * The words of a title, folded (case, accents) and without punctuation: `['co', 'founder']`.
 * `IT` in capitals becomes `infotech`, because "it" is also a word; `founder's` becomes `founders`, `d'agence` two words;
 * Arabic and Hebrew words lose article and conjunction.
 */
export function tokensOf(text: string): readonly string[] {
  if (!text.includes(' ')) return tokensOfWord(text);
  const tokens: string[] = [];
  // A note in brackets may hold spaces: "(m / w / d)".
  const plain = text.includes('/ ') || text.includes('R & D') ? text.replace(genderNote, ' ') : text;
  for (const word of plain.split(' ')) if (word !== '') tokens.push(...tokensOfWord(word));
  return tokens;
}

const tokensOfWord = remembering(8_192, computeTokens);

function computeTokens(text: string): readonly string[] {
  let plain = text;
  if (/[:*_/·.(|]|[a-z]In/.test(text)) plain = plain.replace(genderNote, ' ').replace(genderSuffix, '$1$2');
  if (/IT|['’&]/.test(text)) {
    plain = plain
      .replace(/\bIT\b/g, 'infotech')
      .replace(/['’](?=s\b)/gi, '')
      .replace(/R&D/gi, 'research and development');
  }
  const folded = foldWord(plain);
  if (!prefixed.test(folded)) return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = folded.replace(/(?<=[\u0590-\u05ff])["'״׳](?=[\u0590-\u05ff])/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(bareWord);
}

/** Folded; Japanese keeps its voicing marks, without which エンジニア (engineer) holds シニア (senior). */
function foldWord(text: string): string {
  if (!unspaced.test(text)) return fold(text);
  const plain = /[\u3040-\u30ff]/.test(text) ? text.normalize('NFKC').toLowerCase() : fold(text);
  return plain.replace(/[a-z0-9]+/g, ' $& ');
}

/** An Arabic or Hebrew word without what is written together with it; the same is done to the tables. */
function bareWord(word: string): string {
  if (/^[\u0600-\u06ff]/.test(word)) {
    return word
      .replace(/^و(?=.{4})/, '')
      .replace(/^(?:[بكف]?ال|لل|ل(?=.{4}))(?=.{2})/, '')
      .replace(/ة$/, 'ه')
      .replace(/ى$/, 'ي');
  }
  return word.replace(/^[הולב](?=[\u05d0-\u05ea]{4})/, '');
}

/** Spellings of a phrase that its table stands for: umlauts are also typed without them (`geschaeftsfuehrer`). */
function spellings(written: string): Set<string> {
  return new Set([written, written.replace(/ä/gi, 'ae').replace(/ö/gi, 'oe').replace(/ü/gi, 'ue')]);
}

interface Starts<Row> {
  readonly exact: readonly Phrase<Row>[] | undefined;
  readonly stems: readonly Phrase<Row>[] | undefined;
}
const noStarts = { exact: undefined, stems: undefined };
/** How many words a table keeps its answer for, and how long they may be. */
const keptStarts = 4_096;
const longestKept = 40;

/** Phrases of one table. Of two rows with the same phrase the one added first stays. */
export class PhraseTable<Row> {
  private readonly exact = new Map<string, Phrase<Row>[]>();
  private readonly stems = new Map<string, Phrase<Row>[]>();
  private readonly endings = new Map<string, { readonly text: string; readonly row: Row }[]>();
  private readonly parts = new Map<string, Row>();
  private longestPart = 0;
  /** First letters of the parts: most letters of a text begin none. */
  private readonly partStarts = new Set<string>();
  private readonly listed = new Set<string>();
  private readonly starts = new Map<string, Starts<Row>>();

  /** @param written words between spaces; `word*` is every word that begins so, a lone `*` stands for up to four words */
  add(written: string, row: Row): void {
    for (const phrase of spellings(written)) {
      if (unspaced.test(phrase)) this.addPart(foldWord(phrase).replace(/ /g, ''), row);
      this.addWords(phrase, row);
    }
  }

  private addPart(part: string, row: Row): void {
    if (!this.parts.has(part)) this.parts.set(part, row);
    this.partStarts.add(part.charAt(0));
    this.longestPart = Math.max(this.longestPart, part.length);
  }

  private addWords(phrase: string, row: Row): void {
    const words = phrase.split(' ').flatMap((word): PhraseWord[] => {
      if (word === '*') return [{ text: '*', stem: false }];
      const tokens = tokensOf(word.replace('*', ''));
      return tokens.map((text, n) => ({
        text,
        stem: word.endsWith('*') && n === tokens.length - 1 && text.length >= keyLength,
      }));
    });
    const [first] = words;
    if (first === undefined) return;
    this.starts.clear();
    const index = first.stem ? this.stems : this.exact;
    const key = first.stem ? first.text.slice(0, keyLength) : first.text;
    const name = nameOf(words);
    if (this.listed.has(name)) return;
    this.listed.add(name);
    const list = index.get(key);
    const added = { words, row, first: first.text };
    if (list === undefined) index.set(key, [added]);
    else
      list.splice(
        placeIn(list, (other) => beforeIn(added, other)),
        0,
        added,
      );
  }

  /** The end of a compound word: `leiterin`. */
  addEnding(written: string, row: Row): void {
    for (const text of new Set([...spellings(written)].map(fold))) {
      const key = text.slice(-keyLength);
      const list = this.endings.get(key) ?? [];
      if (list.some((other) => other.text === text)) continue;
      list.splice(
        placeIn(list, (other) => text.length > other.text.length),
        0,
        { text, row },
      );
      this.endings.set(key, list);
    }
  }

  /** The longest phrase that starts at a word; of equally long ones the exact word, then the longest stem. */
  at(tokens: readonly string[], at: number): Found<Row> | undefined {
    const { exact, stems } = this.startingWith(tokens[at] ?? '');
    if (exact === undefined && stems === undefined) return undefined;
    const whole = longest(exact, tokens, at);
    const stem = longest(stems, tokens, at);
    if (whole === undefined || (stem !== undefined && stem.length > whole.length)) return stem;
    return whole;
  }

  /** The phrases whose first word a word is. Words repeat, so the answers for some are kept. */
  private startingWith(token: string): Starts<Row> {
    const known = this.starts.get(token);
    if (known !== undefined) return known;
    const stems = token.length < keyLength ? undefined : this.stems.get(token.slice(0, keyLength));
    const begun = stems?.filter(({ first }) => token.startsWith(first));
    const exact = this.exact.get(token);
    const found =
      exact === undefined && !begun?.length ? noStarts : { exact, stems: begun?.length ? begun : undefined };
    if (token.length > longestKept) return found;
    if (this.starts.size >= keptStarts) this.starts.clear();
    this.starts.set(token, found);
    return found;
  }

  /** Whether a word is listed by itself, or begins with a listed stem and hardly goes on. */
  knows(word: string): boolean {
    if (this.exact.get(word)?.some(({ words }) => words.length === 1) === true) return true;
    const stems = word.length < keyLength ? undefined : this.stems.get(word.slice(0, keyLength));
    return (
      stems?.some(
        ({ words, first }) => words.length === 1 && word.startsWith(first) && word.length - first.length <= 4,
      ) === true
    );
  }

  /** The row of the longest listed end of a compound, for a word that is longer than the end. */
  atEnd(token: string): Row | undefined {
    const list = this.endings.get(token.slice(-keyLength));
    return list?.find(({ text }) => token.length > text.length && token.endsWith(text))?.row;
  }

  /** What a word without spaces in it (Chinese, Japanese, Korean) names, from its start, the longest part at each place. */
  partsOf(token: string): { readonly row: Row; readonly from: number; readonly to: number }[] {
    const found: { row: Row; from: number; to: number }[] = [];
    for (let from = 0; from < token.length;) {
      const begins = this.partStarts.has(token.charAt(from));
      let to = begins ? Math.min(token.length, from + this.longestPart) : from;
      let row: Row | undefined;
      while (to > from && (row = this.parts.get(token.slice(from, to))) === undefined) to -= 1;
      if (row !== undefined) found.push({ row, from, to });
      from = row === undefined ? from + 1 : to;
    }
    return found;
  }
}

/** Longer phrases first, then longer first words. */
function beforeIn<Row>(one: Phrase<Row>, other: Phrase<Row>): boolean {
  const more = one.words.length - other.words.length;
  return more > 0 || (more === 0 && one.first.length > other.first.length);
}

/** Where in an ordered list a new one belongs: before the first that it comes before. */
function placeIn<Item>(list: readonly Item[], comesBefore: (other: Item) => boolean): number {
  const at = list.findIndex(comesBefore);
  return at < 0 ? list.length : at;
}

function nameOf(words: readonly PhraseWord[]): string {
  return words.map(({ text, stem }) => (stem ? `${text}*` : text)).join(' ');
}

function longest<Row>(
  candidates: readonly Phrase<Row>[] | undefined,
  tokens: readonly string[],
  at: number,
): Found<Row> | undefined {
  if (candidates === undefined) return undefined;
  for (const { words, row } of candidates) {
    const length = lengthOf(words, tokens, at);
    if (length > 0) return { row, length };
  }
  return undefined;
}

/** Words covered when the phrase stands at `at`, or 0. */
function lengthOf(phrase: readonly PhraseWord[], tokens: readonly string[], at: number): number {
  let position = at;
  for (let n = 0; n < phrase.length; n += 1) {
    const word = phrase[n];
    if (word === undefined) return 0;
    if (word.text === '*') {
      const stop = phrase[n + 1]?.text;
      let gap = 1;
      while (gap <= longestGap && tokens[position + gap] !== stop) gap += 1;
      if (gap > longestGap) return 0;
      position += gap;
      continue;
    }
    const token = tokens[position];
    if (token === undefined || (word.stem ? !token.startsWith(word.text) : token !== word.text)) return 0;
    position += 1;
  }
  return position - at;
}
