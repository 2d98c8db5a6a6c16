/** Recognises a text that an import read in a wrong encoding, by the right one. */
import { windows1252Bytes } from './mend-letters';

/** Encodings whose files were read as Windows-1252. */
const misread = [
  'utf-8',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
  'koi8-r',
];
const beyondAscii = /[^\0-\x7f]/;

/** Whether `wrong` is what `right` became when its file was read in a wrong encoding, or lost some of its letters. */
export function isGarbled(wrong: string, right: string): boolean {
  if (wrong === right || !beyondAscii.test(wrong) || !beyondAscii.test(right)) return false;
  if (wrong.includes('\ufffd')) return !right.includes('\ufffd') && fitsGaps(wrong, right);
  const bytes = windows1252Bytes(wrong);
  return bytes !== null && misread.some((encoding) => new TextDecoder(encoding).decode(bytes) === right);
}

/** Whether a text fits another in which each run of lost letters stands for one to four. */
function fitsGaps(wrong: string, right: string): boolean {
  const parts = wrong.split(/\ufffd+/);
  let at = 0;
  for (const [place, part] of parts.entries()) {
    const found = place === 0 ? (right.startsWith(part) ? 0 : -1) : part === '' ? at + 1 : right.indexOf(part, at + 1);
    if (found === -1 || found - at > 4) return false;
    at = found + part.length;
  }
  return at <= right.length && right.length - at <= 4;
}

/**
 * Which of two texts about one person to keep. One that is not garbled wins over a garbled one, whichever is newer.
 * @param stated what a row says; null when it says nothing.
 * @param newer whether the row is newer than what is known.
 */
export function betterText(known: string | null, stated: string | null, newer: boolean): string | null {
  if (stated === null || stated === known) return known;
  if (known === null || known === '') return stated;
  if (isGarbled(known, stated)) return stated;
  return newer && !isGarbled(stated, known) ? stated : known;
}
