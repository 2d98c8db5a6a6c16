/** Reads one comment again. Without the database: the thread that reads uploads does so, too. */
import { readComment, type Reading, type Rival } from '../../packages/reader/src';
import type { WithoutNames } from '../rules/fit/rivals';
import { isAsking, type StoredClass } from '../shared/values';

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

/** How a watched competitor is near a comment. @param under whether it stands under a post of one. */
export function rivalOf(text: string, withoutRivals: WithoutNames, under: boolean): Rival {
  const without = withoutRivals(text);
  if (without !== null) return { without };
  return under ? 'under' : null;
}
