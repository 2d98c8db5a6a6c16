/**
 * Cursors of the change feed. A cursor holds the reading position, and the time since when the reader may have missed
 * deletions: its last complete reading, or its beginning. Deletions are kept for `feedRetentionMs`, so a cursor with an older time is
 * refused.
 */
import { readCursor, listIdentity, writeCursor } from './cursor';
import type { ChangePosition } from '../store/reads/change-reads';
import { changeKinds, type ChangeKind } from '../store/tables/changes';

/** How long deletions can be read: 90 days. */
export const feedRetentionMs = 90 * 24 * 3_600_000;

export interface FeedPosition extends ChangePosition {
  /** Epoch milliseconds. */
  readonly since: number;
}

/** What writing and reading cursors needs: the service's secret and the workspace. */
export interface FeedCursors {
  readonly cursorKey: Buffer;
  readonly organizationId: string;
}

/** @param kinds that the reader asked for; left out: all, so that any reader can continue from it. */
export function writeFeedCursor(of: FeedCursors, at: FeedPosition, kinds?: readonly ChangeKind[]): string {
  const { revision, kind, id, since } = at;
  return writeCursor(of.cursorKey, identity(of, kinds), { revision, keys: [kind, since], id });
}

/**
 * A cursor for everything after a revision, for readers of any kinds.
 * @param now epoch ms.
 */
export const cursorAfterRevision = (of: FeedCursors, revision: number, now: number): string =>
  writeFeedCursor(of, { revision: revision + 1, kind: '', id: '', since: now });

/** Undefined when the cursor is broken, or of another workspace or other kinds. */
export function readFeedCursor(of: FeedCursors, text: string, kinds: readonly ChangeKind[]): FeedPosition | undefined {
  const position =
    readCursor(of.cursorKey, identity(of, kinds), text) ?? readCursor(of.cursorKey, identity(of, undefined), text);
  if (!position) return undefined;
  const [kind, since] = position.keys;
  const known = kind === '' ? '' : changeKinds.find((one) => one === kind);
  if (known === undefined || typeof since !== 'number') return undefined;
  return { revision: position.revision, kind: known, id: position.id, since };
}

/** Whether deletions that the reader may have missed are no longer kept. @param now epoch ms. */
export const hasExpired = ({ since }: FeedPosition, now: number): boolean => now - since > feedRetentionMs;

const identity = ({ organizationId }: FeedCursors, kinds: readonly ChangeKind[] | undefined) =>
  listIdentity(organizationId, 'list_changes', { kinds });
