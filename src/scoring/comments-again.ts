/** Stored comments, read again: when the rules change, and when the competitors that are watched do. */
import type { Database } from '../database/database';
import type { WithoutNames } from '../rules/fit/rivals';
import { commentsReady } from '../shared/reader-ready';
import type { StoredClass } from '../shared/values';
import { readAgain, rivalOf } from './read-again';
import { classifyComments, commentsOf, type StoredComment } from '../store/writes/readings';

export interface CommentsAgain {
  readonly withoutRivals: WithoutNames;
  readonly concerns?: (comment: StoredComment) => boolean;
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
