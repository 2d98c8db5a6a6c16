/** What a failing source means for the job that asked it: try again later, or end. */
import { RetryLater } from '../../jobs/errors';
import { OutgoingError } from '../../shared/http-client/exchange';
import { SourceFailure } from '../sources/source';

/** Times in a row that a source may fail to answer. With the delays between them this takes about an hour. */
const mostFailures = 8;
const longestDelayMs = 15 * 60_000;

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
 * delay it names.
 * @param failures times in a row that it had not answered before.
 * @param note stores how many times it has not answered by now.
 * @throws RetryLater to ask again later; the error itself when it does not come from the source.
 */
export async function finalTrouble(
  error: unknown,
  failures: number,
  note: (failures: number) => Promise<void>,
): Promise<SourceTrouble> {
  const trouble = troubleOf(error);
  const now = failures + 1;
  if (!(error instanceof OutgoingError) || !error.temporary || now >= mostFailures) return trouble;
  await note(now);
  const delay = Math.min(longestDelayMs, 2_000 * 4 ** (now - 1));
  throw new RetryLater(Math.max(delay, error.retryAfterMs ?? 0), trouble.message);
}

/** @throws RetryLater because the source needs so many milliseconds. */
export function sourceBusy(ms: number): never {
  throw new RetryLater(ms, 'the source is not ready yet');
}
