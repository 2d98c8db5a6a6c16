/**
 * The likely reason why nothing in a file could be read: the usual mistakes, recognised by its beginning and by the reasons of
 * its refusals.
 */
import { guessDelimiter } from './csv';

const names: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** What a wrong encoding makes of letters: the replacement character, or UTF-8 that was read as Windows-1252. */
const garbled = /\ufffd|\u00c3[\u0080-\u00bf]|\u00e2\u20ac/;

/**
 * @param start the first lines of the file.
 * @param table whether it is a table.
 * @param refusals how many rows were refused for each reason.
 * @returns a sentence without its full stop.
 */
export function likelyCause(start: string, table: boolean, refusals: ReadonlyMap<string, number>): string {
  const [[reason] = ['']] = [...refusals].sort(([, a], [, b]) => b - a);
  const hints = [table ? delimiterHint(start) : undefined, garbled.test(start) ? encodingHint : undefined];
  return [reason, ...hints.filter((hint) => hint !== undefined)].filter((part) => part !== '').join('; ');
}

const encodingHint = 'its letters are garbled, so it was saved in a wrong encoding: export it again as UTF-8';

function delimiterHint(start: string): string | undefined {
  const [header = '', ...rows] = start.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^"?sep=/i.test(line));
  const used = guessDelimiter(header);
  const other = rows.slice(0, 10).map(guessDelimiter);
  const [first] = other;
  if (first === undefined || first === used || !other.every((delimiter) => delimiter === first)) return undefined;
  return `the header is separated by ${names[used] ?? used} and the rows by ${names[first] ?? first}: save it with one delimiter`;
}
