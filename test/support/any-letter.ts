/** Characters for made texts. */
import fc from 'fast-check';

const surrogates = 0x800;
const firstSurrogate = 0xd800;

/**
 * Any character of Unicode but lone surrogates, as a string. For `fc.string({ unit: anyLetter })`. The same as fast-check's unit
 * `binary`, which makes a list of all of them first: a second of each process, and its memory from then on.
 */
export const anyLetter = fc
  .integer({ min: 0, max: 0x10_ffff - surrogates })
  .map((place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates));
