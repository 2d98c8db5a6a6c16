/**
 * Sign-in and sign-out of the console, and the first question of a page: who is here, and what may they do in which workspace.
 */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { version } from '../../../../package.json';
import { consoleSessionMs, type ConsoleSession } from '../../../auth/console-sessions';
import { passwordProblem } from '../../../auth/common-passwords';
import { demandsOf, operationRights, type OperationRight } from '../../../auth/rights';
import { readJsonObject } from '../../../http/body';
import { respond, sendJson } from '../../../http/respond';
import type { Handler, Route } from '../../../http/router';
import type { TracedResponse } from '../../../http/traced-response';
import { invalid, OperationError } from '../../../shared/errors';
import { isLoopback } from '../../../shared/redirect-uri';
import { roles, type Role } from '../../../shared/values';
import { findUserById, setDisplayName, setPasswordHash } from '../../../store/access/members';
import { examplesAmong } from '../../../store/access/own-workspaces';
import { actorColumns, recordAudit } from '../../../store/log/audit';
import { givenName } from '../../../../tools/fields';
import { detailsOf } from '../../../../tools/issues';
import { cookieNames, readCookie, setCookie } from '../cookies';
import { rememberedFor } from '../known';
import type { Origin, SignInResult } from '../sign-in';
import {
  actingSessionOf,
  countFor,
  requireStillSignedIn,
  sessionOf,
  type ConsoleContext,
  type SignedIn,
} from './context';
import { requireOwnPage } from './guard';

const signInShape = z.strictObject({ email: z.string().max(254), password: z.string().max(1_000) });
const passwordShape = z.strictObject({ current: z.string().max(1_000), password: z.string().max(1_000) });
const nameShape = z.strictObject({ displayName: givenName.min(1, 'is required').max(200) });
const nothingShape = z.strictObject({});

/**
 * Reads a body of a given shape. @throws OperationError `validation_failed` naming what is wrong, and those of `readJsonObject`.
 */
export async function readShape<Shape extends z.ZodObject>(
  req: IncomingMessage,
  res: TracedResponse,
  shape: Shape,
): Promise<z.output<Shape>> {
  const parsed = shape.safeParse(await readJsonObject(req, res), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalid(...detailsOf(parsed.error.issues).slice(0, 20));
}

/** @throws OperationError `validation_failed` for a password that is too short, too long or too easy to guess. */
export function requirePassword(password: string): string {
  const problem = passwordProblem(password);
  if (problem === undefined) return password;
  throw invalid({ path: 'password', message: problem });
}

export function sessionRoutes(context: ConsoleContext): readonly Route[] {
  const at = (name: string, answer: Route['answer']): Route => ({ path: `/app/api/${name}`, answer });
  return [
    { ...at('session', { GET: show(context) }), byAddress: 'free' },
    at('sign-in', { POST: signIn(context) }),
    at('sign-out', { POST: signOut(context) }),
    at('sign-out-everywhere', { POST: signOutEverywhere(context) }),
    at('password', { POST: changePassword(context) }),
    at('name', { POST: changeName(context) }),
  ];
}

/** Starts a session in the browser. */
export async function enter(
  context: ConsoleContext,
  req: IncomingMessage,
  res: TracedResponse,
  userId: string,
  since: number,
): Promise<void> {
  // The former session ends, so that nobody can plant a session that continues as this person's, and none is left over.
  await context.sessions.end(context.cookie.read(req.headers.cookie));
  const secret = await context.sessions.start(userId, since);
  res.head.push('Set-Cookie', context.cookie.keep(secret, consoleSessionMs));
  const session = await context.sessions.check(secret);
  if (!session) throw new OperationError('invalid_session', 'Your sessions were ended in this moment. Sign in again.');
  if (context.consent) {
    await context.consent.end(req.headers.cookie);
    res.head.push('Set-Cookie', await context.consent.start(userId, since));
  }
  sendJson(res, 200, await describe(context, session));
}

/**
 * Who is signed in. The first question of a page is `session?optional`: nobody is `null` there, because browsers report a 401 in
 * their consoles, and a person who has not signed in yet did nothing wrong.
 */
function show(context: ConsoleContext): Handler {
  return async (req, res) => {
    try {
      const { session } = await sessionOf(context, req, res);
      sendJson(res, 200, await describe(context, session));
    } catch (error) {
      const optional = req.url?.endsWith('?optional') === true;
      if (!optional || !(error instanceof OperationError) || error.code !== 'invalid_session') throw error;
      sendJson(res, 200, null);
    }
  };
}

/** Whether others in the network can read what goes to this address. What stays on the machine they cannot. */
const canBeRead = (address: string) => !address.startsWith('https:') && !isLoopback(new URL(address));

async function describe({ db, publicUrl, brand }: ConsoleContext, { id, email, displayName, places }: ConsoleSession) {
  const isExample = await examplesAmong(
    db,
    places.map(({ organizationId }) => organizationId),
  );
  return {
    person: { id, email, displayName },
    workspaces: places.map(({ organizationId, organizationName, role }) => ({
      id: organizationId,
      name: organizationName,
      role,
      rights: rightsOf(role),
      example: isExample(organizationId),
    })),
    service: { name: brand.name, version, url: publicUrl, encrypted: !canBeRead(publicUrl) },
  };
}

const allRights = Object.keys(operationRights).filter((name): name is OperationRight => name in operationRights);

/** Rights of the catalogue that a role has. */
function rightsOf(role: Role): readonly OperationRight[] {
  return allRights.filter((right) => {
    const least = demandsOf(right).role;
    return least !== null && roles.indexOf(role) >= roles.indexOf(least);
  });
}

function signIn(context: ConsoleContext): Handler {
  return async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    const { email, password } = await readShape(req, res, signInShape);
    const since = context.clock();
    const result = await context.passwords.attempt(email, password, originOf(context, req));
    const userId = signedInAs(result, res);
    res.head.push('Set-Cookie', deviceCookie(context, result));
    await enter(context, req, res, userId, since);
  };
}

