/** Which encoding a file is in, decided over the whole file: its bytes are surveyed once before it is read. */
import { isAscii, isUtf8 } from 'node:buffer';
import { detectAll } from 'jschardet';
import { ExportError } from './errors';
import { decoded, dosPages } from './letters';

/** Encodings that can be read, by the names of the WHATWG standard, with names that people use. */
export const encodings = {
  'utf-8': ['utf8'],
  'utf-16le': ['utf16', 'utf-16', 'unicode'],
  'utf-16be': [],
  'windows-1252': ['cp1252', 'latin1', 'iso-8859-1', 'ansi'],
  'iso-8859-15': ['latin9'],
  'windows-1250': ['cp1250'],
  'windows-1251': ['cp1251'],
  'windows-1253': ['cp1253'],
  'windows-1254': ['cp1254', 'iso-8859-9'],
  'windows-1255': ['cp1255'],
  'windows-1256': ['cp1256'],
  'windows-1257': ['cp1257'],
  'windows-1258': ['cp1258'],
  'windows-874': ['cp874', 'tis-620'],
  'iso-8859-2': ['latin2', 'iso8859-2'],
  macintosh: ['macroman', 'mac'],
  'x-mac-cyrillic': ['maccyrillic', 'mac-cyrillic'],
  'koi8-r': ['koi8r'],
  shift_jis: ['shiftjis', 'sjis', 'cp932'],
  'euc-jp': ['eucjp'],
  'iso-2022-jp': ['jis', 'iso2022jp'],
  gb18030: ['gbk', 'gb2312', 'cp936'],
  big5: ['cp950'],
  'euc-kr': ['cp949'],
  cp437: ['ibm437'],
  cp737: ['ibm737'],
  cp850: ['ibm850', 'cp858', 'dos'],
  cp852: ['ibm852'],
  cp857: ['ibm857'],
  cp862: ['ibm862'],
  cp865: ['ibm865'],
  cp866: ['ibm866'],
} as const satisfies Record<string, readonly string[]>;
export type Encoding = keyof typeof encodings;

const names = Object.keys(encodings).filter((name): name is Encoding => name in encodings);
const key = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
const byName = new Map<string, Encoding>(
  names.flatMap((name) => [name, ...encodings[name]].map((alias) => [key(alias), name] as const)),
);

/** The encoding of that name. @throws ExportError naming those that can be read. */
export function encodingNamed(name: string): Encoding {
  const found = byName.get(key(name));
  if (found) return found;
  throw new ExportError(`There is no encoding ${JSON.stringify(name.slice(0, 40))}; use one of ${names.join(', ')}.`);
}

/** How a file's letters are read. */
export interface TextReading {
  readonly encoding: Encoding;
  /** It was guessed from the letters. `--encoding` says it otherwise. */
  readonly guessed: boolean;
  /** Bytes that are no part of any letter of this encoding. Each is read as the replacement character. */
  readonly damaged: number;
  /** Some of its lines are UTF-8. The others are in this encoding. */
  readonly mixed?: true;
}

/** Bytes beyond ASCII that are kept to guess an encoding by, of each piece and in all. */
const sampleOfPiece = 4 * 1024;
const sampleSize = 32 * 1024;
/** With so much more that is not UTF-8 than what is, the rest of the file changes nothing. */
const settled = 10_000;

/** Counts, over the bytes of a file, letters that are valid UTF-8 and bytes that are not. */
export class ByteSurvey {
  /** Letters beyond ASCII in UTF-8; of large files not all are counted. */
  letters = 0;
  /** Bytes that are no UTF-8. */
  invalid = 0;
  private readonly samples: Buffer[] = [];
  private sampled = 0;
  private open = Buffer.alloc(0);

  /** @returns false when further bytes would change nothing. */
  add(piece: Buffer): boolean {
    const bytes = this.open.length === 0 ? piece : Buffer.concat([this.open, piece]);
    this.open = Buffer.alloc(0);
    if (isAscii(bytes)) return true;
    const end = wholeEnd(bytes);
    const whole = bytes.subarray(0, end);
    if (isUtf8(whole)) {
      if (this.letters < settled) this.letters += leadsIn(whole);
      this.open = Buffer.from(bytes.subarray(end));
      return true;
    }
    this.count(bytes);
    this.keep(bytes);
    return this.invalid < settled || this.letters * 2 > this.invalid;
  }

