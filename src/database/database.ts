/**
 * The connection to the database: SQLite or a MySQL-family server behind one small interface.
 *
 * Hand-written statements go directly to the driver through Sequelize's pool, because its query layer costs as much CPU as the
 * rest of a read. rows.ts sends the calls of models. Both join the transaction they are called in, which travels with the
 * asynchronous context, so no call can leave it by forgetting a handle.
 */
import type { Sequelize, Transaction } from 'sequelize';
import { resolve } from 'node:path';
import { format, raw } from 'mysql2';
import { ambient, sendAfter, type Scope } from './ambient-transaction';
import { conflictClause, type OnConflict } from './conflict-clause';
import { isConflict, untilUncontended } from './contention';
import { pooledConnections, sqliteConnections, sqliteFile, type SqliteParts } from './database-connections';
import type { StatementListener } from './database-use';
import { codeOf, driverErrorOf, wasClosed } from './driver-error';
import { affectedRows, isSqlite, rowsOf } from './driver-result';
import { HeldConnection } from './held-connection';
import { OwnTransaction } from './own-transaction';
import { ServerConnections, workingPatience, type Patience } from './server-connections';
import type { SqliteDamage } from './sqlite-damage';
import { whyFaulty } from './sqlite-driver';
import { expectUnreplaced } from './sqlite-files';
import { sqliteInsert, sqliteInsertSize } from './sqlite-insert';
import { whyServerNotWritten } from './server-writing';
import type { NotWritten } from './sqlite-writing';
import type { SqlValue } from './sql-value';
import { valuesText } from './values-text';

export type { OnConflict, SqlValue };

/** Rows to insert, each as its values: a list, or an object that builds parts of the list on request. */
export type Rows = { readonly length: number; slice(from: number, to: number): SqlValue[][] };
export type Dialect = 'sqlite' | 'mysql';

export interface DatabaseOptions {
  /** Connections to a server. Default: ten. */
  readonly maxConnections?: number;
  readonly patience?: Patience;
  /**
   * On SQLite: the statements of a transaction leave turns of the event loop to other work. For a process that answers requests. Elsewhere
   * a transaction only becomes longer by the work that comes in between.
   */
  readonly breathes?: boolean;
}

export class Database {
  /** Serialises writers on SQLite, where a second write transaction could only wait for the file lock. */
  private writers: Promise<void> = Promise.resolve();
  private closing = false;
  /** Called for every statement outside a transaction. */
  onStatement: StatementListener | undefined;
  private cut: () => void = () => undefined;
  private readonly severed = new Promise<void>((resolve) => (this.cut = resolve));

  private constructor(
    readonly sequelize: Sequelize,
    readonly dialect: Dialect,
    /** `VERSION()` of the server, or the version of SQLite. */
    readonly serverVersion: string,
    private readonly sqlite: SqliteParts | undefined,
    private readonly server: ServerConnections,
    private readonly patience: Patience,
    private readonly breathes = false,
  ) {}

  /**
   * Opens a database.
   * @param url `sqlite:PATH` or `mysql://user:password@host:port/name`.
   * @param options.patience how long to wait for a server before giving up; default: that of a command line.
   * @throws Error when the URL has another form or the server cannot be reached, or SQLite has a known fault; DatabaseReplaced.
   */
  static async open(url: string, options: DatabaseOptions = {}): Promise<Database> {
    const patience = options.patience ?? workingPatience;
    const server = new ServerConnections(patience);
    if (url.startsWith('sqlite:')) {
      await expectUnreplaced(resolve(sqliteFile(url)));
      const { sequelize, parts } = sqliteConnections(url, patience);
      const db = new Database(sequelize, 'sqlite', '', parts, server, patience);
      const [row] = await db.select<{ version: string }>('SELECT sqlite_version() AS version');
      const version = `SQLite ${row?.version ?? ''}`;
      const faulty = whyFaulty(row?.version ?? '');
      if (faulty !== undefined) throw new Error(faulty);
      parts.files.check();
      parts.writing.begin();
      return new Database(sequelize, 'sqlite', version, parts, server, patience, options.breathes);
    }
    const sequelize = pooledConnections(url, options.maxConnections ?? 10, patience, server);
    const db = new Database(sequelize, 'mysql', '', undefined, server, patience);
    try {
      const [row] = await db.select<{ version: string }>('SELECT VERSION() AS version');
      const [wsrep] = await db.select<{ Value: string }>(`SHOW VARIABLES LIKE 'wsrep_on'`);
      if (wsrep?.Value === 'ON') await db.withConnection('read', (connection) => server.makeCausal(connection));
      return new Database(sequelize, 'mysql', row?.version ?? '', undefined, server, patience);
    } catch (error) {
      await sequelize.close();
      throw error;
    }
  }

