/** What a wrong address answers: a page for people who open it in a browser, the error envelope for programs. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiPrefix } from '../../config/settings';
import { sendError, unknownPath } from './errors';
import { respond } from './respond';
import { requestIdOf, TracedResponse } from './traced-response';

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
a{color:#0b57d0}code{font-size:.9em}@media (prefers-color-scheme:dark){body{color:#e6e8eb;background:#16181b}a{color:#8ab4f8}}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none';style-src 'sha256-${styleHash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

/** @param publicPath path of `PUBLIC_URL` without a final slash. */
export function sendUnknown(req: IncomingMessage, res: ServerResponse, publicPath: string): void {
  if (prefersPage(req)) sendPage(res, publicPath);
  else sendError(res, unknownPath);
}

/** Whether a request comes from somebody who looks at the answer: it prefers HTML to JSON (RFC 9110, section 12.5.1). */
function prefersPage(req: IncomingMessage): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const { accept = '' } = req.headers;
  return quality(accept, 'text/html') > Math.max(quality(accept, 'application/json'), quality(accept, '*/*'));
}

/** The weight that an `Accept` header gives to a media type by its own name. */
function quality(accept: string, type: string): number {
  for (const part of accept.slice(0, 1_000).split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

/** The page holds nothing of what was asked for. */
function sendPage(res: ServerResponse, publicPath: string): void {
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Nothing at this address – Leadlight</title><style>${style}</style></head>
<body><main><h1>There is nothing at this address</h1>
<p>This is Leadlight, a service for programs and assistants. <a href="${publicPath}${apiPrefix}/docs">Its documentation</a> lists every address.</p>
<p><small>Code <code>not_found</code>, request <code>${requestIdOf(res)}</code></small></p></main></body></html>
`;
  const at = res instanceof TracedResponse ? res.head.indexOf('Content-Security-Policy') : -1;
  if (res instanceof TracedResponse && at >= 0) res.head[at + 1] = policy;
  else res.setHeader('Content-Security-Policy', policy);
  respond(res, 404, 'text/html; charset=utf-8', page);
}
