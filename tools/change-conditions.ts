/**
 * Conditions that a caller may attach to a change: it is made once, however often it is sent, and only to what the caller has
 * seen.
 */
import { hash } from 'node:crypto';
import { gzipTag } from '../src/shared/entity-tag';
import { invalid, OperationError } from '../src/shared/errors';
import type { ActingWorkspace, Caller } from '../src/workspace/workspace';

/** How long the answer for an idempotency key is kept: a day. */
export const answersRetentionMs = 24 * 3_600_000;

/** How an action succeeded; `done` when it does not say. */
export type ActionOutcome = 'done' | 'created';

export interface ChangeConditions {
  /** `If-Match`, as it was sent. */
  readonly ifMatch?: string | undefined;
  /** `If-None-Match`, as it was sent. */
  readonly ifNoneMatch?: string | undefined;
  /** `Idempotency-Key`, as it was sent. */
  readonly idempotencyKey?: string | undefined;
}

type Answer = Record<string, unknown>;

export interface Done<Given extends Answer> {
  readonly answer: Given;
  readonly outcome: ActionOutcome;
}

/**
 * The strong entity tag of an answer. It differs for every other representation (RFC 9110, section 8.8.3).
 * @param json the answer as it is sent.
 */
export const entityTag = (json: string): string => `"${hash('sha256', json, 'base64url').slice(0, 27)}"`;

/** One member of a list of entity tags, which may be empty, up to the comma or end (RFC 9110, sections 5.6.1 and 8.8.3). */
const listedTag = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/gy;

/**
 * Reads `If-Match` or `If-None-Match` (RFC 9110, sections 13.1.1 and 13.1.2): `*`, or a list of entity tags, strong or weak.
 * @returns the tags; weak ones never match in `If-Match`.
 * @throws OperationError `validation_failed` when it is neither.
 */
export function readTags(tagList: string, header: 'If-Match' | 'If-None-Match'): '*' | readonly string[] {
  if (tagList.trim() === '*') return '*';
  const members = [...tagList.matchAll(listedTag)];
  const last = members.at(-1);
  const tags = members.flatMap(([, tag]) => tag ?? []);
  if (last && last.index + last[0].length === tagList.length && tags.length > 0) return tags;
  throw invalid({ path: header, message: 'must be * or entity tags in double quotes, as ETag sends them' });
}

/**
 * Checks that `If-Match` names this state of the object, as it was read plain or as gzip.
 * @throws OperationError `precondition_failed`.
 */
export function expectMatch(ifMatch: '*' | readonly string[], current: Answer): void {
  const tag = entityTag(JSON.stringify(current));
  if (ifMatch === '*' || ifMatch.includes(tag) || ifMatch.includes(gzipTag(tag))) return;
  throw new OperationError(
    'precondition_failed',
    ifMatch.includes(`W/${tag}`) || ifMatch.includes(`W/${gzipTag(tag)}`)
      ? 'If-Match takes strong tags only (RFC 9110, section 13.1.1), and a proxy that compresses made this one weak. Send it without W/.'
      : 'The resource has changed since you read the ETag in If-Match. Read it again before you change it.',
  );
}

/**
 * Checks that `If-None-Match` does not name this state of the object. Here weak tags count.
 * @throws OperationError `precondition_failed`.
 */
export function expectNoMatch(ifNoneMatch: '*' | readonly string[], current: Answer): void {
  const tag = entityTag(JSON.stringify(current));
  const named = (one: string) => [tag, gzipTag(tag)].includes(one.replace(/^W\//, ''));
  if (ifNoneMatch !== '*' && !ifNoneMatch.some(named)) return;
  throw new OperationError(
    'precondition_failed',
    'If-None-Match names the object as it is, so it is not changed. For a change of what you have read, send If-Match.',
  );
}

/** @throws OperationError `validation_failed` when the text is not an idempotency key. */
export function expectKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' });
}

/**
 * Makes a change once for an idempotency key. A repeated request gets the first answer again. Must run while no one else writes
 * to the workspace.
 * @param key none: the change is made. @param request the operation and its parameters, as they were sent.
 * @throws OperationError `idempotency_conflict` when the key came with another request before.
 */
export async function doneOnce<Given extends Answer>(
  { caller, writes }: ActingWorkspace,
  key: string | undefined,
  request: readonly unknown[],
  change: () => Promise<Done<Given>>,
  now = Date.now(),
): Promise<Done<Given>> {
  if (key === undefined) return change();
  const callerId = callerIdOf(caller);
  const digest = hash('sha256', canonical(request), 'hex');
  const first = await writes.firstAnswer(callerId, key, now - answersRetentionMs);
  if (first) {
    if (first.request_digest !== digest) {
      throw new OperationError('idempotency_conflict', 'This Idempotency-Key was used for another request before.');
    }
    // Written by the same operation, as the digest proves.
    return { answer: JSON.parse(first.answer) as Given, outcome: first.outcome };
  }
  const done = await change();
  await writes.keepAnswer({
    caller_id: callerId,
    idempotency_key: key,
    request_digest: digest,
    outcome: done.outcome,
    answer: JSON.stringify(done.answer),
    created_at: now,
  });
  return done;
}

/** JSON with the members of objects in a fixed order, so that requests that differ only in order are the same. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function callerIdOf(caller: Caller): string {
  switch (caller.kind) {
    case 'api_key':
    case 'provisioning_key':
      return caller.keyId;
    case 'session':
      return caller.userId;
    case 'connection':
      return caller.connection.connectionId;
    case 'operator':
      return 'operator';
  }
}
