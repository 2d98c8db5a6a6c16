/**
 * Reads outside the event loop, for SQLite: a few connections whose statements run in the driver's own threads. Other SQLite
 * statements run on the thread that serves all requests, which is fastest for short ones but would block everything during long
 * ones.
 *
 * The driver runs a statement in its thread only up to the first row, and fetches the other rows on the event loop. So every
 * statement is wrapped into one that returns one row: all rows as a JSON text (sqlite-rows.ts).
 */
import { cpus } from 'node:os';
import Libsql from 'libsql/promise';
import { LRUCache } from 'lru-cache';
import { asOneText, listOf, rowsOfText } from './sqlite-rows';
import type { SqlValue } from './sql-value';
import { BusyError, TooSlowError } from './unavailable';

/** One workspace always leaves a connection to the others. */
const connections = Math.min(4, Math.max(2, cpus().length));
const ofOneWorkspace = connections - 1;
/** The most waiting scans of one workspace. Further ones are refused. */
const mostWaiting = 128;

interface Scan {
  readonly of: string;
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
  timer?: NodeJS.Timeout;
  /** The connection that runs it, once it runs. */
  connection?: Connection;
  late?: true;
}

export class SqliteReaders {
  private readonly idle: Connection[] = [];
  private readonly running = new Set<Scan>();
  /** Waiting scans, by workspace. Workspaces take turns. */
  private readonly waiting = new Map<string, Scan[]>();
  private closed = false;

  /**
   * @param patience seconds a scan may take, including the wait; undefined: without limit.
   * @param onError called with every error of a statement.
   */
  constructor(
    private readonly filename: string,
    private readonly patience: number | undefined,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Rows of a SELECT.
   * @param of the workspace that asks: each gets its share.
   * @throws TooSlowError after the patience; BusyError when too many scans of the workspace wait already.
   */
  read(of: string, sql: string, params: readonly SqlValue[]): Promise<unknown[]> {
    if (this.closed) return Promise.reject(new BusyError('the database is being closed'));
    return new Promise((resolve, reject) => {
      const line = this.waiting.get(of) ?? [];
      if (line.length >= mostWaiting) {
        reject(new BusyError('too many long reads of this workspace are waiting'));
        return;
      }
      const scan: Scan = { of, sql, params, resolve, reject };
      if (this.patience !== undefined) {
        scan.timer = setTimeout(() => this.giveUp(scan), this.patience * 1000);
      }
      line.push(scan);
      this.waiting.set(of, line);
      this.startNext();
    });
  }

  /** Ends running scans and refuses waiting ones. */
  close(): void {
    this.closed = true;
    for (const scan of [...this.waiting.values()].flat()) {
      this.settle(scan, () => scan.reject(new BusyError('the database is being closed')));
    }
    this.waiting.clear();
    for (const scan of this.running) scan.connection?.interrupt();
    for (const connection of this.idle.splice(0)) connection.close();
  }

  private giveUp(scan: Scan): void {
    scan.late = true;
    if (this.running.has(scan)) {
      scan.connection?.interrupt();
      // A statement that had not begun yet was not interrupted.
      scan.timer = setTimeout(() => this.giveUp(scan), 100);
      return;
    }
    const line = this.waiting.get(scan.of);
    line?.splice(line.indexOf(scan), 1);
    if (line?.length === 0) this.waiting.delete(scan.of);
    this.settle(scan, () => scan.reject(tooSlow()));
  }

  private startNext(): void {
    while (this.running.size < connections) {
      const scan = this.next();
      if (!scan) return;
      this.running.add(scan);
      void this.run(scan);
    }
  }

  /** The first scan of the workspace whose turn it is. */
  private next(): Scan | undefined {
    for (const [of, line] of this.waiting) {
      if ([...this.running].filter((one) => one.of === of).length >= ofOneWorkspace) continue;
      const scan = line.shift();
      this.waiting.delete(of);
      if (line.length > 0) this.waiting.set(of, line);
      return scan;
    }
    return undefined;
  }

  private async run(scan: Scan): Promise<void> {
    let connection: Connection | undefined;
    try {
      connection = this.idle.pop() ?? (await Connection.open(this.filename));
      scan.connection = connection;
      const statement = await connection.prepare(scan.sql);
      if (scan.late || this.closed) throw tooSlow();
      const rows = await connection.read(statement, scan.params);
      this.settle(scan, () => scan.resolve(rows));
    } catch (error) {
      this.onError(error);
      this.settle(scan, () => scan.reject(scan.late ? tooSlow() : error));
    } finally {
      this.running.delete(scan);
      if (connection && this.closed) connection.close();
      else if (connection) this.idle.push(connection);
      this.startNext();
    }
  }

  private settle(scan: Scan, how: () => void): void {
    clearTimeout(scan.timer);
    how();
  }
}

const tooSlow = () => new TooSlowError('the statement took longer than allowed');

/** A prepared statement, whose type the driver leaves open. */
interface Statement {
  all(params: readonly SqlValue[]): Promise<unknown>;
  columns(): readonly { readonly name: string }[];
}

interface Prepared {
  readonly statement: Statement;
  readonly columns: readonly string[];
}

class Connection {
  /** By the text of the statement inside. */
  private readonly prepared = new LRUCache<string, Prepared>({
    maxSize: 600_000,
    sizeCalculation: (_prepared, sql) => sql.length,
  });

  private constructor(private readonly db: Libsql) {}

  static async open(filename: string): Promise<Connection> {
    const db = new Libsql(filename, { timeout: 1_000 });
    // A small cache of its own, because there are several connections and the system caches what they read.
    await db.exec('PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY');
    return new Connection(db);
  }

  async read({ statement, columns }: Prepared, params: readonly SqlValue[]): Promise<unknown[]> {
    const [row] = listOf(await statement.all(params));
    return rowsOfText(columns, typeof row === 'object' && row !== null && 'list' in row ? row.list : undefined);
  }

  /** Ends the running statement. */
  interrupt(): void {
    this.db.interrupt();
  }

  close(): void {
    this.prepared.clear();
    this.db.close();
  }

  async prepare(sql: string): Promise<Prepared> {
    const known = this.prepared.get(sql);
    if (known) return known;
    const columns = statementOf(await this.db.prepare(sql))
      .columns()
      .map(({ name }) => name);
    const statement = statementOf(await this.db.prepare(asOneText(sql, columns)));
    const prepared = { statement, columns };
    this.prepared.set(sql, prepared);
    return prepared;
  }
}

function statementOf(made: unknown): Statement {
  if (!isStatement(made)) throw new Error('the driver prepared no statement');
  return made;
}

const isStatement = (made: unknown): made is Statement =>
  typeof made === 'object' && made !== null && 'all' in made && 'columns' in made;
