/**
 * The part of the `sqlite3` package's callback interface that Sequelize 6 calls, implemented with a synchronous driver
 * (sqlite-driver.ts).
 *
 * Sequelize opens a connection for every transaction. So opened handles are not closed but kept, with their prepared
 * statements, and reused.
 */
import { LRUCache } from 'lru-cache';
import { autocheckpointPages } from './sqlite-checkpoints';
import {
  DatabaseSync,
  soughtValues,
  writtenValues,
  type SqliteConnection,
  type SqliteStatement,
} from './sqlite-driver';
import { nameError } from './sqlite-rights';
import { asOneText, haveNames, asList, objectOf, rowsOfText } from './sqlite-rows';
import { fieldOf } from '../shared/records';

type Params = readonly unknown[] | Record<string, unknown> | undefined;
type Callback = (this: { lastID: number; changes: number }, error: Error | null, rows?: unknown[]) => void;

/** One open file: a driver connection and its prepared statements. */
export class SqliteHandle {
  private readonly db: SqliteConnection;
  /**
   * Limited by the length of their texts: a statement with thousands of parameters takes a megabyte, one of a read a few
   * kilobytes.
   */
  private readonly statements = new LRUCache<string, Prepared>({
    maxSize: 600_000,
    sizeCalculation: (_prepared, sql) => sql.length,
    dispose: ({ statement }) => statement.close(),
  });

  /** @param onError called with every error of a statement. */
  constructor(
    readonly filename: string,
    private readonly onError: (error: unknown) => void = () => undefined,
  ) {
    this.db = this.attempt(() => new DatabaseSync(filename, { timeout: 10_000 }));
    this.attempt(() => this.prepareConnection());
  }

  private prepareConnection(): void {
    // WAL lets readers run beside the one writer. NORMAL is durable against a crash of the process, and against power loss
    // except for the last commits (https://sqlite.org/wal.html, "Performance Considerations").
    this.db.exec('PRAGMA journal_mode = WAL');
    this.db.exec('PRAGMA synchronous = NORMAL');
    this.db.exec('PRAGMA foreign_keys = ON');
    this.db.exec(`PRAGMA wal_autocheckpoint = ${autocheckpointPages}`);
    this.db.exec('PRAGMA cache_size = -16384');
    this.db.exec('PRAGMA temp_store = MEMORY');
    // Waiting in the driver blocks the whole process. `Database` waits for other writers instead.
    this.db.exec('PRAGMA busy_timeout = 3');
  }

  /** Rows of a statement, as objects. Empty for a statement that returns none. */
  all(sql: string, params: readonly unknown[] | Record<string, unknown>): unknown[] {
    const { columns, isOneText, rows } = this.attempt(() => this.rowsOf(sql, params));
    if (isOneText) return rowsOfText(columns, asList(rows[0])[0]);
    return columns.length === 0 ? rows : rows.map((row) => objectOf(columns, row));
  }

  /** Runs a statement. `changes` is the number of rows it changed. */
  run(sql: string, params: readonly unknown[] | Record<string, unknown>): { changes: number; lastID: number } {
    const result = this.attempt(() => this.prepare(sql).statement.run(...writtenValues(listed(params))));
    return { changes: result.changes, lastID: Number(result.lastInsertRowid) };
  }

  /** Runs statements that take no parameters and return nothing. */
  exec(sql: string): void {
    this.attempt(() => this.db.exec(sql));
  }

  close(): void {
    this.statements.clear();
    this.db.close();
  }

  private rowsOf(sql: string, params: readonly unknown[] | Record<string, unknown>) {
    const { statement, columns, isOneText } = this.prepare(sql);
    const rows: unknown[] = statement.all(...soughtValues(listed(params)));
    return { columns, isOneText, rows };
  }

  /** Runs work on the database, and passes on its error, named, once. */
  private attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      nameError(error, this.filename);
      this.onError(error);
      throw error;
    }
  }

  private prepare(sql: string): Prepared {
    let prepared = this.statements.get(sql);
    if (!prepared) this.statements.set(sql, (prepared = prepare(this.db, sql)));
    return prepared;
  }
}

interface Prepared {
  readonly statement: SqliteStatement;
  /**
   * Columns of a statement whose rows are read as lists, because the driver makes objects a third slower than this code. Empty
   * otherwise.
   */
  readonly columns: readonly string[];
  /** The rows arrive as one text. */
  readonly isOneText: boolean;
}

