/** How busy the database connections are and how long statements take, for the operator's metrics. */
import type { Sequelize } from 'sequelize';

export type StatementKind = 'read' | 'write';

/** Called for each statement outside a transaction with the wait for a connection and for the answer, in ms. */
export type StatementListener = (kind: StatementKind, milliseconds: number) => void;

/** Connections of the pool by state. `waiting` counts statements that wait for one. */
export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** @returns undefined before the pool is made. */
export function poolUse({ connectionManager }: Sequelize): PoolUse | undefined {
  const pool: unknown = 'pool' in connectionManager ? connectionManager.pool : undefined;
  return isPool(pool) ? { used: pool.using, idle: pool.available, waiting: pool.waiting } : undefined;
}

type Pool = Readonly<Record<'using' | 'available' | 'waiting', number>>;

function isPool(pool: unknown): pool is Pool {
  return (
    typeof pool === 'object' &&
    pool !== null &&
    'using' in pool &&
    'available' in pool &&
    typeof pool.using === 'number'
  );
}
