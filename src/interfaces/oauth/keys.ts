/**
 * The keys of this process: signs access tokens, finds verification keys, publishes the JWKS.
 *
 * The set is read from the database at the start and again every few seconds, so a rotation by another process arrives well
 * before its new key signs.
 */
import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Database } from '../../database/database';
import { ensureKeys, loadKeys } from '../../store/oauth/keys';

export interface AccessTokenClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly org: string;
  readonly client_id: string;
  readonly scope: string;
  /** The connection. */
  readonly gid: string;
  readonly jti: string;
  /** Seconds since the epoch, both. */
  readonly iat: number;
  readonly exp: number;
}

interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: JsonWebKey;
  readonly activeAt: number;
  readonly retiredAt: number | null;
}

/** Longest time between two reads of the set, and the shortest after an unknown key id; milliseconds. */
const staleAfter = 15_000;
const unknownKeyPause = 5_000;

export class KeyRing {
  private signing: readonly SigningKey[] = [];
  private macKey: Buffer = Buffer.alloc(0);
  private loadedAt = Number.NEGATIVE_INFINITY;
  private loading: Promise<void> | undefined;

  private constructor(
    private readonly db: Database,
    private readonly clock: () => number,
    private readonly elapsed: () => number,
  ) {}

  /** Opens the key ring. Creates the first keys if there are none. */
  static async open(
    db: Database,
    clock: () => number = Date.now,
    elapsed: () => number = () => performance.now(),
  ): Promise<KeyRing> {
    await ensureKeys(db, clock());
    const ring = new KeyRing(db, clock, elapsed);
    await ring.load();
    return ring;
  }

  /** The verification key with this id, if it is published and not retired. */
  find(kid: string): KeyObject | undefined {
    const now = this.clock();
    return this.signing.find((key) => key.id === kid && !isRetired(key, now))?.publicKey;
  }

  /** Reads the set again if it is old, or if an unknown key id was presented (at most every 5 seconds). */
  async refresh(reason: 'age' | 'unknown-key' = 'age'): Promise<void> {
    if (this.elapsed() - this.loadedAt < (reason === 'age' ? staleAfter : unknownKeyPause)) return;
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  /**
   * Signs an access token (RFC 9068) with the newest active key. If none is active yet, because the clock was set back after a
   * rotation, the oldest good one signs: it is published, so every verifier knows it.
   */
  sign(claims: AccessTokenClaims): string {
    const now = this.clock();
    const good = this.signing.filter((candidate) => !isRetired(candidate, now));
    const key = good.findLast((candidate) => candidate.activeAt <= now) ?? good[0];
    if (!key) throw new Error('there is no signing key that is not retired');
    return jwt.sign(claims, key.privateKey, {
      algorithm: 'ES256',
      header: { alg: 'ES256', typ: 'at+jwt', kid: key.id },
    });
  }

  /** Authenticates refresh tokens, so that made-up ones cannot end a connection. */
  refreshTokenMacKey(): Buffer {
    return this.macKey;
  }

  /** The published keys (RFC 7517 §5): those that sign, will sign, or signed tokens that may still be alive. */
  jwks(): { readonly keys: readonly JsonWebKey[] } {
    const now = this.clock();
    return { keys: this.signing.filter((key) => !isRetired(key, now)).map((key) => key.jwk) };
  }

  private async load(): Promise<void> {
    const at = this.elapsed();
    const rows = await loadKeys(this.db, this.clock());
    const known = new Map(this.signing.map((key) => [key.id, key]));
    this.signing = rows
      .filter((row) => row.purpose === 'access_token')
      .map((row) => {
        const same = known.get(row.id);
        if (same) return { ...same, activeAt: row.active_at, retiredAt: row.retired_at };
        const privateKey = createPrivateKey(row.material);
        const publicKey = createPublicKey(privateKey);
        const jwk = { ...publicKey.export({ format: 'jwk' }), kid: row.id, use: 'sig', alg: 'ES256' };
        return { id: row.id, privateKey, publicKey, jwk, activeAt: row.active_at, retiredAt: row.retired_at };
      });
    const mac = rows.find((row) => row.purpose === 'refresh_token');
    if (mac) this.macKey = Buffer.from(mac.material, 'base64url');
    this.loadedAt = at;
  }
}

function isRetired(key: SigningKey, now: number): boolean {
  return key.retiredAt !== null && key.retiredAt <= now;
}