  end(): void {
    this.count(this.open);
    this.keep(this.open);
    this.open = Buffer.alloc(0);
  }

  /** Words that hold letters beyond ASCII. */
  get sample(): Buffer {
    return Buffer.concat(this.samples);
  }

  private count(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x80) {
        at += 1;
        continue;
      }
      const length =
        byte >= 0xc2 && byte <= 0xdf ? 2 : byte >= 0xe0 && byte <= 0xef ? 3 : byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
      if (length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) {
        this.letters += 1;
        at += length;
      } else {
        this.invalid += 1;
        at += 1;
      }
    }
  }

  private keep(bytes: Buffer): void {
    let room = Math.min(sampleOfPiece, sampleSize - this.sampled);
    if (room <= 0) return;
    const text = bytes.toString('latin1');
    for (const [word] of text.matchAll(/[A-Za-z\x80-\xff]{0,20}[\x80-\xff][\x40-\x7e\x80-\xff ]{0,100}/g)) {
      const part = Buffer.from(`${word} `, 'latin1');
      this.samples.push(part);
      this.sampled += part.length;
      room -= part.length;
      if (room <= 0) return;
    }
  }
}

/** Where the last whole UTF-8 letter ends, if the bytes are cut within one. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

function leadsIn(bytes: Buffer): number {
  let count = 0;
  // By index: an iterator over each byte of a file costs a thirtieth of its import.
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0xc0) count += 1;
  return count;
}

/** Letters of UTF-8 among others that are no chance, alone and as a share of what is not UTF-8. */
const noChance = { letters: 3, share: 0.1 };

/**
 * The encoding of a file without a byte-order mark, from its survey.
 * @throws ExportError when the letters make words in none, or in several that differ: then a person must say it.
 */
export function decide({ letters, invalid, sample }: ByteSurvey): TextReading {
  if (invalid === 0) return { encoding: 'utf-8', guessed: false, damaged: 0 };
  if (letters > invalid) return { encoding: 'utf-8', guessed: false, damaged: invalid };
  const rest = letters >= noChance.letters && letters >= noChance.share * invalid ? withoutUtf8(sample) : sample;
  const mixed = rest.length < sample.length && rest.some((byte) => byte >= 0x80) && familyOf(rest) === 'latin';
  const encoding = surelyReads(mixed ? rest : sample);
  return { encoding, guessed: true, damaged: 0, ...(mixed ? { mixed } : {}) };
}

/** Bytes without the letters beyond ASCII that are valid UTF-8. */
function withoutUtf8(bytes: Buffer): Buffer {
  const run = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
  return Buffer.from(bytes.toString('latin1').replace(run, ''), 'latin1');
}

/** Of the words with letters beyond ASCII, this share may look odd in the right encoding; more than the second one is a wrong guess. */
const oddWords = { right: 0.05, wrong: 0.1, nonsense: 0.5 };

/** The guess, where its words look like words; otherwise the encoding in which they do, the Western one first. @throws ExportError */
function surelyReads(sample: Buffer): Encoding {
  // Quotes, dashes and signs of money alone, as Excel in the West writes them, say nothing to a detector.
  if (hasMarksAlone(decoded(sample, 'windows-1252'))) return 'windows-1252';
  const guess = guessOf(sample);
  const text = decoded(sample, guess);
  if (guess === 'windows-1252' && isLatin9(sample, text ?? '')) return 'iso-8859-15';
  const share = text === null ? 0 : oddShare(text);
  if (share <= oddWords.wrong) return guess;
  const candidates = [...dosPages, ...families.latin].flatMap((encoding) => {
    const read = decoded(sample, encoding);
    return read !== null && oddShare(read) <= oddWords.right ? [{ encoding, read }] : [];
  });
  const [first, ...others] = candidates;
  if (first && others.every(({ read }) => read === first.read)) return first.encoding;
  if (candidates.some(({ encoding }) => encoding === 'windows-1252')) return 'windows-1252';
  // What is no text at all is refused for that.
  if (!first && (share <= oddWords.nonsense || /[^\P{Cc}\t\n\f\r]/u.test(text ?? ''))) return guess;
  const shown = candidates.map(({ encoding, read }) => `${encoding} ("${wordsBeyond(read)[0]?.slice(0, 20) ?? ''}")`);
  throw new ExportError(
    `The encoding of this file cannot be told: ${first ? `its letters make words in ${shown.slice(0, 4).join(', ')}` : 'its letters make words in none'}. ` +
      'Name it with --encoding (in the console: the encoding), or save the file as UTF-8.',
  );
}

