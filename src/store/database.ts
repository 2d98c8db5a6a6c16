/**
 * The connection to the database: SQLite or a MySQL-family server behind one small interface.
 *
 * Statements written by hand go straight to the driver through Sequelize's own pool (its query layer costs as much CPU as
 * the rest of a read); models use Sequelize as usual. Both join the transaction they are called in, which travels with the
 * asynchronous context, so no call can escape it by forgetting a handle.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Sequelize, Transaction } from 'sequelize';
import { escape, format, raw, type Connection as MysqlConnection, type ResultSetHeader } from 'mysql2';
import { untilUncontended } from './contention';
import { sqliteDialectModule, type SqliteHandle } from './sqlite-dialect';
import { sqliteInsert } from './sqlite-insert';

export type SqlValue = string | number | null;
type Raw = ReturnType<typeof raw>;

/** Rows to insert, each as its values: a list, or something that makes a part of one when it is asked for. */
export interface Rows {
  readonly length: number;
  slice(from: number, to: number): SqlValue[][];
}
export type Dialect = 'sqlite' | 'mysql';

/** What an insert does with a row whose key is taken: refuse all, leave the old row, or overwrite these columns. */
export type OnConflict = 'fail' | 'ignore' | { key: readonly string[]; update: readonly string[] };

interface Scope {
  readonly transaction: Transaction;
  readonly afterCommit: (() => void)[];
  /** MySQL family: the last statement sent or waiting to be; the next follows it. */
  last: Promise<unknown>;
  /** The transaction is ending: what still waits is not sent any more. */
  ended: boolean;
}

const ambient = new AsyncLocalStorage<Scope>();

// Sequelize looks up the transaction of a model call in a "CLS namespace"; this is that interface over AsyncLocalStorage.
Sequelize.useCLS({
  get: (key: string) => (key === 'transaction' ? ambient.getStore()?.transaction : undefined),
  set: () => undefined,
  run: (work: (context: object) => void) => work({}),
  bind: (work: unknown) => work,
});

export class Database {
  /** Serialises writers on SQLite, where a second write transaction could only wait for the file lock. */
  private writers: Promise<void> = Promise.resolve();

  private constructor(
    readonly sequelize: Sequelize,
    readonly dialect: Dialect,
    /** `VERSION()` of the server, or SQLite's version. */
    readonly serverVersion: string,
    private readonly closeHandles: () => void,
  ) {}

  /**
   * Opens a database.
   * @param url `sqlite:PATH` or `mysql://user:password@host:port/name`.
   * @throws Error when the URL has another form or the server cannot be reached.
   */
  static async open(url: string, options: { maxConnections?: number } = {}): Promise<Database> {
    if (url.startsWith('sqlite:')) {
      const storage = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
      mkdirSync(dirname(storage), { recursive: true });
      const driver = sqliteDialectModule();
      const sequelize = new Sequelize({
        dialect: 'sqlite',
        dialectModule: driver.module,
        storage,
        logging: false,
        transactionType: Transaction.TYPES.IMMEDIATE,
      });
      const db = new Database(sequelize, 'sqlite', '', driver.closeAll);
      const [row] = await db.select<{ version: string }>('SELECT sqlite_version() AS version');
      return new Database(sequelize, 'sqlite', `SQLite ${row?.version ?? ''}`, driver.closeAll);
    }
    const sequelize = new Sequelize(url, {
      dialect: 'mysql',
      logging: false,
      timezone: '+00:00',
      pool: { max: options.maxConnections ?? 10, min: 0, idle: 30_000, acquire: 30_000 },
      // READ COMMITTED takes no gap locks, which is what makes concurrent inserts of different rows deadlock.
      isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED,
      dialectOptions: {
        charset: 'utf8mb4',
        connectTimeout: 10_000,
        decimalNumbers: true,
        // The driver's own conversion instead of Sequelize's, which is called for every value and changes only types that
        // no column here has (dates, geometry).
        typeCast: true,
      },
      hooks: { afterConnect: (connection) => setModes(connection) },
    });
    const db = new Database(sequelize, 'mysql', '', () => undefined);
    try {
      const [row] = await db.select<{ version: string }>('SELECT VERSION() AS version');
      return new Database(sequelize, 'mysql', row?.version ?? '', () => undefined);
    } catch (error) {
      await sequelize.close();
      throw error;
    }
  }

  /** True on MariaDB, whose optimizer needs index hints that MySQL does not. */
  get isMariaDb(): boolean {
    return /mariadb/i.test(this.serverVersion);
  }

  /** The join that reads the left table first: the dialects spell it differently. */
  get orderedJoin(): string {
    return this.dialect === 'sqlite' ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
  }

  /** ` FORCE INDEX (name)` on a MySQL-family server, ` INDEXED BY name` on SQLite: the index a plan was designed for. */
  useIndex(name: string): string {
    return this.dialect === 'sqlite' ? ` INDEXED BY ${name}` : ` FORCE INDEX (${name})`;
  }

