/** The two sides of an undo, and what every step needs to change the live side to the replayed state. */
import type { Database } from '../../database/database';
import { logHead, type LogHead } from '../log/chunks';
import type { BatchRow } from '../tables/batches';
import { writeWorkspace } from '../log/workspace-lock';
import type { LiveIds } from './ids';
import type { Tables } from './place';

/** Thrown when the log has changed since it was replayed. */
export class LogMoved extends Error {
  constructor() {
    super('the log of the workspace has changed since it was replayed');
    this.name = 'LogMoved';
  }
}

export interface UndoRun {
  readonly live: Database;
  readonly scratch: Database;
  readonly organizationId: string;
  /** Maps replayed people and posts to live rows. */
  readonly ids: LiveIds;
  /** The batches being undone. */
  readonly undoing: readonly Pick<BatchRow, 'id' | 'started_at'>[];
  /** How far the log has been replayed. */
  readonly replayed: () => LogHead;
  /** Runs work with the number of rows to look at in one transaction. The number adapts to the time it took. */
  readonly paced: <T>(work: (size: number, begun: () => void) => Promise<T>) => Promise<T>;
  /** The tables of this round. */
  readonly tables: () => Tables;
  /** Told of rows that were compared, and changed where they differed. */
  readonly compared: (rows: number) => void;
  /** Called in each transaction that writes. Checks that this process still holds the job. */
  readonly guard: () => Promise<void>;
}

/**
 * Runs work in a write transaction of the live workspace, after checking that the log is as it was replayed. Read the scratch
 * side before it: statements inside it go to the live side.
 * @throws LogMoved
 */
export function writeLive<T>(sides: UndoRun, begun: () => void, work: (revision: number) => Promise<T>): Promise<T> {
  const { live, organizationId } = sides;
  const replayed = sides.replayed();
  return writeWorkspace(live, organizationId, async (revision) => {
    begun();
    const head = await logHead(live, organizationId);
    if (head.revision !== replayed.revision || head.rewritten !== replayed.rewritten) throw new LogMoved();
    await sides.guard();
    return work(revision);
  });
}

/** Reads rows of a table in id order, a page at a time. */
export async function eachPage(
  sides: UndoRun,
  step: (after: string, limit: number, begun: () => void) => Promise<{ last: string | undefined; rows: number }>,
): Promise<void> {
  const tables = sides.tables();
  for (let after = tables.next(); after !== undefined;) {
    const from: string = after;
    const { last, rows } = await sides.paced((size, begun) => step(from, size, begun));
    sides.compared(rows);
    await tables.passed(last);
    after = last;
  }
}

/** Groups rows by the value of a column. */
export function grouped<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const list = groups.get(key(row));
    if (list) list.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** The live id of a replayed row. Every person and post got one when they were replayed. */
export function liveId(ids: ReadonlyMap<string, string>, own: string): string {
  const id = ids.get(own);
  if (id === undefined) throw new Error('a replayed row has no live id');
  return id;
}
