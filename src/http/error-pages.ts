/** Answers for wrong addresses and for addresses of programs: a page for a person in a browser, an error for a program. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiPrefix } from '../../config/settings';
import type { ErrorCode } from '../shared/errors';
import { methodNotAllowed, sendError, unknownPath } from './errors';
import { plainPage, plainStyleSource } from './plain-page';
import { respond } from './respond';
import { requestIdOf, TracedResponse } from './traced-response';

const policy = `default-src 'none';style-src ${plainStyleSource};base-uri 'none';form-action 'none';frame-ancestors 'none'`;

/** What the pages say of this service. */
export interface Site {
  /** `PUBLIC_URL`, or its path alone, without a final slash. */
  readonly base: string;
  /** `BRAND_NAME`; undefined: the product's. */
  readonly brand?: string | undefined;
}

export function sendUnknown(req: IncomingMessage, res: ServerResponse, site: Site): void {
  if (prefersPage(req)) sendPage(res, nothingHere, site);
  else sendError(res, unknownPath);
}

/**
 * Refuses the method of a request.
 * @param allowed methods that the address answers.
 */
export function sendWrongMethod(
  req: IncomingMessage,
  res: ServerResponse,
  site: Site,
  allowed: readonly string[],
): void {
  const { error, headers } = methodNotAllowed(allowed);
  if (prefersPage(req)) sendPage(res, forPrograms, site, headers);
  else sendError(res, error, headers);
}

/** Tells a person that their address has asked too often. */
export function sendTooMany(res: ServerResponse, site: Site, headers: Readonly<Record<string, string>>): void {
  sendPage(res, tooManyRequests, site, headers);
}

interface Page {
  readonly status: number;
  readonly code: ErrorCode;
  readonly title: string;
  readonly text: string;
}

const nothingHere: Page = {
  status: 404,
  code: 'not_found',
  title: 'There is nothing at this address',
  text: 'This is a service for programs and assistants.',
};

const forPrograms: Page = {
  status: 405,
  code: 'method_not_allowed',
  title: 'This address is not for browsers',
  text: 'Programs and assistants call it. Opening it does nothing. To connect an assistant, enter the address in that assistant.',
};

const tooManyRequests: Page = {
  status: 429,
  code: 'rate_limited',
  title: 'Too many requests',
  text: 'Too many requests came from your address. Wait a minute and try again.',
};

/** Whether a person will read the answer: the request prefers HTML to JSON (RFC 9110, section 12.5.1). */
export function prefersPage(req: IncomingMessage): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const { accept = '' } = req.headers;
  return quality(accept, 'text/html') > Math.max(quality(accept, 'application/json'), quality(accept, '*/*'));
}

/** The weight of a media type in an `Accept` header, by its exact name. */
function quality(accept: string, type: string): number {
  for (const part of accept.slice(0, 1_000).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

/** The page repeats nothing of the request. */
function sendPage(
  res: ServerResponse,
  { status, code, title, text }: Page,
  { base, brand }: Site,
  headers: Readonly<Record<string, string>> = {},
): void {
  const page = plainPage({
    title,
    brand,
    body: `<p>${text} <a href="${base}${apiPrefix}/docs">The documentation</a> lists every address.</p>
<p><small>Code <code>${code}</code>, request <code>${requestIdOf(res)}</code></small></p>`,
  });
  const at = res instanceof TracedResponse ? res.head.indexOf('Content-Security-Policy') : -1;
  if (res instanceof TracedResponse && at >= 0) res.head[at + 1] = policy;
  else res.setHeader('Content-Security-Policy', policy);
  respond(res, status, 'text/html; charset=utf-8', page, headers);
}
