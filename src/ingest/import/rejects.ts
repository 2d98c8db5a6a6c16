/** The `.rejects` file: a line for each refused row with its place, the reason and the beginning of the row. */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { cleanText } from './fields';
import type { RefusedRecord } from './records';

/** A file that is refused row by row is of the wrong kind; further lines say nothing new. */
const mostLines = 100_000;

/**
 * Written beside its name and renamed when it is whole, so that a link standing there is replaced, never followed, and only
 * the operator can read it: refused rows are people's data.
 */
export class Rejects {
  count = 0;
  private stream: WriteStream | undefined;
  private failure: Error | undefined;

  /**
   * @param path where the file is to stand; it is only made when a row is refused.
   * @param unit what places are counted in: `line`, `item`.
   * @param dryRun counts, writes nothing.
   */
  constructor(
    readonly path: string,
    private readonly unit: string,
    private readonly dryRun: boolean,
  ) {}

  private get unfinished(): string {
    return `${this.path}.part`;
  }

  /**
   * @param listed false: only counted.
   * @throws Error when the file cannot be written.
   */
  async add(record: RefusedRecord, listed = true): Promise<void> {
    this.count += 1;
    if (this.dryRun || !listed || this.count > mostLines) return;
    const stream = (this.stream ??= await this.open());
    if (this.failure) throw this.failure;
    const reason = cleanText(record.reason, 500) ?? '';
    const line = `${this.unit} ${record.at}\t${reason}\t${record.raw}\n`;
    if (!stream.write(line)) await once(stream, 'drain');
  }

  /** Puts the file in its place. @returns whether there is one. */
  async close(): Promise<boolean> {
    if (!this.stream) return false;
    if (this.failure) throw this.failure;
    if (this.count > mostLines) this.stream.write(`${this.count - mostLines} more are not listed\n`);
    this.stream.end();
    await finished(this.stream);
    await rename(this.unfinished, this.path);
    return true;
  }

  private async open(): Promise<WriteStream> {
    // Left by a run that was killed; a link is removed, not what it points to.
    await rm(this.unfinished, { force: true });
    const stream = createWriteStream(this.unfinished, { flags: 'wx', mode: 0o600 });
    // A folder that cannot be written to is told to the caller, not to the process.
    stream.on('error', (error) => (this.failure = error));
    return stream;
  }
}
