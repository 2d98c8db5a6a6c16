/**
 * Which rows an undo compares: all rows of the workspace, or only those that are connected with the undone batch. The second
 * kind is kept in the scratch database, so that an interrupted undo goes on with it.
 */
import type { Database } from '../../database/database';
import { inParts } from '../statements/in-parts';
import type { LiveIds } from './ids';

/** A table that is compared row by row. */
export type ScopedTable = 'people' | 'posts' | 'accounts';

/** The ids of people and posts in the scratch database, and of accounts in both. */
export interface ScopedRows {
  readonly people: readonly string[];
  readonly posts: readonly string[];
  readonly accounts: readonly string[];
}

export interface Scope {
  /** A condition that leaves only compared rows of the scratch database; `column` holds their id. */
  readonly ofScratch: (table: ScopedTable, column: string) => string;
  /** The next ids of live rows to compare, in order. Some may not exist any more. */
  readonly liveIds: (table: ScopedTable, after: string, limit: number) => Promise<string[]>;
  /** Which of these live people are compared. */
  readonly livePeople: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** All rows of a workspace. */
export const everything = (live: Database, organizationId: string): Scope => ({
  ofScratch: () => '',
  liveIds: async (table, after, limit) => {
    const rows = await live.select<{ id: string }>(
      `SELECT id FROM ${table} WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ${limit}`,
      [organizationId, after],
    );
    return rows.map(({ id }) => id);
  },
  livePeople: (ids) => Promise.resolve(new Set(ids)),
});

const tables = ['undo_scope', 'undo_live_scope'] as const;

/** The rows that `storeScope` kept in the scratch database. */
export const storedScope = (scratch: Database): Scope => ({
  ofScratch: (table, column) => `AND ${column} IN (SELECT id FROM undo_scope WHERE kind = '${table}')`,
  liveIds: async (table, after, limit) => {
    const rows = await scratch.select<{ id: string }>(
      `SELECT id FROM undo_live_scope WHERE kind = ? AND id > ? ORDER BY id LIMIT ${limit}`,
      [table, after],
    );
    return rows.map(({ id }) => id);
  },
  livePeople: async (ids) => {
    const found = new Set<string>();
    for (const part of inParts([...new Set(ids)])) {
      const rows = await scratch.select<{ id: string }>(
        `SELECT id FROM undo_live_scope WHERE kind = 'people' AND id IN (${part.map(() => '?').join(',')})`,
        part,
      );
      for (const { id } of rows) found.add(id);
    }
    return found;
  },
});

/**
 * Keeps which rows are compared.
 * @param own rows of the scratch database. The live rows to which they belong are added to the others.
 * @param live ids of live rows, also of those that were not replayed.
 */
export async function storeScope(scratch: Database, ids: LiveIds, own: ScopedRows, live: ScopedRows): Promise<void> {
  const known = await ids.liveOf([...own.people, ...own.posts]);
  await scratch.transaction(async () => {
    for (const table of tables) {
      await scratch.run(
        `CREATE TABLE IF NOT EXISTS ${table} (kind TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID`,
      );
      await scratch.run(`DELETE FROM ${table}`);
    }
    for (const kind of ['people', 'posts', 'accounts'] as const) {
      const liveOf = (id: string) => (kind === 'accounts' ? id : (known.get(id) ?? id));
      const both = { undo_scope: own[kind], undo_live_scope: [...own[kind].map(liveOf), ...live[kind]] };
      for (const table of tables) {
        const rows = [...new Set(both[table])].map((id) => [kind, id]);
        await scratch.insertRows(table, ['kind', 'id'], rows, 'ignore');
      }
    }
  });
}

/** How many live rows of each kind are compared. */
export async function storedCounts(scratch: Database): Promise<Record<ScopedTable, number>> {
  const rows = await scratch.select<{ kind: ScopedTable; rows_there: number }>(
    'SELECT kind, COUNT(*) AS rows_there FROM undo_live_scope GROUP BY kind',
  );
  const counts = new Map(rows.map((row) => [row.kind, row.rows_there]));
  return {
    people: counts.get('people') ?? 0,
    posts: counts.get('posts') ?? 0,
    accounts: counts.get('accounts') ?? 0,
  };
}
