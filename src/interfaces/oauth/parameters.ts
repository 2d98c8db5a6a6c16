/** Reads the parameters of a token or revocation request: JSON or form, strings only, each once. */
import { parseJson, type JsonBounds } from '../../http/json';
import { OauthError, type ErrorDress } from './errors';
import { isRecord } from '../../shared/records';
import { isPercentEncoded } from '../../shared/text/percent-encoded';

/** Names with a meaning for JavaScript objects. No parameter may have them. */
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export type MediaType = 'json' | 'form' | 'other';

/** The media type of a request, as far as it matters here. */
export function mediaTypeOf(contentType: string | undefined): MediaType {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  return type === 'application/x-www-form-urlencoded' ? 'form' : 'other';
}

/** The form of errors for a request with this content type. Only a form gets the RFC 6749 body. */
export function dressOf(contentType: string | undefined): ErrorDress {
  return mediaTypeOf(contentType) === 'form' ? 'rfc6749' : 'envelope';
}

/**
 * The text of a body.
 * @throws OauthError `unsupported_media_type` for a charset other than UTF-8, `invalid_request` for bytes that are not UTF-8.
 */
function bodyText(contentType: string | undefined, body: Buffer): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8')
    throw new OauthError('unsupported_media_type', 'The charset must be UTF-8.');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new OauthError('invalid_request', 'The body is not valid UTF-8.');
  }
}

/**
 * Parameters of a request. An empty value counts as omitted (RFC 6749 §3.2), and so does JSON `null`.
 * @throws OauthError `unsupported_media_type` for another content type; `invalid_request` for malformed content, a repeated
 * name or a value that is not a string.
 */
export function parseParameters(contentType: string | undefined, body: Buffer): ReadonlyMap<string, string> {
  const type = mediaTypeOf(contentType);
  if (type === 'other') {
    throw new OauthError('unsupported_media_type', 'Send application/x-www-form-urlencoded or application/json.');
  }
  const text = bodyText(contentType, body);
  const parameters = new Map<string, string>();
  for (const [name, value] of type === 'json' ? jsonEntries(contentType, body) : formEntries(text)) {
    if (forbiddenNames.has(name))
      throw new OauthError('invalid_request', 'A parameter has a name that is not allowed.');
    if (value === null || value === '') continue;
    if (typeof value !== 'string') throw new OauthError('invalid_request', 'Every parameter must be a string.');
    if (parameters.has(name)) throw new OauthError('invalid_request', 'A parameter is repeated.');
    parameters.set(name, value);
  }
  return parameters;
}

/** Client metadata, the largest document, has some forty members and three levels. */
const jsonBounds: JsonBounds = { members: 500, depth: 16 };

/**
 * The JSON document in a body, within bounds.
 * @throws OauthError as `bodyText`; Error when it is not JSON or is outside the bounds.
 */
export function parsedJson(contentType: string | undefined, body: Buffer): unknown {
  bodyText(contentType, body);
  const parsed = parseJson(body, jsonBounds);
  if ('problem' in parsed) throw new SyntaxError(parsed.problem);
  return parsed.value;
}

function jsonEntries(contentType: string | undefined, body: Buffer): [string, unknown][] {
  let value: unknown;
  try {
    value = parsedJson(contentType, body);
  } catch {
    throw new OauthError('invalid_request', 'The body is not valid JSON with each name once.');
  }
  if (!isRecord(value)) throw new OauthError('invalid_request', 'The body must be a JSON object.');
  return Object.entries(value);
}

function formEntries(text: string): [string, string][] {
  if (!isPercentEncoded(text)) throw new OauthError('invalid_request', 'The form is not well-formed.');
  return [...new URLSearchParams(text)];
}
