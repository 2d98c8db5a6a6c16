/** A headline cut into words and marks, each with what is known of it by itself. */
import { clusterOf, type Cluster } from './clusters';
import { jobSituations } from './lists';
import { isOrdinary } from './ordinary';
import { isKnownWord } from '../title/role';
import { functions, ranks } from '../title/role-tables';
import { unspaced, wordsOfOne, type Word } from '../text/words';
import { remembering } from '../text/remembering';
import { numberOf } from '../text/word-set';

/** Longer headlines are not read further: what a page shows is shorter, and everything after costs by length. */
export const longestHeadline = 400;

/** How a word is written, or which mark it is. Part of what the model learned: append only, and train again. */
export const shapes = [
  'capitals',
  'capital',
  'capitals inside',
  'small',
  'small, capitals inside',
  'digits',
  'han',
  'hiragana',
  'katakana',
  'hangul',
  'arabic',
  'hebrew',
  'other letters',
  'bar',
  'bullet',
  'dash',
  'comma',
  'slash',
  'colon',
  'stop',
  'exclamation',
  'opening bracket',
  'closing bracket',
  'quotation mark',
  'at',
  'ampersand',
  'hash',
  'plus',
  'address',
  'emoji',
  'other mark',
  'elision',
  'ending',
] as const;
export type Shape = (typeof shapes)[number];
const codeOf = new Map<Shape, number>(shapes.map((shape, code) => [shape, code]));
const code = (shape: Shape) => codeOf.get(shape) ?? 0;
const firstMark = code('bar');
const lastMark = code('other mark');

const ideographs: ReadonlySet<number> = new Set((['han', 'hiragana'] as const).map(code));
const smallLetters = code('small');
const wholeWords: ReadonlySet<number> = new Set((['katakana', 'hangul', 'other letters'] as const).map(code));

/** A letter of a script written without spaces: a token of its own. */
export const isIdeograph = ({ form }: Token): boolean => ideographs.has(form.shape);
/** A word in Katakana, Korean or Thai letters: one token, with words of the lists inside. */
export const isWholeWord = ({ form }: Token): boolean => wholeWords.has(form.shape);
/** A mark, not a word. */
export const isMark = ({ form }: Token): boolean => form.shape >= firstMark && form.shape <= lastMark;
/** A word with a capital or a digit, or of a script that has no capitals: it may begin a name. */
export const isCased = ({ form }: Token): boolean => form.shape < firstMark && form.shape !== smallLetters;

const addresses = code('address');
const opening = code('opening bracket');
export const isAddress = ({ form }: Token): boolean => form.shape === addresses;
export const isOpening = ({ form }: Token): boolean => form.shape === opening;

/** Marks behind which something else begins. */
const remarkEnds: ReadonlySet<number> = new Set(
  (['bar', 'bullet', 'dash', 'emoji', 'exclamation', 'closing bracket'] as const).map(code),
);
const stop = code('stop');

/** "ent.", "ehem.": letters of an abbreviation for former. */
const longestAbbreviation = 4;

/** A bar, a bullet, a dash, a semicolon, or the full stop of a sentence: not that of "ent." (former), or of one letter. */
export function endsRemark({ form, text }: Token, last: Token | undefined): boolean {
  if (text === ';' || text === '。') return true;
  if (form.shape !== stop || last === undefined) return form.shape === stop || remarkEnds.has(form.shape);
  const isShort = last.text.length <= longestAbbreviation && jobSituations().at(last.form.words, 0) !== undefined;
  return last.text.length > 1 && !isShort;
}

/** What is known of a text wherever it stands. */
export interface Form {
  /** Numbers of its letters: folded whole, its first four letters, its last three and two. */
  readonly whole: number;
  readonly start: number;
  readonly end: number;
  readonly end2: number;
  /** Index in `shapes`. */
  readonly shape: number;
  /** A mark between the parts of a headline. */
  readonly divides: boolean;
  /** An ordinary word of English, or several. */
  readonly ordinary: boolean;
  /** Of its last word. */
  readonly cluster: Cluster;
  /** Its words as the lists have them; none for a mark. */
  readonly words: readonly Word[];
}

export interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly form: Form;
}

/** Marks that are not seen, those that colour an emoji among them, and signs of rights, which NFKC would spell out. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad™®©℠]|[\ufe00-\ufe0f]|\u20e3/g;
/** An accent by itself, typed for an apostrophe. */
const accents = /[´ʼ]/g;

