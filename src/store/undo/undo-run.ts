/** What every step of an undo needs to change the live workspace to the replayed state, and how a step is run. */
import type { Database } from '../../database/database';
import { logHead, type LogHead } from '../log/chunks';
import type { BatchRow } from '../tables/batches';
import { writeWorkspace } from '../log/workspace-lock';
import type { LiveIds } from './ids';
import type { Scope } from './scope';

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
  /** Which rows are compared. */
  readonly scope: Scope;
  /** The batches being undone. */
  readonly undoing: readonly Pick<BatchRow, 'id' | 'started_at'>[];
  /** How far the log has been replayed. */
  readonly replayed: () => LogHead;
  /** Runs work with the number of rows to look at in one transaction. The number adapts to the time it took. */
  readonly paced: <T>(work: (size: number, begun: () => void) => Promise<T>) => Promise<T>;
  /** Told of rows that were compared, and changed where they differed. */
  readonly compared: (rows: number) => void;
  /** The time, epoch ms. */
  readonly now: () => number;
  /** Called in each transaction that writes. Checks that this process still holds the job. */
  readonly guard: () => Promise<void>;
}

/** A page of rows that were compared. */
export interface Page {
  /** The last id of the page. Undefined: there is no other page. */
  readonly last: string | undefined;
  readonly rows: number;
  /** Brings what differs to the live workspace, in one transaction of this revision. Null: nothing does. */
  readonly write: ((revision: number) => Promise<void>) | null;
}

/** Nothing is left to compare. */
export const emptyPage: Page = { last: undefined, rows: 0, write: null };

/**
 * Compares a page of a table, in the order of ids. All reads of the scratch database come before `write`: statements inside it go
 * to the live one.
 * @param after the last id of the page before, or empty.
 * @param limit how many rows to look at.
 */
export type Step = (run: UndoRun, after: string, limit: number) => Promise<Page>;

/** Takes one step. Writes only while the log is as it was replayed; otherwise the page is compared again (`UndoRun.paced`). */
export function takeStep(run: UndoRun, step: Step, after: string): Promise<Page> {
  const { live, organizationId } = run;
  return run.paced(async (size, begun) => {
    const page = await step(run, after, size);
    const { write } = page;
    if (write === null) return page;
    const replayed = run.replayed();
    await writeWorkspace(live, organizationId, async (revision) => {
      begun();
      const head = await logHead(live, organizationId);
      if (head.revision !== replayed.revision || head.rewritten !== replayed.rewritten) throw new LogMoved();
      await run.guard();
      await write(revision);
    });
    return page;
  });
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
