/** Whether SQLite's files can still be written. Nothing is written to find out, unless a write has failed. */
import { dirname } from 'node:path';
import { whyNotWritable } from '../shared/file-rights';
import { codeOf } from './driver-error';

/** READONLY: the file or its folder may not be written. IOERR, CANTOPEN, FULL: the system did not write or open it. */
const failures = /^SQLITE_(READONLY|IOERR|CANTOPEN|FULL)(_|$)/;

const isFailure = (error: unknown): boolean => failures.test(codeOf(error) ?? '');

/** What SQLite writes: the database, its log, the log's index, and the folder in which it makes them. */
const writtenPaths = (filename: string) => [filename, `${filename}-wal`, `${filename}-shm`, dirname(filename)] as const;

/** Why this process cannot write SQLite's files, as far as the file system says: a few sentences for the operator. */
export const whyReadOnly = (filename: string): string | undefined =>
  writtenPaths(filename)
    .map(whyNotWritable)
    .find((why) => why !== undefined);

/** Why nothing can be written. */
export interface NotWritten {
  /** `read_only`: the file system forbids it. `full`: there is no room. `failed`: a write fails for another reason. */
  readonly reason: 'read_only' | 'full' | 'failed';
  /** For the operator: with paths, owners and what to do where that is known. */
  readonly detail: string;
}

export class SqliteWriting {
  /** What could be written when the database was opened. Only this can become read-only. */
  private watched: readonly string[] = [];
  private failed = false;

  /** @param filename of the database. */
  constructor(private readonly filename: string) {}

  /** Called when the database has been opened. */
  begin(): void {
    this.watched = writtenPaths(this.filename).filter((path) => whyNotWritable(path) === undefined);
  }

  /** Called with every error of a statement. */
  readonly noteError = (error: unknown): void => {
    this.failed ||= isFailure(error);
  };

  /**
   * @param write writes something small that changes nothing. Called only if a statement has failed since it last succeeded.
   * @throws any other error of `write`.
   */
  async whyNot(write: () => Promise<unknown>): Promise<NotWritten | undefined> {
    const [forbidden] = this.watched.map(whyNotWritable).filter((why) => why !== undefined);
    if (forbidden !== undefined) return { reason: 'read_only', detail: forbidden };
    if (!this.failed) return undefined;
    try {
      await write();
      this.failed = false;
      return undefined;
    } catch (error) {
      if (!isFailure(error)) throw error;
      const reason = codeOf(error)?.startsWith('SQLITE_FULL') === true ? 'full' : 'failed';
      return { reason, detail: error instanceof Error ? error.message : String(error) };
    }
  }
}
