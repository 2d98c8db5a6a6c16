/**
 * The built-in consent page: sign-in, the question, and the way back to the app. Works without scripts: plain forms, each
 * answered with a redirect, or with the same page and an error message.
 */
import express, { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { byMethod } from '../../http/app';
import { toOperationError } from '../../http/errors';
import { respond } from '../../http/respond';
import { pageSecurityHeaders, setHeaders } from '../../http/security-headers';
import { requestIdOf } from '../../http/traced-response';
import { mostAccessRequests } from '../../auth/connection-ceiling';
import type { PersonSessions } from '../../auth/person-sessions';
import { consentSession, type ConsentSession } from './consent-session';
import type { ConsentCalls, ConsentRequest, Refused } from './consent-request';
import { cookieNames, formToken, formTokenMatches, newBrowserMark, readCookie, setCookie } from './cookies';
import { isPrivateUse } from '../../shared/redirect-uri';
import { lookFor, type Brand, type Look } from './look';
import { languageFor, minutesIn } from '../../shared/i18n';
import { askedScope, consentPage, type ConsentModel, leavingPage, messagePage, scopeTitles, signInPage } from './pages';
import { rememberedFor } from './known';
import type { PasswordSignIn } from './sign-in';
import { styledWith } from './style';
import { fieldOf } from '../../shared/records';

export interface WebDeps {
  readonly people: PersonSessions;
  readonly brand: Brand;
  /** Sign-in by password, with limits shared by all pages. */
  readonly passwords: PasswordSignIn;
  /** Whether this service can make session tokens; false if another application signs people in. */
  readonly signsIn: boolean;
  /** Address at which people reach the service. */
  readonly publicUrl: string;
  readonly calls: ConsentCalls;
  readonly onUnexpected: (error: unknown, requestId: string) => void;
}

/** For people without a workspace: cancelling needs none, but the call requires the field. */
const noOrganization = '00000000-0000-0000-0000-000000000000';

/** Paths that the router answers, for the service's table of addresses. */
export const webPaths = ['/consent', '/sign-in', '/sign-out', '/consent.css', '/brand-logo'] as const;

type Ending = 'gone' | 'nothing' | 'stale' | 'elsewhere' | 'failed' | 'asked';
const titleOf = {
  gone: 'goneTitle',
  nothing: 'nothingTitle',
  stale: 'staleTitle',
  elsewhere: 'elsewhereTitle',
  failed: 'failedTitle',
  asked: 'asked',
} as const;
const messageOf = {
  gone: 'goneText',
  nothing: 'nothingText',
  stale: 'staleText',
  elsewhere: 'elsewhereText',
  failed: 'failedText',
  asked: 'askedText',
} as const;

/** The routes below the host root: the pages and their style sheet. */
export function webRouter(deps: WebDeps): Router {
  const pages = new ConsentPages(deps);
  const router = Router({ caseSensitive: true, strict: true });
  const form = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 50 });
  const site = { base: deps.publicUrl, brand: deps.brand.name };
  router.all('/consent.css', byMethod(site, { GET: serveStyle(deps.brand) }));
  router.all('/brand-logo', byMethod(site, { GET: serveLogo(deps.brand) }));
  router.all('/consent', form, byMethod(site, { GET: pages.handle('show'), POST: pages.handle('decide') }));
  router.all('/sign-in', form, byMethod(site, { GET: toConsent, POST: pages.handle('signIn') }));
  router.all('/sign-out', form, byMethod(site, { POST: pages.handle('signOut') }));
  router.use(pages.onError);
  return router;
}

function serveStyle(brand: Brand): RequestHandler {
  const sheet = styledWith(brand.color);
  return (_req, res) => {
    res.setHeader('Content-Type', 'text/css; charset=utf-8');
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.end(sheet);
  };
}

function serveLogo({ logo }: Brand): RequestHandler {
  return (_req, res, next) => {
    if (!logo) return next();
    res.setHeader('Content-Type', logo.type);
    res.setHeader('Cache-Control', 'public, max-age=3600');
    return res.end(logo.bytes);
  };
}