  /** The same for a table's primary key, which SQLite names in its own way. */
  usePrimaryKey(table: string): string {
    return this.useIndex(this.dialect === 'sqlite' ? `sqlite_autoindex_${table}_1` : 'PRIMARY');
  }

  /**
   * The condition that the column's text holds that of its one parameter. A server compares bytes, which finds the same in
   * UTF-8 and takes half as long as letters do.
   */
  holds(column: string): string {
    return this.dialect === 'sqlite'
      ? `instr(${column}, ?) > 0`
      : `INSTR(CAST(${column} AS BINARY), CAST(? AS BINARY)) > 0`;
  }

  /** Rows of a SELECT (or of any statement that returns rows). `?` marks parameters. */
  async select<R extends object>(sql: string, params: readonly SqlValue[] = []): Promise<R[]> {
    return this.withConnection('read', async (connection) => {
      if (isSqlite(connection)) return rowsOf<R>(connection.handle.all(sql, params));
      return rowsOf<R>(await sendInTurn(connection, sql, params));
    });
  }

  /** Runs a statement that changes rows. Returns how many it changed (on MySQL a no-op UPDATE changes none). */
  async run(sql: string, params: readonly SqlValue[] = []): Promise<number> {
    const once = () =>
      this.withConnection('write', async (connection) => {
        if (isSqlite(connection)) return connection.handle.run(sql, params).changes;
        return affectedRows(await sendInTurn(connection, sql, params));
      });
    // Inside a transaction a conflict is the transaction's to retry; a statement alone can simply be sent again.
    return ambient.getStore() ? once() : this.inTurn(once);
  }

  /**
   * Inserts many rows with few statements.
   * @param rows values in the order of `columns`.
   * @returns rows inserted or changed, as the dialect counts them.
   */
  async insertRows(
    table: string,
    columns: readonly string[],
    rows: Rows,
    onConflict: OnConflict = 'fail',
  ): Promise<number> {
    const { prefix, suffix } = this.conflictClause(onConflict);
    const into = `${prefix} INTO ${table} (${columns.join(',')}) VALUES `;
    if (this.dialect === 'mysql') return this.insertOnServer(into, suffix, rows, columns.length);
    // The program of a longer statement outgrows the processor's caches: with 8,000 values an import took a sixth longer.
    const most = Math.max(1, Math.floor(2_000 / columns.length));
    let changed = 0;
    for (let from = 0; from < rows.length;) {
      const count = sqliteInsertSize(rows.length - from, most);
      const { sql, params } = sqliteInsert(into, suffix, rows.slice(from, from + count));
      from += count;
      changed += await this.run(sql, params);
    }
    return changed;
  }

  private async insertOnServer(into: string, suffix: string, rows: Rows, width: number): Promise<number> {
    const perStatement = Math.max(1, Math.floor(10_000 / width));
    // In a transaction the next statements are written out while the server works on the one before.
    const most = ambient.getStore() ? 2 : 1;
    const waiting: Promise<number>[] = [];
    let changed = 0;
    for (let from = 0; from < rows.length; from += perStatement) {
      if (waiting.length === most) changed += (await waiting.shift()) ?? 0;
      waiting.push(handled(this.run(into + valuesText(rows.slice(from, from + perStatement)) + suffix)));
    }
    for (const statement of waiting) changed += await statement;
    return changed;
  }

  /**
   * Runs work in one write transaction; calls made inside it join it. Nested calls join the outer transaction.
   * Retries when the server chose this transaction as a deadlock victim (MySQL 1213; on Galera also at commit).
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    return ambient.getStore() ? work() : this.inTurn(() => this.once(work));
  }

  /** Runs `work` when the current transaction has committed, or at once outside one. Never on rollback. */
  afterCommit(work: () => void): void {
    const scope = ambient.getStore();
    if (scope) scope.afterCommit.push(work);
    else work();
  }

  async close(): Promise<void> {
    await this.writers;
    await this.sequelize.close();
    this.closeHandles();
  }

  private async once<T>(work: () => Promise<T>): Promise<T> {
    const transaction = await this.sequelize.transaction();
    const scope: Scope = { transaction, afterCommit: [], last: Promise.resolve(), ended: false };
    let result: T;
    try {
      result = await ambient.run(scope, work);
      await scope.last;
    } catch (error) {
      scope.ended = true;
      await scope.last.catch(() => undefined);
      await ambient.exit(() => transaction.rollback()).catch(() => undefined);
      throw error;
    }
    await ambient.exit(() => transaction.commit());
    for (const hook of scope.afterCommit) hook();
    return result;
  }

