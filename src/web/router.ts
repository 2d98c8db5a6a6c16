/**
 * The built-in consent page: sign-in, the question, and the way back to the app. Works without scripts: plain forms, each
 * answered with a redirect or with the same page and what was wrong.
 */
import express, { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { byMethod } from '../http/app';
import { toOperationError } from '../http/errors';
import { respond } from '../http/respond';
import { pageSecurityHeaders, setHeaders } from '../http/security-headers';
import { requestIdOf } from '../http/traced-response';
import type { People } from '../access/people';
import type { Database } from '../store/database';
import type { ConsentCalls, ConsentRequest, Refused } from './consent-request';
import { cookieNames, formToken, formTokenMatches, newBrowserMark, readCookie, setCookie } from './cookies';
import { isPrivateUse } from '../access/redirect-uri';
import { consentPage, leavingPage, messagePage, signInPage } from './pages';
import { KnownDevices, rememberedFor } from './known';
import { PasswordSignIn } from './sign-in';
import { styleSheet } from './style';

export interface WebDeps {
  readonly db: Database;
  readonly people: People;
  /** Secret of the service that marks browsers in which somebody signed in. */
  readonly deviceKey: Buffer;
  /** Whether a request came through a proxy that is not trusted to say for whom. */
  readonly isForwarded: (req: Request) => boolean;
  /** Whether this service can make session tokens; false where another application signs people in. */
  readonly signsIn: boolean;
  /** Address under which people reach the service. */
  readonly publicUrl: string;
  readonly calls: ConsentCalls;
  readonly onUnexpected: (error: unknown, requestId: string) => void;
}

/** How long a sign-in on this page lasts: it is needed for minutes. */
const sessionSeconds = 3600;
/** For people who belong to no workspace: cancelling needs none, but the call has the field. */
const noOrganization = '00000000-0000-0000-0000-000000000000';

const texts = {
  gone: {
    title: 'This request is over',
    text: 'It was answered already, or it waited longer than 10 minutes. Go back to the app and connect again.',
  },
  nothing: {
    title: 'Nothing to approve',
    text: 'This page opens by itself when an app asks for access. Start connecting from the app.',
  },
  stale: {
    title: 'Please try again',
    text: 'This form does not belong to this browser, or cookies are blocked. Go back to the app and connect again.',
  },
  elsewhere: {
    title: 'Sign-in is elsewhere',
    text: 'People sign in to this service through another application. Its operator sets CONSENT_PAGE_URL to the page there.',
  },
  failed: { title: 'That did not work', text: 'The service has a problem. Wait a moment and try again from the app.' },
} as const;

/** Paths that the router answers, for the service's table of addresses. */
export const webPaths = ['/consent', '/sign-in', '/sign-out', '/consent.css'] as const;

/** The routes below the host root: the pages that people see, and their style. */
export function webRouter(deps: WebDeps): Router {
  const pages = new ConsentPages(deps);
  const router = Router({ caseSensitive: true, strict: true });
  const form = express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 50 });
  router.all('/consent.css', byMethod({ GET: serveStyle }));
  router.all('/consent', form, byMethod({ GET: pages.handle('show'), POST: pages.handle('decide') }));
  router.all('/sign-in', form, byMethod({ GET: toConsent, POST: pages.handle('signIn') }));
  router.all('/sign-out', form, byMethod({ POST: pages.handle('signOut') }));
  router.use(pages.onError);
  return router;
}

const serveStyle: RequestHandler = (_req, res) => {
  res.setHeader('Content-Type', 'text/css; charset=utf-8');
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  res.end(styleSheet);
};

/** A reload after a wrong password asks for `/sign-in` itself: the consent page says where the request stands. */
const toConsent: RequestHandler = (req, res) => {
  const requestToken = one(req.query['requestToken']);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Location', requestToken === '' ? 'consent' : consentAddress(requestToken));
  res.statusCode = 302;
  res.end();
};

