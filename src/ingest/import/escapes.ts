/** Undoes what programs put in place of letters: `J%C3%BCrgen`, `J=C3=BCrgen`, `J\u00fcrgen`. */
import { isUtf8 } from 'node:buffer';

/** Letters beyond ASCII in UTF-8, each byte in two digits behind a mark. */
const bytes = /(?:([%=])[C-F][\dA-F](?:\1[89AB][\dA-F]){1,3})(?:\1[C-F][\dA-F](?:\1[89AB][\dA-F]){1,3}){0,50}/gi;
/** A space of an address between letters. */
const space = /(?<=\p{L})%20(?=\p{L})/gu;
const codes = /(?:\\u[\da-f]{4}){1,50}/gi;

/** Whether some text may be escaped. Most has none of these marks. */
const mayBe = /[%=][C-F][\dA-F][%=]|%20|\\u[\da-f]{4}/i;

/** @returns the text with its letters. Text with an address of the web in it stays as it is: such escapes belong to addresses. */
export function withoutEscapes(text: string): string {
  if (!mayBe.test(text) || text.includes('://') || text.includes('www.')) return text;
  return text
    .replace(bytes, (run) => ofBytes(run) ?? run)
    .replace(space, ' ')
    .replace(codes, (run) => ofCodes(run) ?? run);
}

function ofBytes(run: string): string | null {
  const read = Buffer.from(run.replace(/[%=]/g, ''), 'hex');
  return isUtf8(read) ? read.toString('utf8') : null;
}

function ofCodes(run: string): string | null {
  const units = run.match(/[\da-f]{4}/gi) ?? [];
  const text = String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
  return /[\p{Cc}\p{Cs}]/u.test(text) ? null : text;
}
