/** Stored comments, read again: when the rules change, and when the competitors that are watched do. */
import { readComment, type Reading, type Rival } from '../../packages/reader/src';
import type { Database } from '../database/database';
import type { WithoutNames } from '../rules/fit/rivals';
import { commentsReady } from '../shared/reader-ready';
import { isAsking, type StoredClass } from '../shared/values';
import { classifyComments, commentsOf, type StoredComment } from '../store/writes/readings';

/**
 * The class of a stored comment by today's rules. Only the beginning of a long comment is kept, so its class stays as its full
 * text was read. Its beginning may still decide which kind of asking it is.
 * @param said null for a comment that was stored before classes were. @param confidence null where it was stored without.
 * @param rival how a competitor that the workspace watches is near.
 */
export function readAgain(
  excerpt: string,
  said: StoredClass | null,
  confidence: number | null,
  rival: Rival = null,
): Reading {
  const read = readComment(excerpt, rival);
  if (said === null || !excerpt.endsWith('…') || excerpt.length < 279) return read;
  if (isAsking(said) && isAsking(read.said)) return read;
  // Without the rest of the text, at most what its beginning leaves to other classes.
  return { said, confidence: confidence ?? (said === read.said ? read.confidence : 1_000 - read.confidence) };
}

export interface CommentsAgain {
  readonly withoutRivals: WithoutNames;
  readonly concerns?: (comment: StoredComment) => boolean;
}

/** How a watched competitor is near a comment. @param under whether it stands under a post of one. */
export function rivalOf(text: string, withoutRivals: WithoutNames, under: boolean): Rival {
  const without = withoutRivals(text);
  if (without !== null) return { without };
  return under ? 'under' : null;
}

/**
 * Reads stored comments of these people again.
 * @param withoutRivals a text without the competitors that the workspace watches. @param concerns the comments to be read, all by default.
 * @returns the people with a comment whose class changed.
 */
export async function readCommentsAgain(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  { withoutRivals, concerns = () => true }: CommentsAgain,
): Promise<string[]> {
  const byClass = new Map<StoredClass, { readonly id: string; readonly confidence: number }[]>();
  const changed = new Set<string>();
  const comments = await commentsOf(db, organizationId, ids);
  if (comments.some(concerns)) await commentsReady();
  for (const comment of comments) {
    const { comment_class: before, said_confidence: sure } = comment;
    const text = comment.comment_excerpt;
    if (!concerns(comment)) continue;
    const rival = rivalOf(text, withoutRivals, comment.under_rival === 1);
    const { said, confidence } = readAgain(text, before, sure, rival);
    if (said === before && confidence === sure) continue;
    const known = byClass.get(said);
    if (known) known.push({ id: comment.id, confidence });
    else byClass.set(said, [{ id: comment.id, confidence }]);
    if (said !== before) changed.add(comment.person_id);
  }
  for (const [said, comments] of byClass) {
    await classifyComments(db, organizationId, said, comments);
  }
  return [...changed];
}
