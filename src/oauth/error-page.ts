/** The page a person sees when a request to authorize cannot be trusted far enough to redirect anywhere. */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { pageSecurityHeaders, setHeaders, type HeaderTable } from '../http/security-headers';
import { requestIdOf } from '../http/traced-response';
import type { OauthError } from './errors';

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
code{font-size:.9em}@media (prefers-color-scheme:dark){body{color:#e6e8eb;background:#16181b}}`;
const styleHash = createHash('sha256').update(style).digest('base64');

export function errorPageHeaders(publicUrl: string): HeaderTable {
  return pageSecurityHeaders(publicUrl, { styleSrc: [`'sha256-${styleHash}'`] });
}

/** Answers with the page; it holds nothing of what was sent. */
export function sendErrorPage(res: Response, error: OauthError, headers: HeaderTable): void {
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>This connection request cannot be used</title><style>${style}</style></head>
<body><main><h1>This connection request cannot be used</h1><p>${escapeHtml(error.message)}</p>
<p>Nothing was connected. Start again from the application you came from.</p>
<p><small>Code <code>${error.code}</code>, request <code>${escapeHtml(requestIdOf(res))}</code></small></p></main></body></html>
`;
  setHeaders(res, headers);
  for (const [name, value] of Object.entries(error.extra.headers ?? {})) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.status(error.status).end(page);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