/** Relative, so that any path prefix works. */
const consentAddress = (requestToken: string) => `consent?requestToken=${encodeURIComponent(requestToken)}`;

class ConsentPages {
  private readonly headers;
  private readonly secure: boolean;
  private readonly names: ReturnType<typeof cookieNames>;
  private readonly passwords: PasswordSignIn;

  constructor(private readonly deps: WebDeps) {
    this.secure = deps.publicUrl.startsWith('https:');
    this.names = cookieNames(this.secure);
    this.passwords = new PasswordSignIn(deps.db, new KnownDevices(deps.db, deps.deviceKey));
    this.headers = pageSecurityHeaders(deps.publicUrl, { styleSrc: ["'self'"] }).filter(
      // Assistants open this page in a window of theirs and listen for its end; this header would cut the two apart.
      ([name]) => name.toLowerCase() !== 'cross-origin-opener-policy',
    );
  }

  handle(step: 'show' | 'decide' | 'signIn' | 'signOut'): RequestHandler {
    return async (req, res) => {
      const requestToken = step === 'show' ? one(req.query['requestToken']) : field(req, 'requestToken');
      if (requestToken === '') return this.say(res, 400, 'nothing');
      if (!this.deps.signsIn) return this.say(res, 503, 'elsewhere');
      if (step === 'show') return this.show(req, res, requestToken);
      if (!this.formIsOurs(req, requestToken)) return this.say(res, 403, 'stale');
      return this[step](req, res, requestToken);
    };
  }

  readonly onError: ErrorRequestHandler = (thrown, _req, res, _next) => {
    const { error, unexpected } = toOperationError(thrown);
    if (unexpected) this.deps.onUnexpected(thrown, requestIdOf(res));
    this.say(res, error.status, error.status < 500 ? 'stale' : 'failed');
  };

  private async show(req: Request, res: Response, requestToken: string): Promise<void> {
    const session = readCookie(req.headers.cookie, this.names.session);
    if (session === undefined) return this.askToSignIn(req, res, requestToken);
    const request = await this.deps.calls.lookUp(requestToken, session);
    if ('refused' in request) return this.refuse(req, res, requestToken, request);
    return this.ask(req, res, requestToken, session, request, 200);
  }

  private async decide(req: Request, res: Response, requestToken: string): Promise<void> {
    const session = readCookie(req.headers.cookie, this.names.session);
    if (session === undefined) return this.askToSignIn(req, res, requestToken);
    const request = await this.deps.calls.lookUp(requestToken, session);
    if ('refused' in request) return this.refuse(req, res, requestToken, request);
    const approved = field(req, 'decision') === 'approve';
    const organizationId = field(req, 'organizationId') || noOrganization;
    const scopes = many(req, 'scope').filter((name) => request.scopes.some((scope) => scope.name === name));
    const again = (status: number, problem: string) =>
      this.ask(req, res, requestToken, session, request, status, { organizationId, scopes, problem });
    if (approved && organizationId === noOrganization) return again(400, 'Choose a workspace.');
    if (approved && scopes.length === 0) return again(400, 'Tick at least one kind of access, or cancel.');
    const result = await this.deps.calls.complete(
      { requestToken, organizationId, approved, ...(approved ? { scopes } : {}) },
      session,
    );
    if (!('refused' in result)) {
      this.write(res, 200, leavingPage(safeRedirect(result.redirectUrl), request.client.name, approved));
      return undefined;
    }
    if (result.refused === 'admin_required') return again(403, adminRequired(request, scopes));
    if (result.refused === 'not_a_member') return again(403, 'You are not an active member of that workspace.');
    return this.refuse(req, res, requestToken, result);
  }

