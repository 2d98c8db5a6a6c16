/**
 * Checks whether SQLite's files are still those that were opened. A deleted or replaced file stays open for the process that
 * has it, but is another file for later processes. Both write, and neither sees what the other wrote.
 */
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { closeDeletedFiles, headerOf, isOlder, type Header } from './sqlite-header';

export class DatabaseReplaced extends Error {
  override readonly name = 'DatabaseReplaced';

  constructor(path: string) {
    super(
      `${path} was deleted, emptied or replaced, or an older copy put over it, while a process had it open: anything written now would be lost. ` +
        'Stop every process that uses the database, put its files back or restore a backup, and start again.',
    );
  }
}

/** What distinguishes two files of the same name. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/**
 * The file that a path leads to. SQLite keeps its log and the log's index beside this file, not beside a link to it.
 * @param path of a file that may not exist yet.
 */
export function realFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  // A link to a file that does not exist yet. Its folder must exist.
  if (isLink) return realFile(resolve(dirname(path), readlinkSync(path)));
  const folder = dirname(path);
  return statSync(folder, { throwIfNoEntry: false }) ? join(realpathSync(folder), basename(path)) : path;
}

/** The log of a database, and the index of the log. */
const logFilesOf = (file: string) => [`${file}-wal`, `${file}-shm`] as const;

/** The log of a database at one time. `head`: its number and salts. */
interface Log {
  readonly head: string;
  readonly size: number;
}

/** Numbers with which a log begins, in either byte order: https://sqlite.org/fileformat2.html#walformat */
const logBeginnings = ['377f0682', '377f0683'];

/**
 * The beginning of a log. Unlike the database and the log's index, SQLite holds no locks on it that closing it here would drop.
 * @returns undefined for a log that is empty or gone.
 */
function logAt(path: string): Log | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(24);
    if (size === 0 || readSync(file, head, 0, head.length, 0) === 0) return undefined;
    return { head: head.toString('hex'), size };
  } finally {
    closeSync(file);
  }
}

/** The files of one database as this process opened them. */
export class SqliteFiles {
  private readonly opened = new Map<string, string>();
  private readonly paths: readonly string[];
  private readonly filename: string;
  private log: Log | undefined;
  private filled = false;
  private header: Header | undefined;

  /** @param filename of a database that is open, or about to be; a link that leads elsewhere later counts as another file. */
  constructor(filename: string) {
    this.filename = filename;
    this.paths = [filename, ...logFilesOf(realFile(filename))];
  }

  /** @throws DatabaseReplaced when a file is not the one found by the first check, or was emptied or cut off. */
  check(): void {
    for (const path of this.paths) {
      const now = identityOf(path);
      const before = this.opened.get(path);
      // A new database gets its log, and the index of the log, with its first write.
      if (before === undefined && now !== undefined) this.opened.set(path, now);
      else if (before !== now) throw new DatabaseReplaced(path);
    }
    this.checkLengths();
    this.checkHeader();
  }

  /** SQLite moves the log into the database page by page, so a header that seems older is read again. */
  private checkHeader(): void {
    const identity = this.opened.get(this.filename);
    if (identity === undefined) return;
    const read = () => headerOf(this.filename, identity);
    const before = this.header;
    const now = read();
    if (!now) return;
    if (before && isOlder(now, before) && isOlder(read() ?? before, before)) throw new DatabaseReplaced(this.filename);
    this.header = now;
  }

  /**
   * SQLite empties the log itself when it moves it into the database, and what is written then begins with other salts. If another
   * program emptied it, SQLite goes on behind a hole that cannot be read again. A log that did not begin well when it was first seen
   * is what a power failure left, and SQLite begins it again.
   */
  private checkLengths(): void {
    const size = statSync(this.filename, { throwIfNoEntry: false })?.size ?? 0;
    if (this.filled && size === 0) throw new DatabaseReplaced(this.filename);
    this.filled ||= size > 0;
    const [, wal = ''] = this.paths;
    const log = logAt(wal);
    if (!log) return;
    const isLog = logBeginnings.includes(log.head.slice(0, 8));
    if (this.log && (!isLog || (log.head === this.log.head && log.size < this.log.size)))
      throw new DatabaseReplaced(wal);
    if (!isLog) return;
    this.log = log;
  }
}

/**
 * How many times, and at what interval in milliseconds, files must look wrong. While a database is made or closed, they do for
 * a moment.
 */
const [looks, lookEveryMs] = [20, 50];

/**
 * Checks whether another process on this machine has deleted database files open. Only Linux reports this. It must not open the
 * files itself, because closing one would drop this process's locks on it.
 * @throws DatabaseReplaced
 */
export async function expectUnreplaced(filename: string): Promise<void> {
  closeDeletedFiles();
  for (let look = 1; ; look += 1) {
    const path = replacedFile(realFile(filename));
    if (path === undefined) return;
    if (look === looks) throw new DatabaseReplaced(path);
    await setTimeout(lookEveryMs);
  }
}

function replacedFile(filename: string): string | undefined {
  const locks = posixLocks();
  const holders = (path: string) => locks.get(statSync(path, { throwIfNoEntry: false })?.ino ?? -1) ?? [];
  const [wal, index] = logFilesOf(filename);
  const ofDatabase = holders(filename);
  // A process that has the database open holds a lock on it, and has the log and its index open: https://sqlite.org/wal.html,
  // "The WAL File".
  const missing = [wal, index].find((path) => identityOf(path) === undefined);
  if (ofDatabase.length > 0 && missing !== undefined) return missing;
  // A process locks the index of the log after the database, and releases it before. But a process that closes the file in
  // another way, for example after reading it, drops its own locks on it.
  const ofIndex = holders(index);
  if (ofIndex.some((pid) => pid !== process.pid) && ofDatabase.length === 0) return filename;
  return [...new Set([...ofDatabase, ...ofIndex])]
    .flatMap(openFilesOf)
    .find((name) => [filename, wal, index].includes(name));
}

/**
 * Processes by the inode of a file that they hold a lock on. A file with the same inode on another device is not told apart,
 * because that is rare.
 */
function posixLocks(): ReadonlyMap<number, readonly number[]> {
  const locks = new Map<number, number[]>();
  for (const line of readIfThere('/proc/locks').split('\n')) {
    // `1: POSIX  ADVISORY  READ 4242 08:02:1234567 1073741826 1073742335`, proc(5).
    const fields = line.split(/\s+/);
    const kind = fields.indexOf('POSIX');
    const [pid, place] = fields.slice(kind + 3);
    const inode = place?.split(':')[2];
    if (kind < 0 || pid === undefined || inode === undefined) continue;
    locks.set(Number(inode), [...(locks.get(Number(inode)) ?? []), Number(pid)]);
  }
  return locks;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Names of deleted files that a process has open. Empty if this user may not see them. */
function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const mark = ' (deleted)';
  try {
    return readdirSync(folder).flatMap((fd) => {
      try {
        const target = readlinkSync(`${folder}/${fd}`);
        return target.endsWith(mark) ? [target.slice(0, -mark.length)] : [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
