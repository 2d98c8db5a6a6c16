/** A trained model as the program reads it. */
import { sizes } from '../src/headline/model';
import type { Weights } from './field';

/** Units of a weight: the largest that a word may have is 127 of them. */
const scale = 64;

/** The weights as whole numbers, as `modelOf` reads them, and the digest of the examples they were learned from. */
export function bytesOf({ words, steps, ends }: Weights, digest: Buffer): Buffer {
  const bytes = Buffer.alloc(sizes.words + (sizes.steps + sizes.ends) * 2);
  words.forEach((weight, at) => bytes.writeInt8(Math.max(-127, Math.min(127, Math.round(weight * scale))), at));
  [...steps, ...ends].forEach((weight, at) => {
    bytes.writeInt16LE(Math.max(-32_767, Math.min(32_767, Math.round(weight * scale))), sizes.words + at * 2);
  });
  return Buffer.concat([bytes, digest]);
}