/**
 * Whether text read as Windows-1252 is ISO 8859-15, which has `€` for the sign of currency, `Œ` and `Ÿ` for fractions, and no letters
 * where Windows-1252 has most of its signs. `´` says nothing: many write it for an apostrophe, as in `L´Oréal`.
 */
const isLatin9 = (sample: Buffer, western: string): boolean =>
  !sample.some((byte) => byte >= 0x80 && byte < 0xa0) && /¤|[¼¾]\p{Ll}{2}|\p{L}[½¨¸]\p{L}/u.test(western);

/** With fewer letters beyond ASCII, nothing tells in which encoding a text was. */
const fewestToTell = 8;

/**
 * The encoding of text that was read as Windows-1252 but is in another one: in that its letters make words, and as Windows-1252 they make
 * words that no language has, or stand without any Latin letter beside them.
 * @param bytes of the text in Windows-1252.
 * @returns undefined when it may have been read rightly.
 */
export function misreadEncoding(bytes: Buffer): Encoding | undefined {
  const western = decoded(bytes, 'windows-1252') ?? '';
  if (highBytes(bytes) < fewestToTell || hasMarksAlone(western)) return undefined;
  const guess = guessOf(bytes);
  const text = guess === 'windows-1252' ? null : decoded(bytes, guess);
  if (text === null || oddShare(text) > oddWords.right) return undefined;
  return familyOf(bytes) === 'other' || oddShare(western) > oddWords.wrong ? guess : undefined;
}

/** Marks and signs that stand at the ends of words, and alone. */
const outerMarks = /^[“”„‘’‚«»‹›–—…•¿¡€£¥°§®™©½¼¾¹²³±·\u00a0]+|[“”‘’«»‹›–—…•®™©°€£¥½¼¾¹²³±×÷·\u00a0]+$/gu;
const innerMarks = /[’‘–—…­]|(?<=l)·(?=l)/gu;

/** Words with letters beyond ASCII. */
const wordsBeyond = (text: string): readonly string[] =>
  text.match(/(?<![A-Za-z\u0080-\uffff])[A-Za-z]*[\u0080-\uffff][A-Za-z\u0080-\uffff]*/g) ?? [];

/** Signs within a word, accents alone, or a capital behind a small letter or between a capital and a small one. */
const odd = /[^\p{L}\p{M}]|[ˆ˜¨¯´¸ˇ˘˙˛˝]|\p{Ll}[^\P{Lu}A-Z]|[^\P{Ll}a-z][A-Z]\p{Ll}|[A-Z][^\P{Lu}A-Z]\p{Ll}/u;
const latin = /\p{Script=Latin}/u;
const ofOtherScripts = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}]/u;

const withoutMarks = (text: string) =>
  wordsBeyond(text).map((word) => word.replace(outerMarks, '').replace(innerMarks, ''));

const hasMarksAlone = (text: string | null): boolean =>
  text !== null && withoutMarks(text).every((word) => /^[A-Za-z]*$/.test(word));

/** The share of words beyond ASCII that no language has. */
function oddShare(text: string): number {
  const words = withoutMarks(text);
  const found = words.filter((word) => odd.test(word) || (latin.test(word) && ofOtherScripts.test(word)));
  return words.length === 0 ? 0 : found.length / words.length;
}