/** A reload after a wrong password requests `/sign-in` itself. The consent page shows the state of the request. */
const toConsent: RequestHandler = (req, res) => {
  const requestToken = one(req.query['requestToken']);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Location', requestToken === '' ? 'consent' : consentAddress(requestToken));
  res.statusCode = 302;
  res.end();
};

/** The given names that the request contains, each once. */
const namesIn = (request: ConsentRequest, given: readonly string[]) =>
  [...new Set(given)].filter((name) => request.scopes.some((scope) => scope.name === name));

/** Relative, so that any path prefix works. */
const consentAddress = (requestToken: string) => `consent?requestToken=${encodeURIComponent(requestToken)}`;

class ConsentPages {
  private readonly headers;
  private readonly secure: boolean;
  private readonly names: ReturnType<typeof cookieNames>;
  private readonly passwords: PasswordSignIn;
  private readonly session: ConsentSession;

  constructor(private readonly deps: WebDeps) {
    this.secure = deps.publicUrl.startsWith('https:');
    this.names = cookieNames(this.secure);
    this.passwords = deps.passwords;
    this.session = consentSession(deps.people, deps.publicUrl);
    this.headers = pageSecurityHeaders(deps.publicUrl, {
      styleSrc: ["'self'"],
      ...(deps.brand.logo ? { imgSrc: ["'self'"] } : {}),
    }).filter(
      // Assistants open this page in a window of theirs and watch for its end. This header would separate the two.
      ([name]) => name.toLowerCase() !== 'cross-origin-opener-policy',
    );
  }

  handle(step: 'show' | 'decide' | 'signIn' | 'signOut'): RequestHandler {
    return async (req, res) => {
      const requestToken = step === 'show' ? one(req.query['requestToken']) : field(req, 'requestToken');
      if (requestToken === '') return this.say(req, res, 400, 'nothing');
      if (!this.deps.signsIn) return this.say(req, res, 503, 'elsewhere');
      if (step === 'show') return this.show(req, res, requestToken);
      if (!this.formIsOurs(req, requestToken)) return this.say(req, res, 403, 'stale');
      return this[step](req, res, requestToken);
    };
  }

