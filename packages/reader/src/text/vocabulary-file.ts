/** Word lists that ship with the program as data files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The path of a file or folder of the word lists, beside the nearest package.json: the same from source, from dist/ and from a
 * benchmark's build. @throws Error when it is not installed.
 */
export function vocabularyPath(called: string): string {
  const name = join('vocabulary', called);
  for (let up = __dirname; ; up = dirname(up)) {
    if (existsSync(join(up, name))) return join(up, name);
    if (up === dirname(up)) throw new Error(`the word lists (${name}) are not installed beside the program`);
  }
}

/** The engine itself copies texts shorter than this. */
const shortestSlice = 13;

/** A copy of the text. A substring of a file's text would keep the whole text in memory. */
export const ownText = (part: string): string =>
  part.length < shortestSlice ? part : Buffer.from(part, 'utf16le').toString('utf16le');

export interface VocabularyFile {
  /** File name without its extension: a language, or what the list contains. */
  readonly name: string;
  /** The cells of each line after the header. */
  readonly rows: readonly (readonly string[])[];
}

/** The lists of a kind one after the other, by name, each read when it is its turn. Tab-separated, with a header line. */
export function* eachVocabularyFile(kind: string): Generator<VocabularyFile, void> {
  const folder = vocabularyPath(kind);
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'));
  for (const file of files.sort()) {
    const [, ...lines] = readFileSync(join(folder, file), 'utf8').split('\n');
    const rows = lines.filter((line) => line !== '').map((line) => line.split('\t').map(ownText));
    yield { name: file.slice(0, -'.tsv'.length), rows };
  }
}

/** All of them. */
export const vocabularyFiles = (kind: string): VocabularyFile[] => [...eachVocabularyFile(kind)];