/** The text that is read: at most 400 characters, compatibility characters plain, invisible ones gone. */
export function readable(headline: string): string {
  const start = headline.slice(0, longestHeadline);
  if (/^[\x20-\x7e]*$/.test(start)) return start;
  const plain = start.replace(invisible, '').replace(accents, '’').normalize('NFKC').slice(0, longestHeadline);
  // Not half a character at the end.
  return plain.replace(/[\ud800-\udbff]$/, '');
}

/** Letters of scripts without spaces, and of the rest letters and digits. */
const cutScripts = String.raw`\u3040-\u30ff\u3400-\u9fff々\u{20000}-\u{3ffff}`;
const letter = String.raw`(?![${cutScripts}])[\p{L}\p{N}\p{M}]`;
const word = `(?:${letter})+`;
/** "R&D", "e.on", "Jean-Luc"; מנכ"ל; "S:t Göran"; "Leiter:in". */
const joinedInside = String.raw`['’.&_-](?=${letter})|(?<=[\u05d0-\u05ea]{2})["״](?=[\u05d0-\u05ea]{1,4}(?![\u05d0-\u05ea]))|(?<=(?<![\p{L}\p{N}])S):(?=ta?(?![\p{L}\p{N}]))|[:*·/](?=(?:in|innen|r|rice|trice|ice|a|e|euse)(?![\p{L}\p{N}]))`;
/** The stop of an abbreviation belongs to it: "S.L.", "Inc."; of a saint ("Св. Яна"), of whom a house is named for ("ім. Франка"). */
const saints = 'st|ste|sta|sto|sv|św|sf|szt|hl|св|αγ|им|ім|im';
const ofAbbreviation = String.raw`(?<=\.\p{L}{1,2}|(?<![\p{L}\p{N}])(?:inc|ltd|co|corp|bros|dr|prof|sr|jr|hnos|gebr|bt|rt|sh|sp|fa|${saints}))\.`;
/** "d'usine", "dell'Orto". */
const elision = String.raw`(?<![\p{L}\p{N}])(?:[dlsjncmt]|qu|dell|all|nell|dall|sull|un)['’](?=\p{L})`;
const address = String.raw`(?:https?:\/\/|www\.)\S+|[^\s@|,]{1,64}@[^\s@]{1,200}\.\w{2,24}`;
/** Katakana and words whole, ideographs and Hiragana one by one, any other mark by itself. */
const pieces = new RegExp(
  `${address}|[\\u30a1-\\u30faー]+|[${cutScripts}]|${elision}|${word}(?:(?:${joinedInside})${word})*(?:${ofAbbreviation})?|\\S`,
  'giu',
);

