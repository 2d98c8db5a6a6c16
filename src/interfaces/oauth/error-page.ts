/** The page for a person when an authorization request cannot be trusted enough to redirect anywhere. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { pageSecurityHeaders, setHeaders, type HeaderTable } from '../../http/security-headers';
import { requestIdOf } from '../../http/traced-response';
import { languageFor, translator } from '../../shared/i18n';
import type { OauthError } from './errors';
import { queryOf } from './http';

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
small{overflow-wrap:anywhere}@media (prefers-color-scheme:dark){body{color:#e6e8eb;background:#16181b}}`;
const styleHash = createHash('sha256').update(style).digest('base64');

export function errorPageHeaders(publicUrl: string): HeaderTable {
  return pageSecurityHeaders(publicUrl, { styleSrc: [`'sha256-${styleHash}'`] });
}

/**
 * Answers with the page in the person's language. It repeats nothing of the request. The exact error is in English, for the
 * developers of the application.
 */
export function sendErrorPage(req: Request, res: Response, error: OauthError, headers: HeaderTable): void {
  const language = languageFor(queryOf(req)?.get('ui_locales') ?? null, req.headers['accept-language']);
  const t = translator(language);
  const code = escapeHtml(t('unusableCode'))
    .replace('{code}', `<code>${error.code}</code>`)
    .replace('{request}', `<code>${escapeHtml(requestIdOf(res))}</code>`);
  const page = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(t('unusableTitle'))}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(t('unusableTitle'))}</h1><p>${escapeHtml(t('unusableText'))}</p>
<p lang="en">${escapeHtml(error.message)}</p><p><small>${code}</small></p></main></body></html>
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