  private async signIn(req: Request, res: Response, requestToken: string): Promise<void> {
    const email = field(req, 'email');
    const result = await this.passwords.attempt(email, field(req, 'password'), {
      address: req.ip ?? '',
      shared: this.deps.isForwarded(req),
      device: readCookie(req.headers.cookie, this.names.device),
    });
    if (result.outcome === 'too_many') {
      res.setHeader('Retry-After', String(result.retryAfterSeconds));
      const minutes = Math.ceil(result.retryAfterSeconds / 60);
      return this.askToSignIn(req, res, requestToken, 429, {
        email,
        problem: `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
      });
    }
    if (result.outcome === 'refused') {
      return this.askToSignIn(req, res, requestToken, 403, { email, problem: 'E-mail or password is wrong.' });
    }
    const session = await this.deps.people.start(result.userId, sessionSeconds);
    res.appendHeader('Set-Cookie', setCookie(this.names.session, session, this.secure));
    const seconds = Math.floor(rememberedFor / 1000);
    res.appendHeader('Set-Cookie', setCookie(this.names.device, result.device, this.secure, seconds));
    return this.backToConsent(res, requestToken);
  }

  private async signOut(req: Request, res: Response, requestToken: string): Promise<void> {
    const session = readCookie(req.headers.cookie, this.names.session);
    if (session !== undefined) await this.deps.people.end(session);
    res.appendHeader('Set-Cookie', setCookie(this.names.session, '', this.secure, 0));
    return this.backToConsent(res, requestToken);
  }

  /** What the call said no to, in words for the person. */
  private refuse(req: Request, res: Response, requestToken: string, { refused, status }: Refused): void {
    if (refused === 'invalid_session') return this.askToSignIn(req, res, requestToken);
    if (refused === 'invalid_request_token') return this.say(res, 404, 'gone');
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
      signInPage({ requestToken, formToken: this.formTokenFor(req, res, requestToken), ...shown }),
    );
  }

  private async ask(
    req: Request,
    res: Response,
    requestToken: string,
    session: string,
    request: ConsentRequest,
    status: number,
    shown: { organizationId?: string; scopes?: readonly string[]; problem?: string } = {},
  ): Promise<void> {
    const checked = await this.deps.people.check(session);
    const person = 'session' in checked ? checked.session.person : null;
    const email = person?.email ?? 'somebody unknown to this service';
    const fields = { requestToken, formToken: this.formTokenFor(req, res, requestToken) };
    this.write(res, status, consentPage({ ...fields, request, email, ...shown }));
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
    const mark = readCookie(req.headers.cookie, this.names.browser);
    return formTokenMatches(mark, requestToken, field(req, 'formToken'));
  }

  private backToConsent(res: Response, requestToken: string): void {
    setHeaders(res, this.headers);
    res.setHeader('Cache-Control', 'no-store');
    res.statusCode = 303;
    res.setHeader('Location', consentAddress(requestToken));
    res.end();
  }

  private say(res: Response, status: number, text: keyof typeof texts): void {
    this.write(res, status, messagePage(texts[text].title, texts[text].text));
  }

  private write(res: Response, status: number, body: string): void {
    setHeaders(res, this.headers);
    res.removeHeader('Cross-Origin-Opener-Policy');
    res.setHeader('Cache-Control', 'no-store');
    respond(res, status, 'text/html; charset=utf-8', body);
  }
}

function adminRequired(request: ConsentRequest, chosen: readonly string[]): string {
  const sensitive = request.scopes.filter((scope) => scope.sensitive && chosen.includes(scope.name));
  return sensitive.length === 0
    ? 'Only an owner or admin of that workspace may approve this.'
    : `Only an owner or admin of that workspace may approve “${sensitive.map((scope) => scope.title).join('”, “')}”. Untick it or ask one of them.`;
}

/**
 * The address comes from our own authorization server; even so, nothing is followed but a web address or a private-use scheme
 * that is none of those which run or show something.
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
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null ? one(Reflect.get(body, name)) : '';
}

function many(req: Request, name: string): string[] {
  const body: unknown = req.body;
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return (Array.isArray(value) ? value : [value]).map(one).filter((text) => text !== '');
}
