/** All calls to the server: operations of the catalogue, and the few calls about the session. */
import { signal } from '@preact/signals';
import { workspaceId } from '../router';
import { firstAnswer } from './first-questions';
import type { ListItem, ListName, OperationName, Operations } from './operations';
import { send, type Answered, type Sending } from './send';

export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** The server refused, or could not be reached (`offline`). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    readonly requestId: string | null = null,
    /** Where an upload goes on, if the answer says so. */
    readonly uploadOffset: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The session ended while a person was working. A dialog asks them to sign in again, above what they typed. */
export const sessionEnded = signal(false);
/** Calls that wait until the person has signed in again. */
const waiting = new Set<(signedIn: boolean) => void>();

/** How often the person has signed in again on this page. */
let signIns = 0;

/** Lets the calls that found the session ended try again, or fail. */
export function sessionBack(signedIn: boolean): void {
  if (signedIn) signIns += 1;
  sessionEnded.value = false;
  for (const resume of [...waiting]) resume(signedIn);
  waiting.clear();
}

function untilSignedIn(): Promise<boolean> {
  sessionEnded.value = true;
  return new Promise((resolve) => waiting.add(resolve));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);

function errorOf(status: number, body: unknown, requestId: string | null, uploadOffset: string | null): ApiError {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const details = Array.isArray(error['details']) ? error['details'].filter(isObject) : [];
  return new ApiError(
    status,
    textOr(error['code'], 'internal_error'),
    textOr(error['message'], `HTTP ${status}`),
    details.map((one) => ({ path: textOr(one['path'], ''), message: textOr(one['message'], '') })),
    requestId,
    uploadOffset === null ? null : Number(uploadOffset),
  );
}

/** What was answered. @throws ApiError if the server refused. */
export function answerIn({ ok, status, text, requestId, uploadOffset }: Answered): unknown {
  let answer: unknown = null;
  try {
    answer = text === '' ? {} : JSON.parse(text);
  } catch {
    // A proxy's page instead of an answer. The status says enough.
  }
  if (!ok) throw errorOf(status, answer, requestId, uploadOffset ?? null);
  return answer;
}

/**
 * One request below `…/app/api/`.
 * @throws ApiError; status 0 and code `offline` when the server cannot be reached.
 */
export async function request<Answer>(path: string, sending: Sending = {}): Promise<Answer> {
  let answered: Answered;
  try {
    answered = await (firstAnswer(path, sending.body) ?? send(path, sending));
  } catch (error) {
    if (sending.signal?.aborted) throw error;
    throw new ApiError(0, 'offline', '');
  }
  const answer = answerIn(answered);
  if (isObject(answer) && answered.date) answeredTimes.set(answer, new Date(answered.date).toISOString());
  // The only place where an answer gets its type. The server checks its answers with its own schemas.
  return answer as Answer;
}

const answeredTimes = new WeakMap<object, string>();
/** When the server gave this answer, to the second before it; by the server's clock. */
export const answeredAt = (answer: object) => answeredTimes.get(answer);

/**
 * The answer of an operation, with the operation's type. If the session has ended, the call waits for the person to sign in and
 * is sent once more.
 */
async function answerOf<Answer>(name: OperationName, input: unknown, signal?: AbortSignal): Promise<Answer> {
  const path = `${workspaceId.value ?? ''}/${name}`;
  // What a person decided is saved even if they load the page again at once.
  const options = { body: input, outlives: name === 'decide_leads', ...(signal ? { signal } : {}) };
  const before = signIns;
  try {
    return await request<Answer>(path, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_session') throw error;
    // An answer from before a new session, which came after it, asks nobody to sign in once more.
    if (signIns === before && !(await untilSignedIn())) throw error;
    return request<Answer>(path, options);
  }
}

/**
 * Calls an operation in the workspace of the address.
 * @throws ApiError
 */
export const call = <Name extends OperationName>(
  name: Name,
  input: Operations[Name]['input'],
  signal?: AbortSignal,
): Promise<Operations[Name]['output']> => answerOf(name, input, signal);

/** Calls a list: one page of its items. @throws ApiError */
export const callList = <Name extends ListName>(
  name: Name,
  input: unknown,
  signal?: AbortSignal,
): Promise<{ readonly data: readonly ListItem<Name>[]; readonly page: { readonly nextCursor: string | null } }> =>
  answerOf(name, input, signal);
