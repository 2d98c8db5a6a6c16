/** Unpacks gzip from strangers: what comes before damage is kept, and what it grows to is bounded. */
import { createGunzip } from 'node:zlib';
import { ExportError } from './errors';

/** Tables shrink to a tenth, repeated ones to a hundredth. */
const mostGrowth = 200;
const smallEnough = 64 * 1024 ** 2;
/** Bytes of the file that are unpacked at a time: they may become a thousand times as many. */
const step = 16 * 1024;
/** The same, where the beginning is unpacked once more: zlib gives nothing of a piece with damage in it. The check sum has as many. */
const smallStep = 8;

/**
 * @param file the packed bytes.
 * @param size how many there are.
 * @throws the error of zlib, after what came before the damage: all of it in the first 16 KB, else whole pieces of 16 KB; ExportError when it grows beyond bounds.
 */
export async function* gunzipped(file: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer, void, undefined> {
  let total = 0;
  const bounded = (chunk: Buffer): Buffer => {
    total += chunk.length;
    if (total > smallEnough && total > mostGrowth * size) {
      throw new ExportError(
        `The file grows to more than ${mostGrowth} times its size when it is unpacked: no export does.`,
      );
    }
    return chunk;
  };
  let unpacker = new Unpacker();
  let first: Buffer | undefined;
  try {
    for await (const chunk of file) {
      for (let from = 0; from < chunk.length && !unpacker.over; from += step) {
        const piece = chunk.subarray(from, from + step);
        await unpacker.write(piece);
        if (unpacker.problem !== undefined && first === undefined) {
          // Damage at the beginning, or a small file: what came before it in the same piece.
          unpacker.close();
          unpacker = new Unpacker();
          for (let at = 0; at < piece.length && !unpacker.over; at += smallStep) {
            await unpacker.write(piece.subarray(at, at + smallStep));
            for (const out of unpacker.taken()) yield bounded(out);
          }
        }
        first = piece;
        for (const out of unpacker.taken()) yield bounded(out);
      }
      if (unpacker.over) break;
    }
    await unpacker.end();
    for (const out of unpacker.taken()) yield bounded(out);
    if (unpacker.problem !== undefined) throw unpacker.problem;
  } finally {
    unpacker.close();
  }
}

/** zlib's stream, one piece after the other. */
class Unpacker {
  private readonly gunzip = createGunzip({ chunkSize: 64 * 1024 });
  private out: Buffer[] = [];
  /** Its stream has ended. It may end before the file does: zeros behind the packed data fill a block of a disk or tape. */
  private ended = false;
  problem: Error | undefined;
  private wake = () => {};

  constructor() {
    this.gunzip.on('data', (chunk: Buffer) => this.out.push(chunk));
    this.gunzip.on('end', () => {
      this.ended = true;
      this.wake();
    });
    this.gunzip.on('error', (error) => {
      this.problem ??= error;
      this.wake();
    });
  }

  /** Nothing more can come. */
  get over(): boolean {
    return this.ended || this.problem !== undefined;
  }

  async write(piece: Buffer): Promise<void> {
    await this.until((done) => this.gunzip.write(piece, () => done()));
  }

  async end(): Promise<void> {
    await this.until(() => this.gunzip.end());
  }

  /** What was unpacked since the last call. */
  taken(): readonly Buffer[] {
    const { out } = this;
    this.out = [];
    return out;
  }

  close(): void {
    this.gunzip.destroy();
  }

  /** Waits for a step, or for the stream to be over, whichever comes first. */
  private async until(begin: (done: () => void) => void): Promise<void> {
    if (this.over) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      begin(resolve);
    });
  }
}
