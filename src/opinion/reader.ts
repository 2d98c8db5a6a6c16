/** Asks the language model of the settings what a comment or a title is: within the budget of the day, each text once. */
import type { Settings } from '../../config/settings';
import type { Database } from '../database/database';
import { answerOf, type Answer, type Question } from '../rules/opinion/question';
import { exchange, OutgoingError, type FailureKind, type NetworkOverrides } from '../shared/http-client/exchange';
import { readTarget } from '../shared/http-client/targets';
import { dayOf, noteSpent, takeRequest } from '../store/opinions/days';

export interface SecondReader {
  /** Base address of an OpenAI-compatible API. */
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  /** `READER_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
  readonly requestsPerDay: number;
  /** Limit of a whole request in milliseconds; default 60 seconds: a model on a small machine is loaded first. */
  readonly timeoutMs?: number;
  readonly network?: NetworkOverrides;
}

/** The reader of the settings. Undefined: none is set, and nothing is asked. */
export function secondReaderOf(
  settings: Pick<
    Settings,
    'READER_URL' | 'READER_MODEL' | 'READER_KEY' | 'READER_ALLOWED_HOSTS' | 'READER_REQUESTS_PER_DAY'
  >,
): SecondReader | undefined {
  const { READER_URL: url, READER_MODEL: model } = settings;
  if (url === undefined || model === undefined) return undefined;
  return {
    ...{ url, model, key: settings.READER_KEY, allowedHosts: settings.READER_ALLOWED_HOSTS },
    requestsPerDay: settings.READER_REQUESTS_PER_DAY,
  };
}

/** What came of asking. */
export type Outcome<Said> =
  /** Null: the answer was no class. */
  | { readonly kind: 'answered'; readonly digest: string; readonly said: Said | null }
  /** The budget of the day is used up. */
  | { readonly kind: 'spent' }
  | { readonly kind: 'failed'; readonly digest: string; readonly error: OutgoingError };

const usualTimeoutMs = 60_000;
const maxBytes = 256 * 1024;
const bounds = { members: 10_000, depth: 32 } as const;

/** Sends one request. @throws OutgoingError. */
async function ask<Said>(reader: SecondReader, question: Question<Said>, signal?: AbortSignal): Promise<Answer<Said>> {
  const target = readTarget(`${reader.url.replace(/(?<!\/)\/+$/, '')}/chat/completions`, reader.allowedHosts);
  if ('problem' in target) throw new OutgoingError('refused_address', `its address ${target.problem}`, false);
  const { value } = await exchange(
    {
      ...{ url: target.url, namedBy: target.namedBy, method: 'POST', maxBytes },
      headers: {
        'content-type': 'application/json',
        ...(reader.key === undefined ? {} : { authorization: `Bearer ${reader.key}` }),
      },
      body: JSON.stringify(question.body),
      timeoutMs: reader.timeoutMs ?? usualTimeoutMs,
      ...(signal === undefined ? {} : { signal }),
    },
    bounds,
    reader.network,
  );
  const answer = answerOf(value, question);
  if (answer === undefined) throw new OutgoingError('bad_answer', 'not a chat completion', false);
  return answer;
}

/** Asks within the budget of the day, and counts what it cost. The caller keeps the answer. */
export async function askWithinBudget<Said>(
  db: Database,
  reader: SecondReader,
  question: Question<Said>,
  { now, signal }: { readonly now: number; readonly signal?: AbortSignal },
): Promise<Outcome<Said>> {
  const day = dayOf(now);
  if (!(await takeRequest(db, day, reader.requestsPerDay))) return { kind: 'spent' };
  const { digest } = question;
  try {
    const { said, tokens } = await ask(reader, question, signal);
    await noteSpent(db, day, { usable: said !== null, tokens, failure: null });
    return { kind: 'answered', digest, said };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    await noteSpent(db, day, { usable: false, tokens: 0, failure: error.reason });
    return { kind: 'failed', digest, error };
  }
}

/** Failures after which the next request would fail too, whatever its text. */
const ofTheHost: ReadonlySet<FailureKind> = new Set(['refused_address', 'unreachable', 'redirect', 'circuit_open']);
const ofTheAccount: ReadonlySet<number> = new Set([401, 402, 403, 404, 429]);

/** Whether the text itself may be why a request failed. */
export const mayBeTheText = ({ kind, status }: OutgoingError): boolean =>
  !ofTheHost.has(kind) && !ofTheAccount.has(status);

const minute = 60_000;
const longestWait = 60 * minute;

/**
 * How long to wait after failures in a row, in milliseconds: never shorter than the answer's `Retry-After`; an hour where the request was
 * refused for good, such as for a wrong key.
 */
export function waitAfter(failures: number, { temporary, retryAfterMs }: OutgoingError): number {
  const growing = temporary ? Math.min(longestWait, minute * 2 ** Math.max(0, failures - 1)) : longestWait;
  return Math.max(retryAfterMs ?? 0, retryAfterMs === null ? growing : 1_000);
}
