/** What the handlers of the console's API share. */
import type { IncomingMessage } from 'node:http';
import type { ConsoleSession, ConsoleSessions } from '../../../auth/console-sessions';
import { consoleSessionMs, noSession } from '../../../auth/console-sessions';
import type { WorkspaceFor } from '../../../workspace/open-workspace';
import type { Database } from '../../../database/database';
import type { AddressOf } from '../../../http/client-address';
import { requireQuota, type RequestLimiter } from '../../../http/rate-limit';
import type { TracedResponse } from '../../../http/traced-response';
import type { Unauthenticated } from '../../../http/unauthenticated';
import type { MailLink } from '../../../workspace/workspace';
import { OperationError } from '../../../shared/errors';
import { isSessionLive } from '../../../store/access/session-rows';
import type { Brand } from '../look';
import type { ConsentSession } from '../consent-session';
import type { PasswordSignIn } from '../sign-in';
import type { ConsoleCookie } from './cookie';
import { requireOwnPage } from './guard';

export interface ConsoleContext {
  readonly db: Database;
  readonly sessions: ConsoleSessions;
  readonly passwords: PasswordSignIn;
  readonly workspaceFor: WorkspaceFor;
  readonly limiter: RequestLimiter;
  /** `RATE_LIMIT_NODES`: what is counted here is granted in shares. */
  readonly nodes: number;
  readonly unauthenticated: Unauthenticated;
  readonly addressOf: AddressOf;
  readonly cookie: ConsoleCookie;
  /** The session of the built-in consent page; undefined where another page asks for consent, or another application signs people in. */
  readonly consent: ConsentSession | undefined;
  readonly publicUrl: string;
  /** Sends mail with links; undefined if no mail is sent. */
  readonly mailLink: MailLink | undefined;
  /** Called when a mail could not be sent. */
  readonly onUnsent: (error: unknown) => void;
  readonly brand: Brand;
  /** Folder of the service's files, for uploads. */
  readonly dataDir: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** A signed-in person and the cookie of the request. */
export interface SignedIn {
  readonly secret: string;
  readonly session: ConsoleSession;
}

/**
 * The session of a request. Sends the cookie again if its end moved.
 * @throws OperationError `invalid_session`, `rate_limited`
 */
export async function sessionOf(context: ConsoleContext, req: IncomingMessage, res: TracedResponse): Promise<SignedIn> {
  const secret = context.cookie.read(req.headers.cookie);
  const session = await context.sessions.check(secret, context.unauthenticated.tries(req));
  if (!session || secret === undefined) throw noSession();
  res.callerId = session.id;
  if (session.moved) res.head.push('Set-Cookie', context.cookie.keep(secret, consoleSessionMs));
  return { secret, session };
}

/** The session of a request that changes something. The request must come from one of our pages. */
export async function actingSessionOf(
  context: ConsoleContext,
  req: IncomingMessage,
  res: TracedResponse,
): Promise<SignedIn> {
  requireOwnPage(req, context.publicUrl);
  return sessionOf(context, req, res);
}

/**
 * Expects that a session still lasts, in the current transaction if there is one: after the body has come, and where a change is
 * made.
 * @throws OperationError `invalid_session`
 */
export async function requireStillSignedIn({ db, clock }: ConsoleContext, { id, hash }: ConsoleSession): Promise<void> {
  if (!(await isSessionLive(db, id, hash, clock()))) throw noSession();
}

/** Counts a request for a person and, if it concerns one, a workspace. @throws OperationError `rate_limited` */
export function countFor(context: ConsoleContext, res: TracedResponse, userId: string, workspace: string): void {
  requireQuota(res, context.limiter.count({ caller: `console ${userId}`, person: userId, workspace }));
}

/** Aborted when the client of a request leaves before its answer. */
export function clientLeaves(res: TracedResponse): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new OperationError('request_timeout', 'The client left.'));
  if (res.destroyed) leave();
  else res.once('close', leave);
  return left.signal;
}
