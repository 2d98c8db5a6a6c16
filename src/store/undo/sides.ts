/** The two sides of an undo, and what all of its steps need to bring the live side to what was replayed. */
import type { Database } from '../../database/database';
import { logHead, type LogHead } from '../batches/chunks';
import type { BatchRow } from '../tables/batches';
import { writeWorkspace } from '../writes/workspace-lock';
import type { LiveIds } from './ids';

/** More was stored, or forgotten, than was replayed. */
export class LogMoved extends Error {
  constructor() {
    super('the log of the workspace goes on behind what was replayed');
    this.name = 'LogMoved';
  }
}

export interface Sides {
  readonly live: Database;
  readonly scratch: Database;
  readonly organizationId: string;
  /** Which live row each replayed person and post is. */
  readonly ids: LiveIds;
  /** What is taken back. */
  readonly undoing: readonly Pick<BatchRow, 'id' | 'started_at'>[];
  /** How far the log was replayed. */
  readonly replayed: () => LogHead;
  /** How many rows to look at in one transaction; learns from how long it took. */
  readonly paced: <T>(work: (size: number, begun: () => void) => Promise<T>) => Promise<T>;
  /** Called in each transaction that writes: the job is still ours. */
  readonly guard: () => Promise<void>;
}

/**
 * Runs work in a write transaction of the live workspace, which holds exactly what was replayed or differs from it.
 * Reads of the scratch side belong before it: a statement in it goes to the live side.
 * @throws LogMoved
 */
export function writeLive<T>(sides: Sides, begun: () => void, work: (revision: number) => Promise<T>): Promise<T> {
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

/** Walks through rows of a table by id, a page at a time. */
export async function eachPage(
  sides: Sides,
  step: (after: string, limit: number, begun: () => void) => Promise<{ last: string | undefined; rows: number }>,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    after = (await sides.paced((size, begun) => step(from, size, begun))).last;
  }
}

/** Rows by the value of a column. */
export function grouped<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const list = groups.get(key(row));
    if (list) list.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** The live id, which everybody and every post got when they were replayed. */
export function liveId(ids: ReadonlyMap<string, string>, own: string): string {
  const id = ids.get(own);
  if (id === undefined) throw new Error('a replayed row has no live id');
  return id;
}
