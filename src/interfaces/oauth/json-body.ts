/** Bodies of consent page calls: JSON, checked against a shape. Errors name every problem. */
import type { Request } from 'express';
import { z } from 'zod';
import { detailsOf } from '../../../tools/issues';
import { OauthError, type OauthErrorDetail } from './errors';
import { bodyOf } from './http';
import { mediaTypeOf, parsedJson } from './parameters';

/** Most problems that one answer names. */
const maximumProblems = 20;

/**
 * The body of a request.
 * @throws OauthError `validation_failed` naming each member that is wrong or unknown; `unsupported_media_type`.
 */
export function jsonBody<Shape extends z.ZodType>(req: Request, shape: Shape): z.output<Shape> {
  const contentType = req.headers['content-type'];
  if (mediaTypeOf(contentType) !== 'json') {
    throw new OauthError('unsupported_media_type', 'Send application/json.');
  }
  let body: unknown;
  try {
    body = parsedJson(contentType, bodyOf(req));
  } catch (error) {
    if (error instanceof OauthError && error.status === 415) throw error;
    throw invalid([{ path: '', message: 'The body is not valid JSON with each name once.' }]);
  }
  return checked(body, shape);
}

/**
 * A value of that shape.
 * @throws OauthError `validation_failed` naming each member that is wrong or unknown.
 */
export function checked<Shape extends z.ZodType>(body: unknown, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  const allowed = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
  throw invalid(
    detailsOf(parsed.error.issues)
      .map((detail) => worded(detail, allowed))
      .slice(0, maximumProblems),
  );
}

function worded({ path, message }: OauthErrorDetail, allowed: readonly string[]): OauthErrorDetail {
  if (path === '') return { path, message: 'The body must be a JSON object.' };
  if (message !== 'unknown parameter') return { path, message };
  return { path: path.slice(0, 64), message: `is not known here; allowed are ${allowed.join(', ')}` };
}

export function invalid(details: readonly OauthErrorDetail[]): OauthError {
  const message = details.map(({ path, message: text }) => (path ? `${path}: ${text}` : text)).join('; ');
  return new OauthError('validation_failed', message, { details });
}

export const organizationIdShape = z.guid('must be a uuid').transform((value) => value.toLowerCase());
