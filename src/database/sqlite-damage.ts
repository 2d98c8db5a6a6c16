/** A SQLite file with pages that cannot be read: notes that a statement met one, and looks for them. */
import { codeOf } from './driver-error';
import { SqliteProcess } from './sqlite-process';

const damageCode = /^SQLITE_(CORRUPT|NOTADB)/;

/** Whether SQLite could not read the file: a page is malformed, or the whole is no database. */
export const isDamage = (error: unknown): boolean => damageCode.test(codeOf(error) ?? '');

/** What to do about a damaged file. */
export const damageAdvice = (file: string): string =>
  `stop serve and worker, move ${file}, ${file}-wal and ${file}-shm to another folder, run \`leadlight restore BACKUP\` with the last good ` +
  'backup, then `leadlight doctor`, and check the disk';

/** Notes the first statement of this process that met damage. It stays noted, because a file does not mend itself. */
export class SqliteDamage {
  private first: { readonly error: unknown } | undefined;
  private tell: ((error: unknown) => void) | undefined;

  /** @param filename of the database. */
  constructor(readonly filename: string) {}

  /** Whether a statement of this process met damage. */
  get wasMet(): boolean {
    return this.first !== undefined;
  }

  /** Called with every error of a statement. */
  readonly noteError = (error: unknown): void => {
    if (this.first || !isDamage(error)) return;
    this.first = { error };
    this.tell?.(error);
  };

  /** Calls `tell` once: now if damage was met before, otherwise when it is. */
  onMet(tell: (error: unknown) => void): void {
    this.tell = tell;
    if (this.first) tell(this.first.error);
  }
}

/** What a check of a file found. */
export interface FileCheck {
  readonly state: 'well' | 'damaged' | 'unfinished';
  readonly milliseconds: number;
  /** The first things found. */
  readonly found: readonly string[];
}

/** At most this many things are found. One is enough to know. */
const mostFound = 5;

/**
 * Reads the whole file in another process and looks for damage (https://sqlite.org/pragma.html#pragma_quick_check). Others read
 * and write meanwhile.
 * @param patience milliseconds after which it is given up.
 */
export async function quickCheck(filename: string, patience: number): Promise<FileCheck> {
  const began = performance.now();
  const process = SqliteProcess.take(filename);
  const givenUp = new AbortController();
  const timer = setTimeout(() => {
    givenUp.abort();
    process.end();
  }, patience);
  const result = (state: FileCheck['state'], found: readonly string[]): FileCheck => ({
    state,
    milliseconds: Math.round(performance.now() - began),
    found,
  });
  try {
    const found = linesOf(await process.rows('read', `PRAGMA quick_check(${mostFound})`));
    return found.join() === 'ok' ? result('well', []) : result('damaged', found);
  } catch (error) {
    if (isDamage(error)) return result('damaged', [error instanceof Error ? error.message : String(error)]);
    if (givenUp.signal.aborted) return result('unfinished', []);
    throw error;
  } finally {
    clearTimeout(timer);
    process.giveBack();
    await SqliteProcess.leave(filename);
  }
}

/** One row may hold several lines, the first of which names the part of the database. */
const linesOf = (rows: readonly Record<string, unknown>[]): string[] =>
  rows
    .flatMap((row) => String(row['quick_check']).split('\n'))
    .filter((line) => line !== '' && !line.startsWith('***'))
    .slice(0, mostFound);
