/**
 * A connection while one piece of work has it. The holder is its only owner: it is given back or closed once, and cannot be used
 * afterwards. Without this, work that ends late would speak over a connection that the pool has given to another request.
 */
import type { Sequelize } from 'sequelize';
import { countConnectionFault } from './connection-faults';
import { isMysql } from './server-connections';

const held = new WeakSet<object>();

export class HeldConnection {
  private mine = true;

  private constructor(
    private readonly sequelize: Sequelize,
    private readonly taken: object,
  ) {}

  /**
   * Waits for a connection of the pool.
   * @param type for statistics only; there is one pool.
   * @param name on SQLite, Sequelize keeps a connection of its own for each name.
   * @throws Sequelize's error when none comes free in time or the server cannot be reached.
   */
  static async take(sequelize: Sequelize, type: 'read' | 'write', name?: string): Promise<HeldConnection> {
    const options = { type, useMaster: true, ...(name === undefined ? {} : { uuid: name }) };
    const taken: object = await sequelize.connectionManager.getConnection(options);
    if (name !== undefined) Object.assign(taken, { uuid: name });
    if (held.has(taken)) {
      countConnectionFault('shared');
      throw new Error('the pool gave out a connection that is in use');
    }
    held.add(taken);
    return new HeldConnection(sequelize, taken);
  }

  /** @throws Error when it was given back. */
  get connection(): object {
    if (!this.mine) throw new Error('the connection was given back');
    return this.taken;
  }

  /** The server or the network has closed it. */
  get isLost(): boolean {
    const { taken } = this;
    return isMysql(taken) && 'stream' in taken && isDestroyed(taken.stream);
  }

  /** Gives it back to the pool, for others to use. Its session must be as it was. */
  giveBack(): void {
    if (this.letGo()) this.sequelize.connectionManager.releaseConnection(this.taken);
  }

  /** Closes it, because nobody knows what state it is in. A server then rolls back what was open on it. */
  close(): void {
    if (!this.letGo()) return;
    if (!isMysql(this.taken)) return this.sequelize.connectionManager.releaseConnection(this.taken);
    // Sequelize would wait for a farewell from a server that may be silent.
    this.taken.destroy();
    this.sequelize.connectionManager.destroyConnection(this.taken).catch(() => undefined);
  }

  private letGo(): boolean {
    if (!this.mine) countConnectionFault('released_twice');
    const first = this.mine;
    this.mine = false;
    held.delete(this.taken);
    return first;
  }
}

const isDestroyed = (stream: unknown): boolean =>
  typeof stream === 'object' && stream !== null && 'destroyed' in stream && stream.destroyed === true;
