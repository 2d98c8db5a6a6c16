/** Word lists that ship with the program as data files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A file or folder of the word lists, beside the nearest package of this file: the same from source, from dist/ and from a
 * benchmark's build. @throws Error when it is not installed.
 */
export function vocabularyPath(called: string): string {
  const name = join('vocabulary', called);
  for (let up = __dirname; ; up = dirname(up)) {
    if (existsSync(join(up, name))) return join(up, name);
    if (up === dirname(up)) throw new Error(`the word lists (${name}) are not installed beside the program`);
  }
}

/** Texts shorter than this are copied by the engine itself. */
const shortestSlice = 13;

/** The same text by itself: a part of a file's text would keep the whole of it in memory. */
export const ownText = (part: string): string =>
  part.length < shortestSlice ? part : Buffer.from(part, 'utf16le').toString('utf16le');

export interface VocabularyFile {
  /** File name without its ending: a language, or what the list is of. */
  readonly name: string;
  /** The cells of each line after the head. */
  readonly rows: readonly (readonly string[])[];
}

/** All lists of a kind, by name. Tab-separated, with a head line. */
export function vocabularyFiles(kind: string): VocabularyFile[] {
  const folder = vocabularyPath(kind);
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'));
  return files.sort().map((file) => {
    const [, ...lines] = readFileSync(join(folder, file), 'utf8').split('\n');
    const rows = lines.filter((line) => line !== '').map((line) => line.split('\t').map(ownText));
    return { name: file.slice(0, -'.tsv'.length), rows };
  });
}
