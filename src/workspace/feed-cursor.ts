/**
 * Cursors of the change feed. One says where the reading stands, and since when the reader may be missing deletions: the time of its
 * last complete reading, or of its beginning. Deletions are kept for `keptMs`, so an older one is refused.
 */
import { readCursor, listIdentity, writeCursor } from './cursor';
import type { ChangePosition } from '../store/changes/change-reads';
import { changeKinds, type ChangeKind } from '../store/tables/changes';

/** How long deletions can be read: 90 days. */
export const keptMs = 90 * 24 * 3_600_000;

export interface FeedPosition extends ChangePosition {
  /** Epoch milliseconds. */
  readonly since: number;
}

/** What makes and reads cursors: the service's secret and the workspace. */
export interface FeedCursors {
  readonly cursorKey: Buffer;
  readonly organizationId: string;
}

/** @param kinds that the reader asked for; all, so that any reader can go on from it, when left out. */
export function writeFeedCursor(of: FeedCursors, at: FeedPosition, kinds?: readonly ChangeKind[]): string {
  const { revision, kind, id, since } = at;
  return writeCursor(of.cursorKey, identity(of, kinds), { revision, keys: [kind, since], id });
}

/**
 * A cursor that tells of everything after a revision, for readers of whichever kinds.
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

/** Whether deletions that the reader may be missing are forgotten. @param now epoch ms. */
export const hasExpired = ({ since }: FeedPosition, now: number): boolean => now - since > keptMs;

const identity = ({ organizationId }: FeedCursors, kinds: readonly ChangeKind[] | undefined) =>
  listIdentity(organizationId, 'list_changes', { kinds });