  /** Damage of SQLite's file that statements met. Undefined on a server. */
  get damage(): SqliteDamage | undefined {
    return this.sqlite?.damage;
  }

  /** True on MariaDB, whose optimizer needs index hints that MySQL does not. */
  get isMariaDb(): boolean {
    return /mariadb/i.test(this.serverVersion);
  }

  /** The join that reads the left table first, in this dialect. */
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
   * The condition that the column's text contains its one parameter. A server compares bytes: in UTF-8 the result is the same,
   * in half the time.
   */
  containsText(column: string): string {
    return this.dialect === 'sqlite'
      ? `instr(${column}, ?) > 0`
      : `INSTR(CAST(${column} AS BINARY), CAST(? AS BINARY)) > 0`;
  }

  /** Rows of a SELECT (or of any statement that returns rows). `?` marks parameters. */
  select<R extends object>(sql: string, params: readonly SqlValue[] = []): Promise<R[]> {
    if (ambient.getStore()) return this.selectOnce<R>(sql, params);
    // This is the most frequent statement: here it takes no step that only waiting needs.
    if (this.sqlite) return this.readAtOnce<R>(this.sqlite, sql, params);
    return this.readAgain(() => this.selectOnce<R>(sql, params));
  }

  private selectOnce<R extends object>(sql: string, params: readonly SqlValue[]): Promise<R[]> {
    return this.withConnection('read', async (connection) => {
      if (isSqlite(connection)) return rowsOf<R>(connection.handle.all(sql, params));
      return rowsOf<R>(await this.sendInTurn(connection, sql, params));
    });
  }

  /** A read of SQLite outside a transaction. */
  private async readAtOnce<R extends object>(
    sqlite: SqliteParts,
    sql: string,
    params: readonly SqlValue[],
  ): Promise<R[]> {
    const began = performance.now();
    const turn = sqlite.turns.next();
    if (turn) await turn;
    try {
      return rowsOf<R>(sqlite.handle().all(sql, params));
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    } finally {
      this.onStatement?.('read', performance.now() - began);
    }
    // While another process recovers the log of a killed process, SQLite refuses reads too.
    return untilUncontended(() => this.selectOnce<R>(sql, params), 0);
  }

  /**
   * Rows of a SELECT that may read many more rows than it returns. On SQLite it runs in another process (sqlite-readers.ts),
   * which is not worth it for short statements. A server limits the time of every statement. Inside a transaction it is like
   * `select`.
   * @param of the workspace that asks.
   * @throws TooSlowError, BusyError.
   */
  async scan<R extends object>(of: string, sql: string, params: readonly SqlValue[] = []): Promise<R[]> {
    if (!this.sqlite || ambient.getStore()) return this.select(sql, params);
    const began = performance.now();
    const reading = this.sqlite.readers.read(of, sql, params);
    return rowsOf<R>(await reading.finally(() => this.onStatement?.('read', performance.now() - began)));
  }

