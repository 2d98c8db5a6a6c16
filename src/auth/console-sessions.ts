/**
 * Sessions of people in the console. The cookie holds a random id; only its hash is stored. A session lasts 14 days from when
 * it was last used. It ends by signing out, with every other one of its person on a new password or "sign out everywhere",
 * and in a workspace whose membership ends. Each look-up reads the database, so all processes agree at once.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { boundedCache } from '../shared/bounded-cache';
import { uncounted, type CountTry } from '../shared/count-try';
import {
  endSession,
  endSessionsOf,
  findAccounts,
  findSession,
  insertSession,
  placesOf,
  slideSession,
  type PlaceOf,
} from '../store/admin/session-rows';

const day = 24 * 3_600_000;
export const consoleSessionMs = 14 * day;
/** How often at most the end of a session that is used is moved. */
const slideEveryMs = 3_600_000;
/** A session that is used every day ends all the same after this long. */
const longestMs = 180 * day;

const form = /^lc_[\w-]{43}$/;

/** A person in front of the console. */
export interface ConsoleSession {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  /** Workspaces in which they are active, by name. */
  readonly places: readonly PlaceOf[];
  /** Whether the cookie should be sent again, because its end was moved. */
  readonly moved: boolean;
}

export class ConsoleSessions {
  /** Hashes that were sessions when this process last looked: they need not be counted as tries before the next look. */
  private readonly seen = boundedCache<string, true>(20_000);

  constructor(
    private readonly db: Database,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Starts a session.
   * @param since when the person began to prove who they are, epoch milliseconds: what ended all sessions after that ends this one too.
   * @returns the value of the cookie.
   */
  async start(userId: string, since = this.clock()): Promise<string> {
    const secret = `lc_${randomBytes(32).toString('base64url')}`;
    const expires_at = this.clock() + consoleSessionMs;
    await insertSession(this.db, {
      id_hash: hashed(secret),
      user_id: userId,
      created_at: since,
      expires_at,
      ended_at: null,
    });
    return secret;
  }

  /**
   * The session of a cookie; undefined when it is none, or over.
   * @param countTry called before a cookie that this process has not seen before is looked up.
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
    return { id, email, displayName, places, moved: await this.slide(row, now) };
  }

  /** Ends the session of a cookie, on all processes. */
  async end(secret: string | undefined): Promise<void> {
    if (secret !== undefined && form.test(secret)) await endSession(this.db, hashed(secret), this.clock());
  }

  /** Ends every session of a person, this one too. */
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
