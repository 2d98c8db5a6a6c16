/** Reads the body of a request, within limits of size and time, and JSON within bounds of members and depth. */
import type { IncomingMessage } from 'node:http';
import { invalid, OperationError } from '../shared/errors';
import { parseJson, type JsonBounds } from './json';
import type { TracedResponse } from './traced-response';

export interface BodyBounds {
  readonly bytes: number;
  /** Milliseconds in which the whole body must have arrived. */
  readonly timeoutMs: number;
}

export type BodyProblem = 'too_large' | 'too_slow' | 'gone';

/** @returns the body, or why there is none. `gone`: the client went away and receives no answer. */
export function readBody(req: IncomingMessage, res: TracedResponse, bounds: BodyBounds): Promise<Buffer | BodyProblem> {
  if (Number(req.headers['content-length']) > bounds.bytes) return Promise.resolve(drop(req, 'too_large'));
  if (res.awaitsContinue) {
    res.awaitsContinue = false;
    res.writeContinue();
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (outcome: Buffer | BodyProblem) => {
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > bounds.bytes) done(drop(req, 'too_large'));
      else chunks.push(chunk);
    };
    const onEnd = () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    const onClose = () => done('gone');
    const timer = setTimeout(() => done(drop(req, 'too_slow')), bounds.timeoutMs);
    req.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** Reads and drops the rest of a refused body, so that the client receives the answer and the connection stays usable. */
function drop(req: IncomingMessage, problem: BodyProblem): BodyProblem {
  req.resume();
  return problem;
}

/** Whether the headers declare a body as uncompressed JSON in UTF-8. Another declared `charset` is believed, and refused. */
export function saysJson(headers: IncomingMessage['headers']): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1];
  return (
    /^\s*application\/json\s*(;|$)/i.test(type) &&
    encoding === 'identity' &&
    (charset === undefined || /^utf-?8$/i.test(charset))
  );
}

/** The body of a REST call has few members. */
const restBounds: BodyBounds & JsonBounds = { bytes: 64 * 1024, timeoutMs: 30_000, members: 500, depth: 16 };

const messagesOf = ({ members, depth }: JsonBounds) => ({
  not_json: 'The body is not valid JSON in UTF-8.',
  too_many_members: `The body holds more than ${members} members.`,
  too_deep: `The body is nested deeper than ${depth} levels.`,
  repeated_name: 'The body names a member twice.',
});

/**
 * Reads the JSON object in a body, for operations that take one. The operation's schema still has to check the types and limits
 * of its members.
 * @throws OperationError `unsupported_media_type`, `payload_too_large`, `request_timeout`, or `validation_failed` for a body that
 * is not a JSON object or is outside the bounds.
 */
export async function readJsonObject(
  req: IncomingMessage,
  res: TracedResponse,
  bounds: BodyBounds & JsonBounds = restBounds,
): Promise<Record<string, unknown>> {
  if (!saysJson(req.headers)) {
    req.resume();
    throw new OperationError('unsupported_media_type', 'Send the body as uncompressed application/json in UTF-8.');
  }
  const body = await readBody(req, res, bounds);
  switch (body) {
    case 'too_large':
      throw new OperationError('payload_too_large', `The body is larger than ${bounds.bytes / 1024} KB.`);
    case 'too_slow':
      res.shouldKeepAlive = false;
      throw new OperationError('request_timeout', 'The body did not arrive in time.');
    case 'gone':
      throw invalid({ path: '', message: 'The body did not arrive whole.' });
  }
  const parsed = parseJson(body, bounds);
  if ('problem' in parsed) throw invalid({ path: '', message: messagesOf(bounds)[parsed.problem] });
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ path: '', message: 'The body must be a JSON object.' });
  }
  return { ...value };
}
