/** Rows of two workspaces that hold the same ids: what a write in one must leave alone in the other. */
import type { Database, SqlValue } from '../../src/database/database';
import { workspaceTables } from '../../src/store/tables/all';
import { putRow, type Cells } from './put-row';

/** Where a test is: its database, the workspace it writes in, and the other one. */
export interface Neighbours {
  readonly db: Database;
  readonly here: string;
  readonly neighbour: string;
}

/** @param now where the test is at the time of a call: each test has workspaces of its own. */
export function ofNeighbours(now: () => Neighbours) {
  const rows = (name: string, organizationId = now().here) =>
    now().db.select<Record<string, SqlValue>>(`SELECT * FROM ${name} WHERE organization_id = ?`, [organizationId]);
  return {
    rows,
    /** Puts the same row in both workspaces. */
    put: async (name: string, cells: Cells): Promise<void> => {
      const { db, here, neighbour } = now();
      for (const organization_id of [here, neighbour]) await putRow(db, name, { ...cells, organization_id });
    },
    /** The columns of each row here, joined with spaces, in order. */
    pairs: async (name: string, ...columns: string[]): Promise<string[]> =>
      (await rows(name)).map((row) => columns.map((column) => String(row[column])).join(' ')).sort(),
    /** All rows of the neighbour, by table. */
    everything: async (): Promise<Record<string, unknown>> => {
      const found: Record<string, unknown> = {};
      for (const { name } of workspaceTables) found[name] = await rows(name, now().neighbour);
      return found;
    },
  };
}