/** Endings that languages write behind a name, and the Hebrew preposition in front of one. */
const endings =
  /^(.{2,})((?:['’](?:[dt][ae]n?|n[dt]?[aeıiuü]n?|[ıiuü]n|y[ae])|[-–](?:n[áé]l|b[ae]n|[oóöő]n|t[óő]l|n[ae]k|h[oeö]z))|에서는?|으?로|의)$/iu;
const hebrewPrefix = /^(ב[-־]?)([\u05d0-\u05ea"״]{3,}|[A-Za-z].*)$/;
const arabicPrefix =
  /^([بل])((?:شرك[ةه]|بنك|مصرف|مستشفى|جامع[ةه]|مجموع[ةه]|مصنع|جمعي[ةه]|مؤسس[ةه]|وزار[ةه]|هيئ[ةه]|بلدي[ةه]|مدرس[ةه]|فندق|مكتب|مركز|عياد[ةه]|معهد|روض[ةه]|كلي[ةه]|مطعم|نادي|دار|صيدلي[ةه]))$/u;

/** Cuts a readable text. */
export function tokensIn(text: string): Token[] {
  const tokens: Token[] = [];
  pieces.lastIndex = 0;
  for (let found = pieces.exec(text); found !== null; found = pieces.exec(text)) {
    const [piece] = found;
    const at = found.index;
    const cutAt = /^[\x20-\x7e]+$/.test(piece) && !piece.includes("'") ? 0 : cutOf(piece);
    if (cutAt > 0) {
      tokens.push(tokenOf(piece.slice(0, cutAt), at), tokenOf(piece.slice(cutAt), at + cutAt));
    } else tokens.push(tokenOf(piece, at));
  }
  return tokens;
}

function cutOf(piece: string): number {
  const ending = endings.exec(piece);
  if (ending?.[1] !== undefined && !(unspaced.test(piece) && (piece.length < 4 || endsInListed(piece)))) {
    return ending[1].length;
  }
  const hebrew = hebrewPrefix.exec(piece) ?? arabicPrefix.exec(piece);
  return hebrew?.[1] === undefined || isListed(piece) ? 0 : hebrew[1].length;
}

/** 전문의 (a specialist): the last syllable is no particle. */
function endsInListed(piece: string): boolean {
  return [ranks(), functions()].some((table) => table.partsOf(piece).at(-1)?.to === piece.length);
}

/** A word that the lists have as it stands. */
function isListed(piece: string): boolean {
  const words = wordsOfOne(piece);
  return isKnownWord(words[0]?.text ?? '') || jobSituations().at(words, 0) !== undefined;
}

function tokenOf(text: string, from: number): Token {
  return { text, from, to: from + text.length, form: formOf(text) };
}

const formOf: (text: string) => Form = remembering(8_192, (text) => {
  const shape = shapeOf(text);
  const isMark = shape >= firstMark && shape <= lastMark;
  const words = isMark ? [] : wordsOfOne(text);
  const folded = isMark
    ? `\u0000${shape}`
    : words.length === 0
      ? text.toLowerCase()
      : words.map((word) => word.text).join(' ');
  return {
    whole: numberOf(folded),
    start: numberOf(folded.slice(0, 4)),
    end: numberOf(folded.slice(-3)),
    end2: numberOf(folded.slice(-2)),
    shape,
    divides: dividing(shape),
    ordinary: words.length > 0 && words.every((word) => isOrdinary(word.text)),
    cluster: clusterOf(words.at(-1)?.text ?? ''),
    words,
  };
});

/** Marks between parts: from the bar to the quotation mark, and emoji. */
const dividing = (shape: number): boolean =>
  (shape >= firstMark && shape <= code('quotation mark')) || shape === code('emoji');

const markShapes: readonly (readonly [RegExp, Shape])[] = [
  [/^[|¦]$/, 'bar'],
  [/^[•●▪■◆◇♦◊▶►▸→⇒➡✦✧★☆·∙‧⁃~]$/u, 'bullet'],
  [/^[-–—‐−]$/u, 'dash'],
  [/^[,;،、，؛]$/u, 'comma'],
  [/^[/\\]$/, 'slash'],
  [/^[:：]$/, 'colon'],
  [/^[.。…・]$/u, 'stop'],
  [/^[!?！？]$/, 'exclamation'],
  [/^[([{【〔]$/u, 'opening bracket'],
  [/^[)\]}】〕]$/u, 'closing bracket'],
  [/^["'“”„«»‘’‚「」『』״׳]$/u, 'quotation mark'],
  [/^@$/, 'at'],
  [/^&$/, 'ampersand'],
  [/^#$/, 'hash'],
  [/^\+$/, 'plus'],
  [/^(?:https?:|www\.)|@.*\./, 'address'],
  [/^[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3\ufe0f\u200d]/u, 'emoji'],
];

function shapeOf(text: string): number {
  if (/^[\p{L}\p{N}]/u.test(text) && !/^(?:https?:\/\/|www\.)|@/.test(text)) return code(letterShape(text));
  if (/^['’–-].+|^ב[-־]/u.test(text)) return code('ending');
  for (const [pattern, shape] of markShapes) if (pattern.test(text)) return code(shape);
  return code('other mark');
}

function letterShape(text: string): Shape {
  if (/^\p{L}{1,4}['’]$/u.test(text)) return 'elision';
  if (/^\p{N}/u.test(text)) return 'digits';
  if (/^\p{Lu}/u.test(text)) {
    if (/^[\p{Lu}\p{N}\p{P}]+$/u.test(text) && text.length > 1) return 'capitals';
    return /\p{Ll}.*\p{Lu}/u.test(text) ? 'capitals inside' : 'capital';
  }
  if (/^\p{Ll}/u.test(text)) return /\p{Lu}/u.test(text) ? 'small, capitals inside' : 'small';
  if (/^[\u3400-\u9fff々]/u.test(text)) return 'han';
  if (/^[\u3040-\u309f]/u.test(text)) return 'hiragana';
  if (/^[\u30a0-\u30ff]/u.test(text)) return 'katakana';
  if (/^[\uac00-\ud7a3]/u.test(text)) return 'hangul';
  if (/^[\u0600-\u06ff]/u.test(text)) return 'arabic';
  return /^[\u0590-\u05ff]/u.test(text) ? 'hebrew' : 'other letters';
}
