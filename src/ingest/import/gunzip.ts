/** Unpacks gzip from strangers: what comes before damage is kept, and what it grows to is bounded. */
import { createGunzip } from 'node:zlib';
import { ExportError } from './errors';

/** Tables shrink to a tenth, repeated ones to a hundredth. */
const mostGrowth = 200;
const smallEnough = 64 * 1024 ** 2;
/** Bytes of the file that are unpacked at a time: they may become a thousand times as many. */
const step = 16 * 1024;

/**
 * @param file the packed bytes.
 * @param size how many there are.
 * @throws the error of zlib, after everything before the damage was given; ExportError when it grows beyond bounds.
 */
export async function* gunzipped(file: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer, void, undefined> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  let out: Buffer[] = [];
  let problem: Error | undefined;
  let total = 0;
  gunzip.on('data', (chunk: Buffer) => out.push(chunk));
  let wake = () => {};
  gunzip.on('error', (error) => {
    problem ??= error;
    wake();
  });
  const written = (packed: Buffer | undefined) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (packed) gunzip.write(packed, () => resolve());
      else {
        gunzip.once('end', () => resolve());
        gunzip.end();
      }
    });
  function* drained(): Generator<Buffer> {
    for (const chunk of out) {
      total += chunk.length;
      if (total > smallEnough && total > mostGrowth * size) {
        throw new ExportError(
          `The file grows to more than ${mostGrowth} times its size when it is unpacked: no export does.`,
        );
      }
      yield chunk;
    }
    out = [];
  }
  try {
    for await (const chunk of file) {
      for (let from = 0; from < chunk.length && problem === undefined; from += step) {
        await written(chunk.subarray(from, from + step));
        yield* drained();
      }
      if (problem !== undefined) break;
    }
    if (problem === undefined) await written(undefined);
    yield* drained();
    if (problem !== undefined) throw problem;
  } finally {
    gunzip.destroy();
  }
}
