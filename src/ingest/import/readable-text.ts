/** The text of a file, whatever its kind. */
import type { TextReading } from './encoding';
import { systemCode } from './errors';

/** How the letters of a file were read so far. */
export interface LettersRead extends TextReading {
  /** Places that were saved as UTF-8 twice and were mended. */
  readonly mended: number;
}

/** Which sheet of a workbook is read, and which others seem to hold as much and are not. */
export interface SheetRead {
  readonly name: string;
  readonly others: readonly string[];
}

/** A file that can be read as text more than once. */
export interface TextSource {
  readonly totalBytes: number;
  readonly modifiedAt: number;
  /** Bytes of the file on disk read by the latest `chunks()` or `lines()`. */
  bytesRead(): number;
  /** How its letters are read. */
  reading(): LettersRead;
  /** The sheet that is read, in a workbook with several; undefined otherwise. */
  readonly sheet: SheetRead | undefined;
  /** Formulas of a sheet, read by the latest `chunks()` or `lines()`, whose results the file does not hold. */
  withoutResult(): number;
  /** The text in pieces, without byte-order mark. Throws the errors of the file system and of gunzip. */
  chunks(): AsyncGenerator<string, void, undefined>;
  /**
   * The same in short pieces that end with a line where possible, several at a time. V8 stores a text with a letter beyond
   * Latin-1, and everything cut from it, with two bytes a letter, which makes further work slower and larger.
   */
  lines(): AsyncGenerator<readonly string[], void, undefined>;
  /** The first characters, at most about `size`, or the whole text when it is shorter (`whole`). */
  sample(size: number): Promise<{ readonly text: string; readonly whole: boolean }>;
}

interface Beginning {
  readonly text: string;
  readonly whole: boolean;
}

/** Reads samples of a text. The last one is kept: a file may have to be read to its end for a few letters. */
export function sampler(chunks: () => AsyncIterable<string>): (wanted: number) => Promise<Beginning> {
  let last: { readonly wanted: number; readonly sample: Beginning } | undefined;
  return async (wanted) => {
    if (last?.wanted !== wanted) last = { wanted, sample: await sampleOf(chunks(), wanted) };
    return last.sample;
  };
}

/** The first characters of a text, and whether they are all. */
async function sampleOf(chunks: AsyncIterable<string>, wanted: number): Promise<Beginning> {
  let text = '';
  try {
    for await (const chunk of chunks) {
      text += chunk;
      if (text.length >= wanted) return { text: text.slice(0, wanted), whole: false };
    }
  } catch (error) {
    // What comes before the damage is a beginning. The damage itself is named when the file is read.
    if (text === '' || systemCode(error) === undefined) throw error;
  }
  return { text, whole: true };
}
