/** The `.rejects` file: a line for each refused row with its position, the reason and the beginning of the row. */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { ExportError, systemCode } from './errors';
import { cleanText } from './fields';
import type { RefusedRecord } from './records';

/** A file with more refused rows is of the wrong kind. Further lines would say nothing new. */
const mostLines = 100_000;

/** Where the lines are until the file is complete. */
export const unfinishedRejects = (path: string): string => `${path}.part`;

/**
 * Written under a temporary name and renamed when complete, so that a link in its place is replaced, never followed. Only the
 * operator can read it, because refused rows are personal data.
 */
export class Rejects {
  count = 0;
  private stream: WriteStream | undefined;
  private failure: Error | undefined;

  /**
   * @param path of the file. It is created only when a row is refused.
   * @param unit what positions count: `line`, `item`.
   * @param dryRun counts, writes nothing.
   * @param onCreate called before anything is written, so that the erasure of people knows the file from its first byte on.
   */
  constructor(
    readonly path: string,
    private readonly unit: string,
    private readonly dryRun: boolean,
    private readonly onCreate: () => Promise<void> = () => Promise.resolve(),
  ) {}

  private get unfinished(): string {
    return unfinishedRejects(this.path);
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

  /** Puts the file in its place. @returns whether there is one: if a person was erased meanwhile, there is none. */
  async close(): Promise<boolean> {
    if (!this.stream) return false;
    if (this.failure) throw this.failure;
    if (this.count > mostLines) this.stream.write(`${this.count - mostLines} more are not listed\n`);
    this.stream.end();
    await finished(this.stream);
    try {
      await rename(this.unfinished, this.path);
      return true;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  private async open(): Promise<WriteStream> {
    await this.onCreate();
    // Left by a run that was killed. A link is removed, not its target.
    await rm(this.unfinished, { force: true });
    const stream = createWriteStream(this.unfinished, { flags: 'wx', mode: 0o600 });
    // The caller, not the process, handles a folder that is not writable.
    stream.on('error', (error) => (this.failure = systemCode(error) === 'EEXIST' ? inUse(this.unfinished) : error));
    return stream;
  }
}

const inUse = (path: string) =>
  new ExportError(
    `another import of this file began at the same moment and writes ${path}; import it again when that has ended`,
  );