/** @throws OperationError `rate_limited` or `sign_in_refused` */
export function signedInAs(result: SignInResult, res: TracedResponse): string {
  if (result.outcome === 'signed_in') return result.userId;
  if (result.outcome === 'refused') throw new OperationError('sign_in_refused', 'E-mail address or password is wrong.');
  res.head.push('Retry-After', String(result.retryAfterSeconds));
  throw new OperationError('rate_limited', `Too many tries. Try again in ${result.retryAfterSeconds} s.`);
}

/** The origin of a sign-in attempt. */
export function originOf({ addressOf, publicUrl }: ConsoleContext, req: IncomingMessage): Origin {
  const { device } = cookieNames(publicUrl.startsWith('https:'));
  return { address: addressOf(req), device: readCookie(req.headers.cookie, device) };
}

function deviceCookie({ publicUrl }: ConsoleContext, result: SignInResult): string {
  const secure = publicUrl.startsWith('https:');
  const value = result.outcome === 'signed_in' ? result.device : '';
  return setCookie(cookieNames(secure).device, value, secure, Math.floor(rememberedFor / 1000));
}

function signOut(context: ConsoleContext): Handler {
  return async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    await readShape(req, res, nothingShape);
    await context.sessions.end(context.cookie.read(req.headers.cookie));
    await leave(context, req, res);
  };
}

function signOutEverywhere(context: ConsoleContext): Handler {
  return async (req, res) => {
    const { session } = await actingSessionOf(context, req, res);
    await readShape(req, res, nothingShape);
    await context.db.transaction(async () => {
      await requireStillSignedIn(context, session);
      await context.sessions.endAll(session.id);
      await recordAudit(context.db, {
        at: context.clock(),
        action: 'sign_out_everywhere',
        ...actorColumns({ kind: 'session', userId: session.id }),
        object_kind: 'member',
        object_id: session.id,
      });
    });
    await leave(context, req, res);
  };
}

/** Removes what the browser holds of sessions; the consent page's ends with it. */
async function leave({ cookie, consent }: ConsoleContext, req: IncomingMessage, res: TracedResponse): Promise<void> {
  res.head.push('Set-Cookie', cookie.remove());
  if (consent) res.head.push('Set-Cookie', await consent.end(req.headers.cookie));
  respond(res, 204, null, '');
}

function changePassword(context: ConsoleContext): Handler {
  return async (req, res) => {
    const signedIn = await actingSessionOf(context, req, res);
    const { current, password } = await readShape(req, res, passwordShape);
    requirePassword(password);
    countFor(context, res, signedIn.session.id, '');
    await requireCurrent(context, req, res, signedIn, current);
    const { id } = signedIn.session;
    const hash = await hashedFor(context, req, id, password);
    // In the same transaction: a password that is set after this one ends this session too.
    const since = await context.db.transaction(async () => {
      await requireStillSignedIn(context, signedIn.session);
      await storeHash(context, id, hash);
      return afterEnding(context, id);
    });
    await enter(context, req, res, id, since);
  };
}

/** Changes the person's own name, which colleagues see in every workspace of theirs. */
function changeName(context: ConsoleContext): Handler {
  return async (req, res) => {
    const { session } = await actingSessionOf(context, req, res);
    const { displayName } = await readShape(req, res, nameShape);
    countFor(context, res, session.id, '');
    await context.db.transaction(async () => {
      await requireStillSignedIn(context, session);
      await setDisplayName(context.db, session.id, displayName);
      await recordAudit(context.db, {
        at: context.clock(),
        action: 'set_name',
        ...actorColumns({ kind: 'session', userId: session.id }),
        object_kind: 'member',
        object_id: session.id,
      });
    });
    respond(res, 204, null, '');
  };
}

/** Checks the current password and counts tries as at sign-in, so that an open browser does not help to guess it. */
async function requireCurrent(
  context: ConsoleContext,
  req: IncomingMessage,
  res: TracedResponse,
  { session }: SignedIn,
  current: string,
): Promise<void> {
  const result = await context.passwords.attempt(session.email, current, originOf(context, req));
  if (result.outcome === 'refused') throw new OperationError('sign_in_refused', 'The current password is wrong.');
  signedInAs(result, res);
}

/** Stores the hash of a new password. All sessions of the person end. Joins the current transaction. */
export async function storeHash({ db, clock }: ConsoleContext, userId: string, hash: string): Promise<void> {
  await db.transaction(async () => {
    await setPasswordHash(db, userId, hash, clock());
    await recordAudit(db, {
      at: clock(),
      action: 'set_password',
      ...actorColumns({ kind: 'session', userId }),
      object_kind: 'member',
      object_id: userId,
    });
  });
}

/** @throws OperationError `rate_limited` */
export async function hashedFor(
  context: ConsoleContext,
  req: IncomingMessage,
  who: string,
  password: string,
): Promise<string> {
  const hash = await context.passwords.hash(password, context.addressOf(req), who);
  if (hash === undefined)
    throw new OperationError('rate_limited', 'Many people are signing in. Try again in a moment.');
  return hash;
}

/** A time after the end of all earlier sessions of a person. */
export async function afterEnding({ db, clock }: ConsoleContext, userId: string): Promise<number> {
  const before = (await findUserById(db, userId))?.sessions_not_before ?? 0;
  return Math.max(clock(), before + 1);
}
