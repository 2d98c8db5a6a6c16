/** What a failing source means for the job that asked it: try again later, or end. */
import { RetryLater } from '../../jobs/errors';
import { OutgoingError } from '../../shared/http-client/exchange';
import { SourceFailure } from '../sources/source';

/** Times in a row that a source may fail to answer. With the delays between them this takes about an hour. */
const mostFailures = 8;
const longestDelayMs = 15 * 60_000;
/** How long one crawl waits for a source, all waits together. A source that names longer ones has no end. */
const longestWaitMs = 24 * 3_600_000;

/** How a source has failed to answer so far. Part of the position of a crawl. */
export interface Unanswered {
  /** Times in a row. */
  readonly failures: number;
  /** Milliseconds waited for it since the crawl began. */
  readonly waitedMs: number;
}

/** Why nothing more can be read, in words for the caller. */
export interface SourceTrouble {
  readonly code: string;
  readonly message: string;
}

/**
 * Says what went wrong at the source.
 * @throws the error itself when it does not come from the source.
 */
export function troubleOf(error: unknown): SourceTrouble {
  if (error instanceof SourceFailure) return { code: error.code, message: error.message };
  if (!(error instanceof OutgoingError)) throw error;
  return { code: 'source_unavailable', message: `The source did not answer: ${error.reason}.` };
}

/**
 * Like `troubleOf`, for final errors only. A source that does not answer now is asked again after a growing delay, or after the
 * delay it names, until it has been waited for too often or too long.
 * @param before how it had failed to answer before.
 * @param note stores how it has failed to answer by now.
 * @throws RetryLater to ask again later; the error itself when it does not come from the source.
 */
export async function finalTrouble(
  error: unknown,
  before: Unanswered,
  note: (now: Unanswered) => Promise<void>,
): Promise<SourceTrouble> {
  const trouble = troubleOf(error);
  const failures = before.failures + 1;
  if (!(error instanceof OutgoingError) || !error.temporary || failures >= mostFailures) return trouble;
  const delay = Math.max(Math.min(longestDelayMs, 2_000 * 4 ** (failures - 1)), error.retryAfterMs ?? 0);
  const waitedMs = before.waitedMs + delay;
  if (waitedMs >= longestWaitMs) {
    return { ...trouble, message: `${trouble.message} It asks to wait longer than a day in all.` };
  }
  await note({ failures, waitedMs });
  throw new RetryLater(delay, trouble.message);
}

/** @throws RetryLater because the source needs so many milliseconds. */
export function sourceBusy(ms: number): never {
  throw new RetryLater(ms, 'the source is not ready yet');
}