  /** Runs a statement that changes rows. Returns how many it changed (on MySQL, an UPDATE without effect changes none). */
  async run(sql: string, params: readonly SqlValue[] = []): Promise<number> {
    const once = () =>
      this.withConnection('write', async (connection) => {
        if (isSqlite(connection)) return connection.handle.run(sql, params).changes;
        return affectedRows(await this.sendInTurn(connection, sql, params));
      });
    // Inside a transaction, the transaction retries after a conflict. A single statement is simply sent again.
    return ambient.getStore() ? once() : this.inTurn(once);
  }

  /**
   * Runs one call of a Sequelize model (rows.ts) like `select` and `run`. Inside a transaction it joins it, after the
   * statements sent before. Outside, it runs on its own, and again after a conflict.
   * @param call must pass the options on to Sequelize.
   * @throws the driver's error, as those methods do, not Sequelize's wrapper.
   */
  async throughModel<T>(
    type: 'read' | 'write',
    call: (options: { readonly transaction: Transaction | null }) => Promise<T>,
  ): Promise<T> {
    const scope = ambient.getStore();
    const once = async () => {
      const began = performance.now();
      try {
        return await call({ transaction: scope?.transaction ?? null });
      } catch (error) {
        throw driverErrorOf(error);
      } finally {
        if (!scope) this.onStatement?.(type, performance.now() - began);
      }
    };
    if (scope) return sendAfter(scope, once);
    if (type === 'write') return this.inTurn(once);
    return this.dialect === 'sqlite' ? once() : this.readAgain(once);
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
    const { prefix, suffix } = conflictClause(this.dialect, onConflict);
    const into = `${prefix} INTO ${table} (${columns.join(',')}) VALUES `;
    if (this.dialect === 'mysql') return this.insertOnServer(into, suffix, rows, columns.length);
    // The program of a longer statement exceeds the processor's caches: with 8,000 values an import took a sixth longer.
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
    // In a transaction, the next statements are written out while the server works on the one before.
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
   * Runs work in one write transaction. Calls inside it join it, and nested calls join the outer transaction. Retries when the
   * server chose this transaction as a deadlock victim (MySQL 1213; on Galera also at commit).
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    return ambient.getStore() ? work() : this.inTurn(() => this.once(work));
  }

  /** Runs `work` after the current transaction has committed, or at once outside one. Never after a rollback. */
  afterCommit(work: () => void): void {
    const scope = ambient.getStore();
    if (scope) scope.afterCommit.push(work);
    else work();
  }

  /**
   * Closes when running statements have ended, at the latest after the deadline. Statements still running then fail.
   * @param deadline in ms.
   */
  async close(deadline = 5_000): Promise<void> {
    this.closing = true;
    const timer = setTimeout(() => this.sever(), deadline);
    // Connections that were cut count as closed, whatever the pool reports.
    const closed = this.writers.then(() => this.sequelize.close()).catch(() => undefined);
    const aMoment = () => new Promise((resolve) => setTimeout(resolve, 250));
    await Promise.race([closed, this.severed.then(aMoment)]);
    clearTimeout(timer);
    await this.sqlite?.readers.close();
    await this.sqlite?.checkpoints.close();
    this.sqlite?.closeAll();
  }

  /**
   * Checks, at every write, whether the SQLite files are still the ones that were opened.
   * @throws DatabaseReplaced
   */
  checkFiles(): void {
    this.sqlite?.files.check();
  }

  /**
   * Why nothing can be written; undefined when it can. Of SQLite it asks the file system, and writes only if a statement has
   * failed to; a server is asked whether it is read-only.
   */
  async whyNotWritten(): Promise<NotWritten | undefined> {
    if (!this.sqlite) return whyServerNotWritten(this);
    // Nobody reads this number. Setting it always writes a page.
    return this.sqlite.writing.whyNot(() => this.run('PRAGMA user_version = 0'));
  }

  /** Cuts all connections to a server, so that everything waiting for it fails now. SQLite statements are never waited for. */
  sever(): void {
    this.closing = true;
    if (this.sqlite) void this.sqlite.readers.close();
    else this.server.destroyAll();
    this.cut();
  }

