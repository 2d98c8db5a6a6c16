/**
 * The page behind a digest's unsubscribe link. Opening it changes nothing, because mail scanners open links. Its button
 * unsubscribes, and so does the one-click request of mail programs (RFC 8058), which is a POST to the same address.
 */
import type { IncomingMessage } from 'node:http';
import type { Database } from '../../database/database';
import { digestOfToken, unsubscribe, unsubscribePath } from '../../digest/unsubscribe';
import { respond } from '../../http/respond';
import type { Handler, Route } from '../../http/router';
import { pageSecurityHeaders, setHeaders } from '../../http/security-headers';
import { html, type Markup } from './html';

const page = (title: string, body: Markup) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`.text;

/** Most characters of a query string that are read. */
const longest = 300;

function tokenOf(req: IncomingMessage): string {
  const query = (req.url ?? '').split('?')[1] ?? '';
  return new URLSearchParams(query.slice(0, longest)).get('token') ?? '';
}

const gone = page('Nothing to end', html`<p>This link was not made here, or its digest was removed.</p>`);
const ended = page('Ended', html`<p>No more of these mails are sent.</p>`);
const question = (token: string) =>
  page(
    'End this digest?',
    // Relative, so that any path prefix works.
    html`<form method="post" action="unsubscribe?token=${token}"><button>Send no more of these mails</button></form>`,
  );

/** @param publicUrl of the service. */
export function unsubscribeRoute(db: Database, publicUrl: string): Route {
  const headers = pageSecurityHeaders(publicUrl, {});
  const answering =
    (change: boolean): Handler =>
    async (req, res) => {
      // The body of a POST adds nothing to its address.
      req.resume();
      const token = tokenOf(req);
      const digest = await digestOfToken(db, token);
      if (digest && change) await unsubscribe(db, digest, Date.now());
      setHeaders(res, headers);
      const body = !digest ? gone : change ? ended : question(token);
      respond(res, digest ? 200 : 404, 'text/html; charset=utf-8', body);
    };
  return { path: unsubscribePath, answer: { GET: answering(false), POST: answering(true) } };
}
