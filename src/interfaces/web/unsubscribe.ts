/**
 * The page behind a digest's unsubscribe link. Opening it changes nothing, because mail scanners open links. Its button
 * unsubscribes, and so does the one-click request of mail programs (RFC 8058), which is a POST to the same address.
 */
import type { IncomingMessage } from 'node:http';
import type { Database } from '../../database/database';
import { digestOfToken, unsubscribe, unsubscribePath } from '../../digest/unsubscribe';
import { plainPage, plainStyleSource } from '../../http/plain-page';
import { respond } from '../../http/respond';
import type { Handler, Route } from '../../http/router';
import { pageSecurityHeaders, setHeaders } from '../../http/security-headers';
import { languageFor } from '../../shared/i18n';
import { html } from './html';

/** The texts of the page. */
const texts = {
  en: {
    gone: 'Nothing to end',
    goneText: 'This link was not made here, or its digest was removed.',
    ended: 'The digest has ended',
    endedText: 'No more of these mails are sent. The console has a switch to turn them on again.',
    question: 'End this digest?',
    button: 'Send no more of these mails',
  },
  de: {
    gone: 'Hier gibt es nichts zu beenden',
    goneText: 'Dieser Link ist nicht von hier, oder der Bericht wurde entfernt.',
    ended: 'Der Bericht ist abbestellt',
    endedText: 'Diese E-Mails werden nicht mehr gesendet. In der Konsole lassen sie sich wieder einschalten.',
    question: 'Diesen Bericht abbestellen?',
    button: 'Keine dieser E-Mails mehr senden',
  },
} as const;

/** Most characters of a query string that are read. */
const longest = 300;

function tokenOf(req: IncomingMessage): string {
  const query = (req.url ?? '').split('?')[1] ?? '';
  return new URLSearchParams(query.slice(0, longest)).get('token') ?? '';
}

type State = 'gone' | 'ended' | 'question';

function page(language: keyof typeof texts, state: State, token: string, brand: string | undefined): string {
  const t = texts[language];
  if (state !== 'question')
    return plainPage({ language, brand, title: t[state], body: html`<p>${t[`${state}Text`]}</p>`.text });
  // Relative, so that any path prefix works.
  const form = html`<form method="post" action="unsubscribe?token=${token}"><button>${t.button}</button></form>`;
  return plainPage({ language, brand, title: t.question, body: form.text });
}

/** @param publicUrl of the service. @param brand `BRAND_NAME`. */
export function unsubscribeRoute(db: Database, publicUrl: string, brand?: string): Route {
  const headers = pageSecurityHeaders(publicUrl, { styleSrc: [plainStyleSource] });
  const answering =
    (change: boolean): Handler =>
    async (req, res) => {
      // The body of a POST adds nothing to its address.
      req.resume();
      const token = tokenOf(req);
      const digest = await digestOfToken(db, token);
      if (digest && change) await unsubscribe(db, digest, Date.now());
      setHeaders(res, headers);
      const language = languageFor(null, req.headers['accept-language']) === 'de' ? 'de' : 'en';
      const body = page(language, !digest ? 'gone' : change ? 'ended' : 'question', token, brand);
      respond(res, digest ? 200 : 404, 'text/html; charset=utf-8', body);
    };
  return { path: unsubscribePath, answer: { GET: answering(false), POST: answering(true) } };
}
