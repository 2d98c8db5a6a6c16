/** The words of titles, headlines and names, as they are compared. */
import { fold } from './fold';
import { remembering } from './remembering';

/** `Geschäftsführer:in`, `Leiter*in`, `Leiter/in`, `Leiter(in)`, `GründerIn`, `directeur·rice`: the form without the suffix. */
const genderSuffix =
  /(\p{L}{3})(?:[:*_/·.]-?|\()(?:in|innen|rice|trice|euse|e|a)\)?(?![\p{L}\p{N}])|(\p{Ll}{3})In(?![\p{L}\p{N}])/gu;
const genderNote = /\(?\b(?:[mwfdhxv]\s*[/|]\s*){1,2}[mwfdhxv]\b\)?/giu;
/** Scripts whose words carry articles and prepositions in front. */
const prefixed = /[\u0590-\u06ff]/;
/** Scripts that are read without spaces, or whose words are grown together: found anywhere in a word. */
export const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;

/** Stems and endings are kept by this many of their letters. */
export const keyLength = 3;
/** How many words tables keep their answers for. */
export const rememberedWords = 4_096;
let made = 0;

/** One folded word. An object, so that tables find what they know of it by its slot instead of by its letters. */
export class Word {
  readonly slot: number;
  /** Its first and last letters, by which stems and endings are kept. */
  readonly start: string;
  readonly end: string;
  /** Letters of a script without spaces: phrases are found inside. */
  readonly runsOn: boolean;
  /** The tables that may know the word, a bit each, and how many phrases all tables had when that was looked up (`phrases.ts`). */
  tables = 0;
  tablesAsOf = -1;

  constructor(readonly text: string) {
    this.slot = made;
    made = (made + 1) % rememberedWords;
    this.runsOn = unspaced.test(text);
    this.start = text.slice(0, keyLength);
    this.end = text.slice(-keyLength);
  }
}

/**
 * The words of a title, folded (case, accents) and without punctuation: `['co', 'founder']`.
 * `IT` in capitals becomes `infotech`, because "it" is also a word; `founder's` becomes `founders`, `d'agence` two words;
 * Arabic and Hebrew words lose article and conjunction.
 */
export function wordsOf(text: string): readonly Word[] {
  if (!text.includes(' ')) return wordsOfOne(text);
  const words: Word[] = [];
  // A note in brackets may hold spaces: "(m / w / d)".
  const plain = text.includes('/ ') ? text.replace(genderNote, ' ') : text;
  for (const word of plain.split(' ')) if (word !== '') for (const token of wordsOfOne(word)) words.push(token);
  return words;
}

/** The same as text. */
export const tokensOf = (text: string): readonly string[] => wordsOf(text).map((word) => word.text);

/** The words of a text without spaces: mostly one. */
export const wordsOfOne: (text: string) => readonly Word[] = remembering(rememberedWords, (text) =>
  tokensOfOne(text).map((token) => new Word(token)),
);

/** "C.E.O.", "H.R.", "Q.A.": as without stops. Other letters with stops are names and legal forms. */
const spelled = /(?<![\p{L}.])(?:c\.[efiot]\.o|v\.p|h\.r|i\.t|p\.r|q\.a)\.?(?![\p{L}.])/giu;

/** The tokens of a text without spaces, not remembered. */
export function tokensOfOne(text: string): readonly string[] {
  if (isFolded(text)) return [text];
  let plain = text;
  if (/[:*_/·.(|]|[a-z]In/.test(text)) plain = plain.replace(genderNote, ' ').replace(genderSuffix, '$1$2');
  if (text.includes('.')) plain = plain.replace(spelled, (letters) => letters.replaceAll('.', '').toUpperCase());
  if (/IT|['’&]/.test(plain)) {
    plain = plain
      .replace(/\bIT\b/g, 'infotech')
      .replace(/['’](?=s\b)/gi, '')
      .replace(/R&D/gi, 'research and development');
  }
  const folded = foldWord(plain);
  if (!prefixed.test(folded)) return plainWord.test(folded) ? [folded] : (folded.match(/[\p{L}\p{N}]+/gu) ?? []);
  const words = folded.replace(/(?<=[\u0590-\u05ff])["'״׳](?=[\u0590-\u05ff])/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(bareWord);
}

/** Letters and digits that stand for themselves: most of a folded word, whatever its alphabet. */
const staysItself = Uint8Array.from({ length: 0x590 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return /[\p{L}\p{N}]/u.test(letter) && fold(letter) === letter ? 1 : 0;
});

/** Whether a word is one token and is folded already. */
export function isFolded(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (staysItself[text.charCodeAt(at)] !== 1) return false;
  return text !== '';
}

const plainWord = /^[\p{L}\p{N}]+$/u;

/** Folded; Japanese keeps its voicing marks, without which エンジニア (engineer) holds シニア (senior). */
export function foldWord(text: string): string {
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
