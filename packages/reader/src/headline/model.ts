/** The learned weights, read once from `vocabulary/headline-model.gz`. How they are made is in `training/`. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { vocabularyPath } from '../text/vocabulary-file';
import { lazily } from '../text/lazily';
import { bucketBits, endKinds, stepKinds } from './features';
import { learned, states } from './states';

/** What the model says, as whole numbers (`training/bytes.ts`); the higher, the likelier. */
export interface Model {
  /** SHA-256 of what it was trained on (`digestOf` in `training/rows.ts`). */
  readonly trainedOn: string;
  /** For each bucket what it says for each learned label. */
  readonly words: Int8Array;
  /** For each kind of step, and each state before (and the start), what speaks for each state. */
  readonly steps: Int16Array;
  /** For each kind of end what speaks for each last state. */
  readonly ends: Int16Array;
}

export const sizes = {
  words: (1 << bucketBits) * learned,
  steps: stepKinds * (states.length + 1) * states.length,
  ends: endKinds * states.length,
} as const;

export const fileName = 'headline-model.gz';

const digestLength = 32;
const numbersEnd = sizes.words + (sizes.steps + sizes.ends) * 2;
const fileLength = numbersEnd + digestLength;

/** Takes a model's bytes apart. @throws Error when they are of another shape than the program */
export function modelOf(bytes: Buffer): Model {
  const { words, steps, ends } = sizes;
  if (bytes.length !== fileLength) {
    throw new Error(`vocabulary/${fileName} was trained for another version of the program: run npm run train`);
  }
  const numbers = Int16Array.from({ length: steps + ends }, (_, at) => bytes.readInt16LE(words + at * 2));
  return {
    trainedOn: bytes.toString('hex', numbersEnd),
    words: new Int8Array(bytes.buffer, bytes.byteOffset, words),
    steps: numbers.subarray(0, steps),
    ends: numbers.subarray(steps),
  };
}

/** A model as its file holds it, compressed. @throws Error when the file is damaged, or of another version */
export function modelIn(file: Buffer): Model {
  let bytes: Buffer;
  try {
    // In one piece: joining pieces of the usual 16 KiB takes as long as the rest.
    bytes = gunzipSync(file, { maxOutputLength: 2 * sizes.words, chunkSize: fileLength + 1 });
  } catch (error) {
    throw new Error(`vocabulary/${fileName} is damaged: install it again, or run npm run train`, { cause: error });
  }
  return modelOf(bytes);
}

/** The model that ships with the program. */
export const model = lazily(() => modelIn(readFileSync(vocabularyPath(fileName))));
