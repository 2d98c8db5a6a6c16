/**
 * A transaction without Sequelize's own handling of failures, which writes the driver's text to standard error, drops a good
 * connection when a cluster refuses a commit, and on SQLite hides the error behind another.
 */
import { Transaction, type Sequelize, type TransactionOptions } from 'sequelize';

// Members that the class has but its types leave out.
declare module 'sequelize/lib/transaction' {
  interface Transaction {
    readonly sequelize: Sequelize;
    readonly connection?: object;
    /** Set when it has ended. No statement is sent in it any more. */
    finished?: 'commit' | 'rollback';
    /** Takes a connection and begins. Rolls back when that fails. */
    prepareEnvironment(useCls: boolean): Promise<unknown>;
    /** Returns the connection to the pool. */
    cleanup(): void;
    /** Closes the connection. */
    forceCleanup(): Promise<void>;
  }
}

/** Sends one statement over the transaction's connection. */
export type Send = (connection: object, sql: string) => unknown;

export class OwnTransaction extends Transaction {
  private constructor(
    sequelize: Sequelize,
    options: TransactionOptions,
    private readonly send: Send,
  ) {
    super(sequelize, options);
  }

  /** @throws the driver's error when there is no connection, or the server does not begin. */
  static async begin(sequelize: Sequelize, send: Send): Promise<OwnTransaction> {
    const transaction = new OwnTransaction(sequelize, {}, send);
    await transaction.prepareEnvironment(false);
    return transaction;
  }

  /** @throws the driver's error; the transaction then has no effect, unless the connection broke meanwhile. */
  override async commit(): Promise<void> {
    try {
      await this.end('COMMIT');
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  /** Never fails. If the connection cannot even roll back, it is closed and the server rolls back by itself. */
  override async rollback(): Promise<void> {
    try {
      await this.end('ROLLBACK');
    } catch {
      this.finished = 'rollback';
      // SQLite has no pool that could close it. The next transaction on this handle finds it open and rolls it back.
      if (this.sequelize.getDialect() === 'sqlite') this.cleanup();
      else await this.forceCleanup().catch(() => undefined);
    }
  }

  private async end(sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (!this.connection) throw new Error('the transaction has not begun');
    try {
      await this.send(this.connection, sql);
    } catch (error) {
      // SQLite rolls back by itself when it cannot continue, for example on a full disk.
      if (sql === 'COMMIT' || !/no transaction is active/.test(String(error))) throw error;
    }
    this.finished = sql === 'COMMIT' ? 'commit' : 'rollback';
    this.cleanup();
  }
}
