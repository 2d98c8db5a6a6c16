/**
 * A transaction with one owner: the code that began it ends it, once, while its connection is held. Sequelize sees it as its own, so that a
 * model's statements join it, but never ends it: on a deadlock Sequelize rolls back and gives the connection away by itself, and what
 * the owner sent afterwards ended the transaction of another request.
 */
import { randomUUID } from 'node:crypto';
import { Transaction, type Sequelize } from 'sequelize';
import { countConnectionFault } from './connection-faults';
import { codeOf, errnoOf } from './driver-error';
import { HeldConnection } from './held-connection';

/** Sends one statement over the transaction's connection. */
export type Send = (connection: object, sql: string) => unknown;

export class OwnTransaction extends Transaction {
  private state: 'open' | 'stopped' | 'ended' = 'open';
  private failure: { readonly error: unknown } | undefined;

  private constructor(
    sequelize: Sequelize,
    private readonly held: HeldConnection,
    private readonly send: Send,
  ) {
    super(sequelize, {});
  }

  /** @throws the driver's error when there is no connection, or the server does not begin. */
  static async begin(sequelize: Sequelize, send: Send): Promise<OwnTransaction> {
    const onSqlite = sequelize.getDialect() === 'sqlite';
    const held = await HeldConnection.take(sequelize, 'write', onSqlite ? randomUUID() : undefined);
    const transaction = new OwnTransaction(sequelize, held, send);
    try {
      await send(held.connection, onSqlite ? 'BEGIN IMMEDIATE' : 'START TRANSACTION');
      return transaction;
    } catch (error) {
      await transaction.rollBack();
      throw error;
    }
  }

  /**
   * What statements are sent over. Sequelize reads it before each statement of a model.
   * @throws the error that ended the transaction on the server, or Error when its owner has ended it.
   */
  get connection(): object {
    if (this.failure) throw this.failure.error;
    if (this.state !== 'open') throw new Error('the transaction has ended');
    return this.held.connection;
  }

  /**
   * Notes a statement's error. The transaction is then over, unless only the statement is undone: another one would run on its own,
   * where the server has rolled back.
   */
  noteError(error: unknown): void {
    if (!undoesOneStatement(error)) this.failure ??= { error };
  }

  /** The error of a statement after which nothing can be committed. */
  get failedWith(): unknown {
    return this.failure?.error;
  }

  /** From now on no statement is sent. Those that are under way end. */
  stop(): void {
    if (this.state === 'open') this.state = 'stopped';
  }

  /**
   * Commits, once. Rolls back when that fails.
   * @throws the driver's error; the transaction then has no effect, unless the connection broke meanwhile. Error when it has ended.
   */
  async commitOnce(): Promise<void> {
    if (this.state === 'ended') {
      countConnectionFault('ended_twice');
      throw new Error('the transaction has ended');
    }
    if (this.failure) {
      await this.rollBack();
      throw this.failure.error;
    }
    this.stop();
    try {
      await this.send(this.held.connection, 'COMMIT');
    } catch (error) {
      await this.rollBack();
      throw error;
    }
    this.state = 'ended';
    this.held.giveBack();
  }

  /** Rolls back, once. Never fails: a connection that cannot even do that is closed, and the server rolls back by itself. */
  async rollBack(): Promise<void> {
    if (this.state === 'ended') return countConnectionFault('ended_twice');
    this.state = 'ended';
    if (this.held.isLost) return this.held.close();
    try {
      await this.send(this.held.connection, 'ROLLBACK');
    } catch (error) {
      // SQLite rolls back by itself when it cannot continue, for example on a full disk.
      if (!/no transaction is active/.test(String(error))) return this.held.close();
    }
    this.held.giveBack();
  }

  /** Sequelize calls it after a deadlock, and forgets the transaction. Its owner sees the error and ends it. */
  override rollback(): Promise<void> {
    return Promise.resolve();
  }

  /** @throws Error always: only the owner commits. */
  override commit(): Promise<void> {
    return Promise.reject(new Error('a transaction is committed by the code that began it'));
  }
}

/** A key or a condition of the schema refused the row, and the server undid this statement alone. MySQL and MariaDB by number. */
const constraints: ReadonlySet<number | undefined> = new Set([1062, 1451, 1452, 3819, 4025]);

const undoesOneStatement = (error: unknown): boolean =>
  constraints.has(errnoOf(error)) || /^SQLITE_CONSTRAINT/.test(codeOf(error) ?? '');
