/**
 * The connections to a MySQL-family server: session settings, and detecting connections that have gone silent.
 *
 * A database behind a network that drops packets answers nothing and closes nothing. So every connection is watched. A
 * statement without a byte of an answer for too long destroys its connection, and with it all others that have been silent
 * since then. The next statements use new connections. The service sends nothing that may run longer than that: statements and
 * waits for locks have shorter limits in the session.
 */
import { connect, Socket } from 'node:net';
import type { Connection as MysqlConnection, raw } from 'mysql2';
import type { SqlValue } from './sql-value';

type Raw = ReturnType<typeof raw>;

/** How patient a process is with its database. All times in seconds. */
export interface Patience {
  /** Without a byte of an answer for this long, a connection is taken to be dead. */
  readonly silence: number;
  /** How long a statement may run. Undefined: without limit. */
  readonly statement?: number;
  /** How long a statement waits for a lock. */
  readonly lock: number;
  /** How long to wait for a free connection. */
  readonly acquire: number;
  /** How long to keep retrying after conflicts. */
  readonly conflicts: number;
}

/** A caller waits for an answer, and 503 soon is better than an answer late. */
export const servingPatience: Patience = { silence: 6, statement: 5, lock: 4, acquire: 4, conflicts: 8 };
/** For a command line or a worker: their work has long statements, and giving up costs more than waiting. */
export const workingPatience: Patience = { silence: 90, lock: 20, acquire: 60, conflicts: 60 };

interface Watched {
  readonly socket: Socket;
  /** Our statements that have no complete answer yet. */
  waiting: number;
  /** Bytes sent when the last byte arrived. If more have been sent since, something is unanswered. */
  sentWhenHeard: number;
  heardAt: number;
}

export class ServerConnections {
  private readonly watched = new Map<Socket, Watched>();
  private readonly watchOf = new WeakMap<object, Watched>();
  private cut = false;
  /** Reads and writes wait until this node has what the others have committed (wsrep_sync_wait). */
  private causal = false;

  constructor(private readonly patience: Patience) {}

  /** Opens the socket of a new connection and watches it from its first byte. For the driver's option `stream`. */
  readonly openSocket = (options: { config: { host: string; port: number } }): Socket => {
    const { host, port } = options.config;
    const socket = connect({ host, port, noDelay: true });
    this.watch(socket);
    if (this.cut) socket.destroy(Object.assign(new Error('the database is being closed'), { code: 'ECONNRESET' }));
    return socket;
  };

  /** Sets up a new session. For Sequelize's `afterConnect`. */
  async prepare(connection: unknown): Promise<void> {
    if (!isMysql(connection)) throw new Error('unexpected kind of database connection');
    const socket: unknown = 'stream' in connection ? connection.stream : undefined;
    const watch = socket instanceof Socket ? this.watched.get(socket) : undefined;
    if (watch) this.watchOf.set(connection, watch);
    await this.query(connection, sessionSettings(this.patience), []);
    // It takes no gap locks. Gap locks make concurrent inserts of different rows deadlock.
    await this.query(connection, 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
    if (this.causal) await this.query(connection, causalSetting, []);
  }

  /** On a Galera node: from now on every session sees what other nodes committed before its statement. */
  async makeCausal(first: object): Promise<void> {
    this.causal = true;
    await this.query(first, causalSetting, []);
  }

  /** Sends one statement. */
  query(connection: object, sql: string, params: readonly (SqlValue | Raw)[]): Promise<unknown> {
    if (!isMysql(connection)) throw new Error('unexpected kind of database connection');
    const watch = this.watchOf.get(connection);
    if (watch) watch.waiting += 1;
    return new Promise((resolve, reject) => {
      connection.query(sql, [...params], (error: unknown, result: unknown) => {
        if (watch) watch.waiting -= 1;
        if (error) reject(error instanceof Error ? error : new Error('the driver failed'));
        else resolve(result);
      });
    });
  }

  /** Destroys all connections. Everything waiting for one fails now, and no new one is made. */
  destroyAll(): void {
    this.cut = true;
    for (const watch of [...this.watched.values()]) this.end(watch, 'closed');
  }

  private watch(socket: Socket): void {
    const watch: Watched = { socket, waiting: 0, sentWhenHeard: 0, heardAt: performance.now() };
    this.watched.set(socket, watch);
    socket.setKeepAlive(true, 10_000);
    socket.setTimeout(this.patience.silence * 1000);
    socket.on('data', () => {
      watch.sentWhenHeard = socket.bytesWritten;
      watch.heardAt = performance.now();
    });
    socket.on('timeout', () => {
      if (watch.waiting > 0 || socket.bytesWritten > watch.sentWhenHeard) this.frozen(watch);
    });
    socket.once('close', () => this.watched.delete(socket));
  }

  /** Destroys a connection that waits in vain, and all others that have been silent since it was last heard. */
  private frozen(silent: Watched): void {
    const since = performance.now() - this.patience.silence * 1000;
    for (const watch of [...this.watched.values()]) {
      if (watch === silent || watch.heardAt <= since) this.end(watch, 'frozen');
    }
  }

  private end({ socket }: Watched, why: 'frozen' | 'closed'): void {
    const text =
      why === 'frozen' ? 'the database stopped answering on this connection' : 'the database is being closed';
    // The driver passes the error to every waiting statement.
    socket.destroy(Object.assign(new Error(text), { code: why === 'frozen' ? 'ETIMEDOUT' : 'ECONNRESET' }));
  }
}

export function isMysql(connection: unknown): connection is MysqlConnection {
  return typeof connection === 'object' && connection !== null && 'query' in connection && 'threadId' in connection;
}

const causalSetting = 'SET SESSION wsrep_sync_wait = 7';

/**
 * The settings this code is written for, whatever the server's defaults: under NO_BACKSLASH_ESCAPES, a text escaped by the
 * driver could end early, and without strict mode a text that is too long is silently cut. MariaDB skips what is in `/*!80000`,
 * MySQL what is in `/*M!`. The two limit statements by different names, MySQL in milliseconds and for reads only, MariaDB in
 * seconds.
 */
function sessionSettings({ statement, lock }: Patience): string {
  const limits =
    statement === undefined
      ? ''
      : ` /*!80000 , max_execution_time = ${statement * 1000} */ /*M!100100 , max_statement_time = ${statement} */`;
  return (
    `SET SESSION sql_mode = 'TRADITIONAL', time_zone = '+00:00', innodb_lock_wait_timeout = ${lock}, ` +
    `lock_wait_timeout = ${lock}${limits}`
  );
}
