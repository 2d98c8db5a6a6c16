/** The page for a person when an authorization request cannot be trusted enough to redirect anywhere. */
import type { Request, Response } from 'express';
import { plainPage, plainStyleSource } from '../../http/plain-page';
import { pageSecurityHeaders, setHeaders, type HeaderTable } from '../../http/security-headers';
import { requestIdOf } from '../../http/traced-response';
import { languageFor, translator } from '../../shared/i18n';
import type { OauthError } from './errors';
import { queryOf } from './http';

export function errorPageHeaders(publicUrl: string): HeaderTable {
  return pageSecurityHeaders(publicUrl, { styleSrc: [plainStyleSource] });
}

export interface ErrorPage {
  readonly headers: HeaderTable;
  /** `BRAND_NAME`. */
  readonly brand: string;
}

/**
 * Answers with the page in the person's language. It repeats nothing of the request. The exact error is in English, for the
 * developers of the application.
 */
export function sendErrorPage(req: Request, res: Response, error: OauthError, { headers, brand }: ErrorPage): void {
  const language = languageFor(queryOf(req)?.get('ui_locales') ?? null, req.headers['accept-language']);
  const t = translator(language);
  const code = escapeHtml(t('unusableCode'))
    .replace('{code}', `<code>${error.code}</code>`)
    .replace('{request}', `<code>${escapeHtml(requestIdOf(res))}</code>`);
  const page = plainPage({
    language,
    brand,
    title: escapeHtml(t('unusableTitle')),
    body: `<p>${escapeHtml(t('unusableText'))}</p>
<p lang="en">${escapeHtml(error.message)}</p><p><small>${code}</small></p>`,
  });
  setHeaders(res, headers);
  for (const [name, value] of Object.entries(error.extra.headers ?? {})) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.status(error.status).end(page);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