  /** Runs a write, on SQLite after the writes of this process before it; again when the database asks for that. */
  private inTurn<T>(write: () => Promise<T>): Promise<T> {
    if (this.dialect !== 'sqlite') return untilUncontended(write);
    const turn = this.writers.then(() => untilUncontended(write));
    this.writers = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  private async withConnection<T>(type: 'read' | 'write', work: (connection: object) => Promise<T>): Promise<T> {
    const scope = ambient.getStore();
    if (scope) {
      const connection: unknown = Reflect.get(scope.transaction, 'connection');
      if (typeof connection !== 'object' || connection === null) throw new Error('the transaction has ended');
      return work(connection);
    }
    const manager = this.sequelize.connectionManager;
    const connection = await manager.getConnection({ type, useMaster: true });
    try {
      return await work(connection);
    } finally {
      manager.releaseConnection(connection);
    }
  }

  private conflictClause(onConflict: OnConflict): { prefix: string; suffix: string } {
    if (onConflict === 'fail') return { prefix: 'INSERT', suffix: '' };
    if (onConflict === 'ignore') {
      return this.dialect === 'sqlite'
        ? { prefix: 'INSERT', suffix: ' ON CONFLICT DO NOTHING' }
        : { prefix: 'INSERT IGNORE', suffix: '' };
    }
    const { key, update } = onConflict;
    return this.dialect === 'sqlite'
      ? {
          prefix: 'INSERT',
          suffix: ` ON CONFLICT (${key.join(',')}) DO UPDATE SET ${update.map((c) => `${c}=excluded.${c}`).join(',')}`,
        }
      : { prefix: 'INSERT', suffix: ` ON DUPLICATE KEY UPDATE ${update.map((c) => `${c}=VALUES(${c})`).join(',')}` };
  }
}

/** SQLite prepares and keeps each statement, so inserts have few sizes there: the largest, and powers of two. */
function sqliteInsertSize(left: number, most: number): number {
  return left >= most ? most : 2 ** Math.floor(Math.log2(left));
}

/** `?,?,?` for a list of values. An empty list becomes NULL, which matches nothing. */
export function placeholders(values: readonly unknown[]): string {
  return values.length === 0 ? 'NULL' : values.map(() => '?').join(',');
}

function isSqlite(connection: object): connection is { handle: SqliteHandle } {
  return 'handle' in connection;
}

function isMysql(connection: object): connection is MysqlConnection {
  return 'query' in connection && 'threadId' in connection;
}

function mysqlQuery(connection: object, sql: string, params: readonly (SqlValue | Raw)[]): Promise<unknown> {
  if (!isMysql(connection)) throw new Error('unexpected kind of database connection');
  return new Promise((resolve, reject) => {
    connection.query(sql, [...params], (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
  });
}

/**
 * Gives a new connection the SQL modes that everything here is written for, whatever the server sets for others: under
 * NO_BACKSLASH_ESCAPES a text escaped by the driver could end early, and without a strict mode one too long is cut in silence.
 */
async function setModes(connection: unknown): Promise<void> {
  if (typeof connection !== 'object' || connection === null) throw new Error('unexpected kind of database connection');
  await mysqlQuery(connection, "SET SESSION sql_mode = 'TRADITIONAL'", []);
}

/**
 * Sends a statement when those before it in its transaction have succeeded. It is written out at once, so a caller that does
 * not wait for each statement has the next one ready while the server works. One after a failure is never sent: a server that
 * took a transaction back would run it on its own.
 */
function sendInTurn(connection: object, sql: string, params: readonly SqlValue[]): Promise<unknown> {
  const scope = ambient.getStore();
  if (!scope) return mysqlQuery(connection, sql, params);
  // As a value that stands for itself: else the driver would look through the whole text for placeholders.
  const text = raw(params.length === 0 ? sql : format(sql, [...params]));
  const sent = scope.last.then(() => {
    if (scope.ended) throw new Error('the transaction has ended');
    return mysqlQuery(connection, '?', [text]);
  });
  scope.last = sent;
  sent.catch(() => {
    // Nobody was waiting behind it: whoever sent it knows of the failure before the next statement.
    if (scope.last === sent) scope.last = Promise.resolve();
  });
  return sent;
}

/** `(1,'a'),(2,'b')`, a row at a time: the driver would put it together value by value, and leave much to be collected. */
function valuesText(rows: readonly (readonly SqlValue[])[]): string {
  return rows.map((row) => `(${row.map(literal).join(',')})`).join(',');
}

const literal = (value: SqlValue): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : escape(value);

/** For a promise that is awaited later: until then its failure does not count as unhandled. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

function rowsOf<R extends object>(result: unknown): R[] {
  if (!Array.isArray(result)) throw new Error('the statement returned no rows');
  // The one place where a row's shape is believed: the SQL beside the caller names these columns.
  return result as R[];
}

function affectedRows(result: unknown): number {
  const header = result as Partial<ResultSetHeader>;
  return header.affectedRows ?? 0;
}