  private async once<T>(work: () => Promise<T>): Promise<T> {
    const transaction = await OwnTransaction.begin(this.sequelize, (connection, sql) =>
      isSqlite(connection) ? connection.handle.exec(sql) : this.server.query(connection, sql, []),
    );
    const scope: Scope = { transaction, afterCommit: [], last: Promise.resolve() };
    let result: T;
    try {
      result = await ambient.run(scope, work);
      await scope.last;
    } catch (error) {
      transaction.stop();
      await scope.last.catch(() => undefined);
      await ambient.exit(() => transaction.rollBack());
      // A conflict is tried again, whatever the work made of it.
      throw isConflict(transaction.failedWith) ? transaction.failedWith : error;
    }
    await ambient.exit(() => transaction.commitOnce());
    for (const hook of scope.afterCommit) hook();
    return result;
  }

  /**
   * A read outside a transaction changes nothing, so it is sent again after a conflict, and once when its connection was gone.
   */
  private async readAgain<T>(read: () => Promise<T>): Promise<T> {
    const patience = Math.min(2_000, this.patience.conflicts * 1000);
    try {
      return await untilUncontended(read, patience);
    } catch (error) {
      if (this.closing || !wasClosed(error)) throw error;
      return untilUncontended(read, patience);
    }
  }

  /** Runs a write, on SQLite after earlier writes of this process. Repeats it when the database asks for that. */
  private inTurn<T>(write: () => Promise<T>): Promise<T> {
    const patience = this.patience.conflicts * 1000;
    if (this.dialect !== 'sqlite') return untilUncontended(write, patience);
    const turn = this.writers.then(() => untilUncontended(() => this.intoOwnFiles(write), patience));
    this.writers = turn.then(
      () => this.sqlite?.checkpoints.committed(),
      () => undefined,
    );
    return turn;
  }

  /** A write into files that other processes no longer see fails instead of being reported as stored. */
  private async intoOwnFiles<T>(write: () => Promise<T>): Promise<T> {
    this.checkFiles();
    const result = await write();
    this.checkFiles();
    return result;
  }

  private async withConnection<T>(type: 'read' | 'write', work: (connection: object) => Promise<T>): Promise<T> {
    const scope = ambient.getStore();
    if (scope) return this.within(scope.transaction, work);
    const began = performance.now();
    const { sqlite } = this;
    const turn = sqlite?.turns.next();
    if (turn) await turn;
    const held = sqlite ? undefined : await HeldConnection.take(this.sequelize, type);
    try {
      return await work(held?.connection ?? { handle: sqlite?.handle() });
    } finally {
      held?.giveBack();
      this.onStatement?.(type, performance.now() - began);
    }
  }

  private async within<T>(transaction: OwnTransaction, work: (connection: object) => Promise<T>): Promise<T> {
    // SQLite's statements run on the thread that serves all requests.
    const turn = this.breathes ? this.sqlite?.turns.breathe() : undefined;
    if (turn) await turn;
    const { connection } = transaction;
    try {
      return await work(connection);
    } catch (error) {
      transaction.noteError(error);
      throw error;
    }
  }

  /**
   * Sends a statement after those before it in its transaction. It is written out at once, so a caller that does not wait for
   * each statement has the next one ready while the server works.
   */
  private sendInTurn(connection: object, sql: string, params: readonly SqlValue[]): Promise<unknown> {
    const scope = ambient.getStore();
    if (!scope) return this.server.query(connection, sql, params);
    // Passed as a raw value. Otherwise the driver would search the whole text for placeholders.
    const text = raw(params.length === 0 ? sql : format(sql, [...params]));
    return sendAfter(scope, (own) => this.server.query(own, '?', [text]));
  }
}

/** `?,?,?` for a list of values. An empty list becomes NULL, which matches nothing. */
export function placeholders(values: readonly unknown[]): string {
  return values.length === 0 ? 'NULL' : values.map(() => '?').join(',');
}

/** For a promise that is awaited later: until then its failure does not count as unhandled. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
