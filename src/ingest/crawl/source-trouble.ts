/** What a source that fails means for the job that asked it: asked again later, or the end. */
import { RetryLater } from '../../jobs/errors';
import { OutgoingError } from '../../shared/http-client/exchange';
import { SourceFailure } from '../sources/source';

/** Times in a row that a source may fail to answer; with the delays between them, about an hour. */
const mostFailures = 8;
const longestDelayMs = 15 * 60_000;

/** Why nothing more can be had, in words for the caller. */
export interface SourceTrouble {
  readonly code: string;
  readonly message: string;
}

/**
 * What went wrong at the source.
 * @throws the error itself, where it does not come from the source.
 */
export function troubleOf(error: unknown): SourceTrouble {
  if (error instanceof SourceFailure) return { code: error.code, message: error.message };
  if (!(error instanceof OutgoingError)) throw error;
  return { code: 'source_unavailable', message: `The source did not answer: ${error.reason}.` };
}

/**
 * The same where it is final. A source that does not answer now is asked again after a growing delay, or after the one it names.
 * @param failures how often in a row it had not answered before.
 * @param note stores how often it has not answered now.
 * @throws RetryLater when it is asked again; the error itself, where it does not come from the source.
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

/** @throws RetryLater: the source needs so many milliseconds. */
export function sourceBusy(ms: number): never {
  throw new RetryLater(ms, 'the source is not ready yet');
}
