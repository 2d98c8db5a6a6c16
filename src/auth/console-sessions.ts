/**
 * Sessions of people in the console. The cookie holds a random id, and only its hash is stored. A session lasts 14 days after its
 * last use. It ends by signing out. All sessions of a person end on a new password or "sign out everywhere". In a workspace,
 * sessions end with the membership. Each look-up reads the database, so all processes agree at once.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { boundedCache } from '../shared/bounded-cache';
import { OperationError } from '../shared/errors';
import { uncounted, type CountTry } from '../shared/count-try';
import {
  endSession,
  endSessionsOf,
  findAccounts,
  findSession,
  insertSession,
  placesOf,
  sessionIdleMs,
  slideSession,
  type PlaceOf,
} from '../store/access/session-rows';

const day = 24 * 3_600_000;
export const consoleSessionMs = sessionIdleMs;
/** The end of a session in use is moved at most this often. */
const slideEveryMs = 3_600_000;
/** Even a session that is used every day ends after this long. */
const longestMs = 180 * day;

const form = /^lc_[\w-]{43}$/;

/** The refusal of a request without a session. */
export const noSession = () =>
  new OperationError('invalid_session', 'You are not signed in, or your session has ended. Sign in again.');

/** A person who uses the console. */
export interface ConsoleSession {
  /** SHA-256 of the cookie, by which the session is asked for again. */
  readonly hash: string;
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  /** Workspaces in which they are active, ordered by name. */
  readonly places: readonly PlaceOf[];
  /** Whether to send the cookie again, because its end was moved. */
  readonly moved: boolean;
}

export class ConsoleSessions {
  /** Hashes that were sessions at this process's last look. They do not count as tries before the next look. */
  private readonly seen = boundedCache<string, true>(20_000);

  constructor(
    private readonly db: Database,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Starts a session. The longest unused one ends if the person has too many.
   * @param since when the person began to prove who they are, epoch milliseconds. If all sessions were ended after that, this one
   * ends too.
   * @returns the value of the cookie.
   */
  async start(userId: string, since = this.clock()): Promise<string> {
    const secret = `lc_${randomBytes(32).toString('base64url')}`;
    const now = this.clock();
    const times = { created_at: since, expires_at: now + consoleSessionMs, ended_at: null };
    await insertSession(this.db, { id_hash: hashed(secret), user_id: userId, ...times }, now);
    return secret;
  }

  /**
   * The session of a cookie; undefined if there is none, or it is over.
   * @param countTry called before the look-up of a cookie that this process has not seen before.
   * @throws TooManyTries
   */
  async check(secret: string | undefined, countTry: CountTry = uncounted): Promise<ConsoleSession | undefined> {
    if (secret === undefined || !form.test(secret)) return undefined;
    const hash = hashed(secret);
    const takeBack = this.seen.has(hash) ? undefined : await countTry();
    const session = await this.find(hash);
    if (session) {
      takeBack?.();
      this.seen.set(hash, true);
    } else this.seen.delete(hash);
    return session;
  }

  private async find(hash: string): Promise<ConsoleSession | undefined> {
    const now = this.clock();
    const row = await findSession(this.db, hash);
    if (!row || row.ended_at !== null || row.expires_at <= now) return undefined;
    const [account] = await findAccounts(this.db, 'id', row.user_id);
    if (!account) return undefined;
    const since = row.created_at;
    if (account.sessionsNotBefore !== null && since <= account.sessionsNotBefore) return undefined;
    const places = (await placesOf(this.db, [account.id])).filter(
      ({ active, sessionsNotBefore }) => active && (sessionsNotBefore === null || since > sessionsNotBefore),
    );
    const { id, email, displayName } = account;
    return { hash, id, email, displayName, places, moved: await this.slide(row, now) };
  }

  /** Ends the session of a cookie, on all processes. */
  async end(secret: string | undefined): Promise<void> {
    if (secret !== undefined && form.test(secret)) await endSession(this.db, hashed(secret), this.clock());
  }

  /** Ends every session of a person, including this one. */
  async endAll(userId: string): Promise<void> {
    await endSessionsOf(this.db, userId, this.clock());
  }

  private async slide(
    row: { readonly id_hash: string; readonly created_at: number; readonly expires_at: number },
    now: number,
  ): Promise<boolean> {
    const until = Math.min(now + consoleSessionMs, row.created_at + longestMs);
    if (until - row.expires_at < slideEveryMs) return false;
    await slideSession(this.db, row.id_hash, until);
    return true;
  }
}

const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');
