/** The session of a request that a consent page sends for a person. */
import type { Request } from 'express';
import type { PersonSession } from '../../auth/person-sessions';
import { SessionKeysUnavailable } from '../../auth/session-keys';
import { OauthError } from './errors';
import { tokenOf } from './http';
import type { OauthService } from './service';

/** A session that can be asked for again: it may end, and its person's role may go, while a change waits for its turn. */
export interface AskedSession extends PersonSession {
  /** The session as it is now, in the current transaction if there is one. @throws OauthError as `sessionOf`. */
  again(): Promise<PersonSession>;
}

/**
 * The session of the request's token.
 * @throws OauthError `invalid_session` with `details` that name the wrong claim; `service_unavailable` with Retry-After when the
 * keys of the issuing application are unavailable, which says nothing about the token.
 */
export function sessionOf(service: OauthService, req: Request): Promise<AskedSession> {
  return sessionOfToken(service, tokenOf(req));
}

/** The session of a given token. */
export async function sessionOfToken(service: OauthService, token: string | undefined): Promise<AskedSession> {
  if (token === undefined) throw refused([{ path: 'Authorization', message: 'must be Bearer <session token>' }]);
  try {
    const checked = await service.people.check(token);
    if ('session' in checked) return { ...checked.session, again: () => sessionOfToken(service, token) };
    throw refused([{ path: checked.problem.claim, message: checked.problem.message }]);
  } catch (error) {
    if (!(error instanceof SessionKeysUnavailable)) throw error;
    throw new OauthError('service_unavailable', 'The keys of session tokens cannot be fetched at the moment.', {
      headers: { 'Retry-After': String(error.retryAfter) },
      logged: true,
    });
  }
}

function refused(details: readonly { path: string; message: string }[]): OauthError {
  const why = details.map(({ path, message }) => `${path} ${message}`).join('; ');
  return new OauthError('invalid_session', `Send a valid app session token as Authorization: Bearer. ${why}.`, {
    headers: { 'WWW-Authenticate': 'Bearer realm="leadlight session"' },
    details,
  });
}
