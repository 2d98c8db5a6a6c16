/**
 * Who is in front of a page: the person a session token names, if the session still lasts.
 *
 * Sessions of the built-in pages are stored (as hashes) and end one by one; every session of a person ends together with a
 * new password, when the password is taken away and when a member is deactivated. Each look-up reads the database, so all
 * processes agree at once.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../store/database';
import { endSession, findPerson, insertSession, sessionEnd, type Person, type PersonKey } from '../store/people';
import type { SessionProblem, Sessions } from './sessions';

/** What the `sub` of a session token is: SESSION_TOKEN_SUBJECT. */
export type SubjectKind = PersonKey;

/** A session that lasts. */
export interface PersonSession {
  /** What the token called them. */
  readonly subject: string;
  /** Null: the token is good, but nobody here is called so. */
  readonly person: Person | null;
}

export type PersonCheck = { readonly session: PersonSession } | { readonly problem: SessionProblem };

export class People {
  constructor(
    private readonly db: Database,
    private readonly tokens: Sessions,
    private readonly subject: SubjectKind = 'id',
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * The person a token stands for.
   * @throws SessionKeysUnavailable when the keys of the issuing application cannot be had.
   */
  async check(token: string): Promise<PersonCheck> {
    const checked = await this.tokens.check(token);
    if ('problem' in checked) return checked;
    const { subject, sessionId, issuedAt } = checked.claims;
    // What this service signs itself names people by their id, whatever other applications call them.
    const person = await findPerson(this.db, sessionId === undefined ? this.subject : 'id', subject);
    if (sessionId !== undefined) {
      const end = await sessionEnd(this.db, hashed(sessionId), person?.id ?? '');
      return end > this.clock() ? { session: { subject, person } } : ended;
    }
    const notBefore = person?.sessionsNotBefore ?? null;
    // A token that does not say when it was issued may be older than anything.
    if (notBefore !== null && (issuedAt ?? 0) <= notBefore) return ended;
    return { session: { subject, person } };
  }

  /**
   * Whether a token is one of ours by itself. It may have ended since: `check` says, which asks the database.
   * @throws SessionKeysUnavailable when the keys of the issuing application cannot be had.
   */
  async isAuthentic(token: string): Promise<boolean> {
    return !('problem' in (await this.tokens.check(token)));
  }

  /**
   * Starts a stored session.
   * @returns its token.
   */
  async start(userId: string, ttlSeconds: number): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const now = this.clock();
    await insertSession(this.db, {
      id_hash: hashed(id),
      user_id: userId,
      created_at: now,
      expires_at: now + ttlSeconds * 1000,
      ended_at: null,
    });
    return this.tokens.mintSession(userId, ttlSeconds, id);
  }

  /** Ends the stored session of a token, on all processes. Any other token is left as it is. */
  async end(token: string): Promise<void> {
    const checked = await this.tokens.check(token);
    if ('problem' in checked || checked.claims.sessionId === undefined) return;
    await endSession(this.db, hashed(checked.claims.sessionId), this.clock());
  }
}

const ended: PersonCheck = { problem: { claim: 'iat', message: 'lies before the end of all sessions of this person' } };

const hashed = (id: string) => createHash('sha256').update(id).digest('hex');
