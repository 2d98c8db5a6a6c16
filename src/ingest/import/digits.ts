/** Digits of other scripts (`١٢`, `१२`) as those of ours. */
const foreign = /(?![0-9])\p{Nd}/gu;
const digit = /\p{Nd}/u;

/** @returns the text with every digit from 0 to 9, and the decimal mark that goes with Arabic ones as a full stop. */
export function plainDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.replace(foreign, (letter) => String(valueOf(letter.codePointAt(0) ?? 0))).replace(/\u066b/g, '.');
}

/** The ten digits of a script stand in a row. */
function valueOf(code: number): number {
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
