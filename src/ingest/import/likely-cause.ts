/**
 * The likely reason why nothing in a file could be read: the usual mistakes, recognised by its beginning and by the reasons of
 * its refusals.
 */

/** What a wrong encoding makes of letters: the replacement character, or UTF-8 that was read as Windows-1252. */
const garbled = /\ufffd|\u00c3[\u0080-\u00bf]|\u00e2\u20ac/;

/**
 * @param start the first lines of the file.
 * @param refusals how many rows were refused for each reason.
 * @returns a sentence without its full stop.
 */
export function likelyCause(start: string, refusals: ReadonlyMap<string, number>): string {
  const [[reason] = ['']] = [...refusals].sort(([, a], [, b]) => b - a);
  return [reason, garbled.test(start) ? encodingHint : ''].filter((part) => part !== '').join('; ');
}

const encodingHint = 'its letters are garbled, so it was saved in a wrong encoding: export it again as UTF-8';