/** Which encodings are possible for text in which the bytes beyond ASCII stand alone among Latin letters, and for other text. */
const families: Readonly<Record<'latin' | 'other', readonly Encoding[]>> = {
  latin: ['windows-1252', 'macintosh', 'windows-1250', 'iso-8859-2', 'windows-1254', 'windows-1257', 'windows-1258'],
  other: [
    ...(['gb18030', 'euc-kr', 'euc-jp', 'big5', 'windows-1251', 'x-mac-cyrillic', 'koi8-r'] as const),
    ...(['windows-1253', 'windows-1255', 'windows-1256', 'windows-874'] as const),
  ],
};
/** The Western encoding, which most such files are in, wins where another is hardly more likely. */
const nearly = 0.9;

function guessOf(sample: Buffer): Encoding {
  if (sample.every((byte) => byte < 0x80 || byte >= 0xc0) && familyOf(sample) === 'latin' && highBytes(sample) < 4) {
    return 'windows-1252';
  }
  if (isJapanese(sample)) return 'shift_jis';
  const possible = families[familyOf(sample)];
  const likely = detectAll(sample).flatMap(({ encoding, confidence }) => {
    const name = byName.get(key(encoding ?? ''));
    return name !== undefined && possible.includes(name) && reads(sample, name) ? [{ name, confidence }] : [];
  });
  const [best] = likely;
  const western = likely.find(({ name }) => name === 'windows-1252');
  if (western && best && western.confidence >= nearly * best.confidence) return western.name;
  return best?.name ?? 'windows-1252';
}

const highBytes = (bytes: Buffer): number => bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0);

function familyOf(sample: Buffer): 'latin' | 'other' {
  const text = sample.toString('latin1');
  const runs = text.match(/[\x80-\xff]+/g) ?? [];
  const among = text.match(/[A-Za-z][\x80-\xff]{1,2}(?![\x80-\xff])|(?<![\x80-\xff])[\x80-\xff]{1,2}[A-Za-z]/g) ?? [];
  return among.length * 2 > runs.length ? 'latin' : 'other';
}

/** Whether the bytes make words in an encoding: letters, and no capitals in the middle of Cyrillic ones. */
function reads(sample: Buffer, encoding: Encoding): boolean {
  const text = decoded(sample, encoding);
  if (text === null) return false;
  const beyond = text.match(/[^\0-\x7f]/gu) ?? [];
  const letters = beyond.filter((letter) => /[\p{L}\p{M}]/u.test(letter)).length;
  if (letters < 0.85 * beyond.length) return false;
  // Kana are in every Japanese text, and stand in no other. Nor do the single letters of Korean outside its syllables.
  if (encoding === 'euc-jp') return /[\u3040-\u30ff]/.test(text);
  if (/[\u3040-\u30ff]/.test(text)) return false;
  // No Thai word has a digit within, or the two letters that are out of use.
  if (encoding === 'windows-874' && /[ฃฅ]|[ก-ะ][๐-๙]|[๐-๙][ก-ะ]/.test(text)) return false;
  if (encoding === 'euc-kr' && (text.match(/[\u3131-\u318e]/g)?.length ?? 0) * 4 > letters) return false;
  const words = text.match(/\p{Script=Cyrillic}{2,}/gu) ?? [];
  return words.filter((word) => /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(word)).length >= 0.6 * words.length;
}

/**
 * Short texts in Shift-JIS are taken for others by the detector. They are Japanese if most letters are kana and kanji that stand
 * together: in other encodings the bytes beyond ASCII stand alone among Latin letters.
 */
function isJapanese(bytes: Buffer): boolean {
  const text = decoded(bytes, 'shift_jis');
  if (text === null) return false;
  const written = text.match(/[\u3040-\u30ff\u4e00-\u9fff々〆]{2,}/g)?.join('').length ?? 0;
  const odd = text.match(/[\uff61-\uff9f\ue000-\uf8ff]|[A-Za-z][\u3040-\u9fff]|[\u3040-\u9fff][a-z]/g)?.length ?? 0;
  // Kanji whose first byte is below 0xa0 are the thousand in daily use. Chinese and Korean encodings do not use these bytes.
  const common = bytes.filter((byte) => byte >= 0x81 && byte <= 0x9f).length;
  return written > 0 && odd * 4 < written && common * 3 >= written;
}
