/**
 * Finds the person of a session token and their workspaces, if the session is still valid.
 *
 * Sessions of the built-in pages are stored as hashes and end one by one. All sessions of a person end with a new password and
 * when the password is removed. In one workspace they end when the membership is deactivated. Each look-up reads the database, so
 * all processes agree at once.
 *
 * An id of the application that signs people in (`external`) names a person only in the workspaces that use this id, so no
 * workspace can say anything about another one's people. Two workspaces may use one id for different accounts. The session then
 * stands for each account in its workspace.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import {
  endSession,
  findAccounts,
  findCalled,
  findSession,
  insertSession,
  placesOf,
  type Account,
  type PlaceOf,
} from '../store/access/session-rows';
import type { Directory } from '../shared/directory';
import type { SessionProblem, Sessions } from './sessions';

/** What the `sub` of a session token holds: SESSION_TOKEN_SUBJECT. */
export type SubjectKind = 'id' | 'external' | 'email';

/** A person as a page shows them. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  /** Whether they are an active member of a workspace that the session reaches. */
  readonly active: boolean;
}

/** A valid session. */
export interface PersonSession {
  /** The token's name for the person. */
  readonly subject: string;
  /** Null if the token is good, but nobody here has that name. */
  readonly person: Person | null;
  /** The workspaces that the session reaches, by name, each with the account of the person there. */
  readonly places: readonly PlaceOf[];
}

export type PersonCheck = { readonly session: PersonSession } | { readonly problem: SessionProblem };

/** Prefix of session ids that are stored here. An id without it may be another application's. */
const idPrefix = 'ls_';

export class PersonSessions {
  constructor(
    private readonly db: Database,
    private readonly tokens: Sessions,
    private readonly subject: SubjectKind = 'id',
    private readonly clock: () => number = Date.now,
    private readonly directory: Directory = 'workspace',
  ) {}

  /**
   * The person of a token.
   * @throws SessionKeysUnavailable when the keys of the issuing application are unavailable.
   */
  async check(token: string): Promise<PersonCheck> {
    const checked = await this.tokens.check(token);
    if ('problem' in checked) return checked;
    const { subject, sessionId, issuedAt } = checked.claims;
    const stored = sessionId === undefined ? undefined : await findSession(this.db, hashed(sessionId));
    if (stored || sessionId?.startsWith(idPrefix)) {
      const lasts = stored?.user_id === subject && stored.ended_at === null && stored.expires_at > this.clock();
      // Tokens that this service signs name people by their id, whatever other applications call them.
      return lasts ? this.lasting(subject, await findAccounts(this.db, 'id', subject), stored.created_at) : signedOut;
    }
    // A token without a time of issue may be of any age.
    return this.lasting(subject, await this.called(subject), issuedAt ?? 0);
  }

  /** The session without the accounts whose sessions were ended after it began. */
  private async lasting(subject: string, accounts: readonly Account[], since: number): Promise<PersonCheck> {
    const lasting = accounts.filter(({ sessionsNotBefore }) => sessionsNotBefore === null || since > sessionsNotBefore);
    return lasting.length === 0 && accounts.length > 0 ? ended : this.session(subject, lasting, since);
  }

  private async called(subject: string): Promise<Account[]> {
    if (this.subject !== 'external') return findAccounts(this.db, this.subject, subject);
    const called = await findCalled(this.db, subject);
    // In one directory an id means the same person everywhere, also in workspaces that never received it.
    const shared = this.directory === 'shared' && called.length === 1;
    return shared ? called.map((account) => ({ ...account, only: null })) : called;
  }

  private async session(subject: string, accounts: readonly Account[], since: number): Promise<PersonCheck> {
    const reach = new Map(accounts.map(({ id, only }) => [id, only]));
    const belongs = await placesOf(this.db, [...reach.keys()]);
    const places = belongs.filter(({ userId, organizationId, sessionsNotBefore }) => {
      const only = reach.get(userId) ?? null;
      return (only?.includes(organizationId) ?? true) && (sessionsNotBefore === null || since > sessionsNotBefore);
    });
    const [first] = accounts;
    const person = first
      ? {
          id: first.id,
          email: first.email,
          displayName: first.displayName,
          active: places.some(({ active }) => active),
        }
      : null;
    return { session: { subject, person, places } };
  }

  /**
   * Whether a token by itself is one of ours. The session may have ended: `check` asks the database for that.
   * @throws SessionKeysUnavailable when the keys of the issuing application are unavailable.
   */
  async isAuthentic(token: string): Promise<boolean> {
    return !('problem' in (await this.tokens.check(token)));
  }

  /**
   * Starts a stored session. The longest unused one ends if the person has too many.
   * @param since when the person began to prove who they are, epoch milliseconds: what ended all sessions after that ends this one too.
   * @returns its token.
   */
  async start(userId: string, ttlSeconds: number, since = this.clock()): Promise<string> {
    const id = idPrefix + randomBytes(32).toString('base64url');
    const now = this.clock();
    const times = { created_at: since, expires_at: now + ttlSeconds * 1000, ended_at: null };
    await insertSession(this.db, { id_hash: hashed(id), user_id: userId, ...times }, now);
    return this.tokens.mintSession(userId, ttlSeconds, id);
  }

  /** Ends the stored session of a token, for all processes. Does nothing for other tokens. */
  async end(token: string): Promise<void> {
    const checked = await this.tokens.check(token);
    if ('problem' in checked || checked.claims.sessionId === undefined) return;
    await endSession(this.db, hashed(checked.claims.sessionId), this.clock());
  }
}

const signedOut: PersonCheck = { problem: { claim: 'sid', message: 'names a session that has ended' } };
const ended: PersonCheck = { problem: { claim: 'iat', message: 'lies before the end of all sessions of this person' } };

const hashed = (id: string) => createHash('sha256').update(id).digest('hex');