  readonly onError: ErrorRequestHandler = (thrown, req, res, _next) => {
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) this.deps.onUnexpected(thrown, requestIdOf(res));
    this.say(req, res, error.status, error.status < 500 ? 'stale' : 'failed');
  };

  private async show(req: Request, res: Response, requestToken: string): Promise<void> {
    const session = await this.sessionOf(req);
    if (session === undefined) return this.askToSignIn(req, res, requestToken);
    const request = await this.deps.calls.lookUp(requestToken, session);
    if ('refused' in request) return this.refuse(req, res, requestToken, request);
    return this.ask(req, res, requestToken, session, request, 200);
  }

  private async decide(req: Request, res: Response, requestToken: string): Promise<void> {
    const session = await this.sessionOf(req);
    if (session === undefined) return this.askToSignIn(req, res, requestToken);
    const request = await this.deps.calls.lookUp(requestToken, session);
    if ('refused' in request) return this.refuse(req, res, requestToken, request);
    const decision = field(req, 'decision');
    const approved = decision === 'approve';
    const decided = approved || decision === 'ask';
    const organizationId = field(req, 'organizationId') || noOrganization;
    const scopes = namesIn(request, many(req, 'scope'));
    const permit = field(req, 'permit') === 'yes';
    const look = this.look(req, request.context.uiLocales);
    const again = (status: number, problem: string) =>
      this.ask(req, res, requestToken, session, request, status, { organizationId, scopes, permit, problem });
    if (decided && organizationId === noOrganization) return again(400, look.t('chooseWorkspace'));
    const wanted = decision === 'ask' ? namesIn(request, [...scopes, ...many(req, askedScope)]) : scopes;
    if (decided && wanted.length === 0) return again(400, look.t('tickSomething'));
    if (decision === 'ask') {
      const asked = await this.deps.calls.ask({ requestToken, organizationId, scopes: wanted }, session);
      if (!('refused' in asked)) return this.say(req, res, 200, 'asked');
      if (asked.refused === 'not_a_member') return again(403, look.t('notMember'));
      if (asked.refused === 'rate_limited')
        return again(429, look.t('askedTooOften', { most: String(mostAccessRequests) }));
      return this.refuse(req, res, requestToken, asked);
    }
    if (approved && permit) {
      // Comes before the decision, which works only once. A person who may not permit gets the form again.
      const app = request.client.assistant ?? request.client.id;
      const permitted = await this.deps.calls.permit({ organizationId, app, scopes }, session);
      if ('refused' in permitted) {
        return permitted.refused === 'conflict'
          ? again(409, look.t('tooManyPermits'))
          : again(403, look.t('permitRefused'));
      }
    }
    const result = await this.deps.calls.complete(
      { requestToken, organizationId, approved, ...(approved ? { scopes } : {}) },
      session,
    );
    if (!('refused' in result)) {
      this.write(res, 200, leavingPage(look, safeRedirect(result.redirectUrl), request.client.name, approved));
      return undefined;
    }
    if (result.refused === 'admin_required')
      return again(403, adminRequired(look, request, { organizationId, scopes }));
    if (result.refused === 'not_a_member') return again(403, look.t('notMember'));
    if (result.refused === 'rate_limited') {
      return again(429, look.t('tooMany', { time: minutesIn(look.language, 1) }));
    }
    return this.refuse(req, res, requestToken, result);
  }

  private async signIn(req: Request, res: Response, requestToken: string): Promise<void> {
    const email = field(req, 'email');
    const since = Date.now();
    const result = await this.passwords.attempt(email, field(req, 'password'), {
      address: req.ip ?? '',
      device: readCookie(req.headers.cookie, this.names.device),
    });
    if (result.outcome === 'too_many') {
      res.setHeader('Retry-After', String(result.retryAfterSeconds));
      const { language, t } = this.look(req);
      const time = minutesIn(language, Math.ceil(result.retryAfterSeconds / 60));
      return this.askToSignIn(req, res, requestToken, 429, {
        email,
        problem: t('tooMany', { time }),
      });
    }
    if (result.outcome === 'refused') {
      return this.askToSignIn(req, res, requestToken, 403, { email, problem: this.look(req).t('wrongPassword') });
    }
    res.appendHeader('Set-Cookie', await this.session.start(result.userId, since));
    const seconds = Math.floor(rememberedFor / 1000);
    res.appendHeader('Set-Cookie', setCookie(this.names.device, result.device, this.secure, seconds));
    return this.backToConsent(res, requestToken);
  }

  private async signOut(req: Request, res: Response, requestToken: string): Promise<void> {
    res.appendHeader('Set-Cookie', await this.session.end(req.headers.cookie));
    return this.backToConsent(res, requestToken);
  }

  /** The session of the browser, if it is valid. Made-up cookies cause no call. */
  private async sessionOf(req: Request): Promise<string | undefined> {
    const session = this.session.read(req.headers.cookie);
    return session !== undefined && (await this.deps.people.isAuthentic(session)) ? session : undefined;
  }

  /** A refusal of the call, in words for the person. */
  private refuse(req: Request, res: Response, requestToken: string, { refused, status }: Refused): void {
    if (refused === 'invalid_session') return this.askToSignIn(req, res, requestToken);
    if (refused === 'invalid_request_token') return this.say(req, res, 404, 'gone');
    // This page did not write the form with such a field.
    if (refused === 'validation_failed') return this.say(req, res, 400, 'stale');
    throw new Error(`the consent page's own call was refused with ${status} ${refused}`);
  }

  private askToSignIn(
    req: Request,
    res: Response,
    requestToken: string,
    status = 200,
    shown: { email: string; problem?: string } = { email: '' },
  ): void {
    this.write(
      res,
      status,
      signInPage(this.look(req), { requestToken, formToken: this.formTokenFor(req, res, requestToken), ...shown }),
    );
  }

  private async ask(
    req: Request,
    res: Response,
    requestToken: string,
    session: string,
    request: ConsentRequest,
    status: number,
    shown: Pick<ConsentModel, 'organizationId' | 'scopes' | 'permit' | 'problem'> = {},
  ): Promise<void> {
    const checked = await this.deps.people.check(session);
    const person = 'session' in checked ? checked.session.person : null;
    const email = person?.email ?? 'somebody unknown to this service';
    const fields = { requestToken, formToken: this.formTokenFor(req, res, requestToken) };
    this.write(
      res,
      status,
      consentPage(this.look(req, request.context.uiLocales), { ...fields, request, email, ...shown }),
    );
  }

  private formTokenFor(req: Request, res: Response, requestToken: string): string {
    let mark = readCookie(req.headers.cookie, this.names.browser);
    if (mark === undefined) {
      mark = newBrowserMark();
      res.appendHeader('Set-Cookie', setCookie(this.names.browser, mark, this.secure));
    }
    return formToken(mark, requestToken);
  }

  private formIsOurs(req: Request, requestToken: string): boolean {
    const site = req.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return false;
    // For browsers that do not send the site. Our pages send no referrer, and browsers then write `null` (Fetch §3.2).
    const origin = req.headers.origin;
    if (origin !== undefined && origin !== 'null' && !this.isOurs(origin, req.headers.host)) return false;
    const mark = readCookie(req.headers.cookie, this.names.browser);
    return formTokenMatches(mark, requestToken, field(req, 'formToken'));
  }

  /** Whether an origin is the public address of the service, or the address of the request. */
  private isOurs(origin: string, host: string | undefined): boolean {
    const scheme = this.secure ? 'https' : 'http';
    return origin === new URL(this.deps.publicUrl).origin || origin === `${scheme}://${host ?? ''}`;
  }

  private backToConsent(res: Response, requestToken: string): void {
    setHeaders(res, this.headers);
    res.setHeader('Cache-Control', 'no-store');
    res.statusCode = 303;
    res.setHeader('Location', consentAddress(requestToken));
    res.end();
  }

  private say(req: Request, res: Response, status: number, ending: Ending): void {
    this.write(res, status, messagePage(this.look(req), titleOf[ending], messageOf[ending]));
  }

  /** @param uiLocales languages that the application requested. */
  private look(req: Request, uiLocales: string | null = null): Look {
    return lookFor(languageFor(uiLocales, req.headers['accept-language']), this.deps.brand);
  }

  private write(res: Response, status: number, body: string): void {
    setHeaders(res, this.headers);
    res.removeHeader('Cross-Origin-Opener-Policy');
    res.setHeader('Cache-Control', 'no-store');
    respond(res, status, 'text/html; charset=utf-8', body);
  }
}

function adminRequired(
  look: Look,
  request: ConsentRequest,
  chosen: { readonly organizationId: string; readonly scopes: readonly string[] },
): string {
  const place = request.organizations.find((one) => one.organizationId === chosen.organizationId);
  const refused = chosen.scopes.filter((name) => place?.approvableScopes.includes(name) !== true);
  return look.t('adminRequired', { scopes: scopeTitles(look, refused) });
}

/**
 * Checks the address of a redirect. It comes from our own authorization server. Even so, only web addresses and private-use
 * schemes are followed, and no scheme that runs or displays content.
 */
function safeRedirect(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  const web = protocol === 'https:' || protocol === 'http:';
  if (!web && !isPrivateUse(`${protocol}//${host}${pathname}`)) throw new Error('the redirect is not to be opened');
  return url;
}

function one(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 512) : '';
}

function field(req: Request, name: string): string {
  return one(fieldOf(req.body, name));
}

function many(req: Request, name: string): string[] {
  const value = fieldOf(req.body, name);
  return (Array.isArray(value) ? value : [value]).map(one).filter((text) => text !== '');
}