/** The driver takes values one by one, or an object of named ones. */
const listed = (params: readonly unknown[] | Record<string, unknown>): readonly unknown[] =>
  Array.isArray(params) ? params : [params];

/** A SELECT that names each column, so that changes of the schema do not change its columns. */
const namesItsColumns = /^\s*SELECT\b[^*]*$/i;

/** Fewer columns than this are as fast value by value. */
const wide = 7;

function prepare(db: SqliteConnection, sql: string): Prepared {
  const statement = db.prepare(sql);
  if (!namesItsColumns.test(sql)) return { statement, columns: [], isOneText: false };
  statement.setReturnArrays(true);
  const columns = statement.columns().map(({ name }) => name);
  if (columns.length < wide || !haveNames(columns)) return { statement, columns, isOneText: false };
  const whole = db.prepare(asOneText(sql, columns));
  whole.setReturnArrays(true);
  statement.close();
  return { statement: whole, columns, isOneText: true };
}

/**
 * A family of `Database` objects that share kept handles, one per Sequelize instance.
 * @param onError called with every error of a statement.
 */
export function sqliteDialectModule(onError: (error: unknown) => void): {
  module: Record<string, unknown>;
  /** The handle for statements outside transactions, opened at its first use. */
  handle(filename: string): SqliteHandle;
  /** Closes all handles. */
  closeAll(): void;
} {
  const idle: SqliteHandle[] = [];
  const open = new Set<SqliteHandle>();
  let own: SqliteHandle | undefined;

  class Database {
    readonly handle: SqliteHandle;

    constructor(filename: string, _mode: unknown, done: (error: Error | null) => void) {
      this.handle = idle.pop() ?? new SqliteHandle(filename, onError);
      open.add(this.handle);
      setImmediate(() => done(null));
    }

    serialize(work: () => void): void {
      work();
    }

    run(sql: string, params?: Params | Callback, done?: Callback): void {
      this.call(sql, params, done, (bound) => this.handle.run(sql, bound));
    }

    all(sql: string, params?: Params | Callback, done?: Callback): void {
      this.call(sql, params, done, (bound) => ({ changes: 0, lastID: 0, rows: this.handle.all(sql, bound) }));
    }

    exec(sql: string, done?: Callback): void {
      this.call(sql, undefined, done, () => {
        this.handle.exec(sql);
        return { changes: 0, lastID: 0 };
      });
    }

    close(done?: (error: Error | null) => void): void {
      idle.push(this.handle);
      if (done) setImmediate(() => done(null));
    }

    private call(
      sql: string,
      params: Params | Callback,
      done: Callback | undefined,
      work: (bound: readonly unknown[] | Record<string, unknown>) => {
        changes: number;
        lastID: number;
        rows?: unknown[];
      },
    ): void {
      const callback = typeof params === 'function' ? params : done;
      const bound = typeof params === 'function' || params === undefined ? [] : bindable(params);
      try {
        const result = work(bound);
        callback?.call({ lastID: result.lastID, changes: result.changes }, null, result.rows);
      } catch (error) {
        // Sequelize rolls back a transaction even if its BEGIN found the file locked. Then there is nothing to roll back.
        const nothingOpen = /^ROLLBACK\b/i.test(sql) && /no transaction is active/.test(String(error));
        callback?.call({ lastID: 0, changes: 0 }, nothingOpen ? null : withDriverCode(error));
      }
    }
  }

  return {
    module: { Database, OPEN_READONLY: 1, OPEN_READWRITE: 2, OPEN_CREATE: 4, OPEN_FULLMUTEX: 0x10000 },
    handle(filename) {
      if (!own) open.add((own = new SqliteHandle(filename, onError)));
      return own;
    },
    closeAll() {
      for (const handle of open) handle.close();
      open.clear();
      idle.length = 0;
    },
  };
}

/** Sequelize names its parameters `$1`, `$2`. The driver expects the names without the sign. */
function bindable(params: readonly unknown[] | Record<string, unknown>): readonly unknown[] | Record<string, unknown> {
  if (Array.isArray(params)) return params as readonly unknown[];
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name.replace(/^\$/, ''), value]));
}

/** Sequelize recognises constraint errors by `sqlite3`'s coarse code and by the start of the message. */
function withDriverCode(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = fieldOf(error, 'code');
  if (typeof code === 'string') {
    const coarse = code.split('_').slice(0, 2).join('_');
    Object.assign(error, { code: coarse });
    if (coarse === 'SQLITE_CONSTRAINT') error.message = `SQLITE_CONSTRAINT: ${error.message}`;
  }
  return error;
}
