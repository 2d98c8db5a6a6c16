/**
 * App session tokens: what the consent screen sends to say which person is in front of it.
 *
 * Ours are HS256 under a secret of their own. An application that signs its people in itself may issue them instead (ES256
 * or RS256, keys at SESSION_TOKEN_JWKS_URL). Either way `aud` is `leadlight:session` and `sub` the person's id, so neither
 * an MCP access token nor an API key is ever a session.
 */
import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { z } from 'zod';

export const sessionAudience = 'leadlight:session';
const sessionType = 'session+jwt';
/** Longest life of a session token that is accepted: the demo's 30 days, and a day for clocks and generosity. */
const maximumLifetimeSeconds = 31 * 86_400;
const clockToleranceSeconds = 60;

export interface Session {
  readonly userId: string;
}

export interface Sessions {
  /** Makes a token that is valid for `ttlSeconds`. Throws when another application issues the tokens. */
  mintSession(userId: string, ttlSeconds: number): string;
  /** The session a token stands for, or `null`. */
  verifySession(token: string): Promise<Session | null>;
}

export interface SessionOptions {
  /** SESSION_TOKEN_SECRET; without it one is generated into `dataDir`. */
  readonly secret?: string | undefined;
  /** SESSION_TOKEN_JWKS_URL; with it only tokens under its keys are sessions. */
  readonly jwksUrl?: string | undefined;
  readonly dataDir: string;
  readonly clock?: () => number;
}

export function openSessions(options: SessionOptions): Sessions {
  const clock = options.clock ?? Date.now;
  if (options.jwksUrl !== undefined) return foreignSessions(new RemoteKeys(options.jwksUrl, clock), clock);
  return ownSessions(options.secret ?? generatedSecret(options.dataDir), clock);
}

const headerShape = z.object({ alg: z.string(), typ: z.string().optional(), kid: z.string().max(256).optional() });
const claimsShape = z.object({ sub: z.string().min(1).max(64), iat: z.number().optional(), exp: z.number() });

function ownSessions(secret: string, clock: () => number): Sessions {
  return {
    mintSession(userId, ttlSeconds) {
      const iat = Math.floor(clock() / 1000);
      const claims = { sub: userId, aud: sessionAudience, iat, exp: iat + Math.floor(ttlSeconds) };
      return jwt.sign(claims, secret, { algorithm: 'HS256', header: { alg: 'HS256', typ: sessionType } });
    },
    verifySession(token) {
      const header = headerOf(token);
      const good = header?.alg === 'HS256' && header.typ === sessionType;
      return Promise.resolve(good ? verified(token, secret, ['HS256'], clock()) : null);
    },
  };
}

function foreignSessions(keys: RemoteKeys, clock: () => number): Sessions {
  return {
    mintSession() {
      throw new Error(
        'Session tokens are issued by the application behind SESSION_TOKEN_JWKS_URL, not by this service.',
      );
    },
    async verifySession(token) {
      const header = headerOf(token);
      if (!header || (header.alg !== 'ES256' && header.alg !== 'RS256') || header.typ === 'at+jwt') return null;
      const key = await keys.find(header.kid, header.alg);
      return key ? verified(token, key, [header.alg], clock()) : null;
    },
  };
}

function verified(token: string, key: string | KeyObject, algorithms: jwt.Algorithm[], now: number): Session | null {
  let payload: unknown;
  try {
    payload = jwt.verify(token, key, {
      algorithms,
      audience: sessionAudience,
      clockTimestamp: Math.floor(now / 1000),
    });
  } catch {
    return null;
  }
  const claims = claimsShape.safeParse(payload);
  if (!claims.success) return null;
  const { sub, exp, iat } = claims.data;
  const seconds = now / 1000;
  if (exp <= seconds || exp > seconds + maximumLifetimeSeconds) return null;
  if (iat !== undefined && iat > seconds + clockToleranceSeconds) return null;
  return { userId: sub };
}

function headerOf(token: string): z.output<typeof headerShape> | undefined {
  const parts = token.split('.');
  if (token.length > 8192 || parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]+$/.test(part)))
    return undefined;
  try {
    const decoded: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8'));
    const parsed = headerShape.safeParse(decoded);
    return parsed.success && !Reflect.has(Object(decoded), 'crit') ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The generated secret; of several processes that start at once one writes it and the others read it. */
function generatedSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret');
  const existing = readSecret(path);
  if (existing) return existing;
  mkdirSync(dataDir, { recursive: true });
  // Written whole under another name, then linked: the name never shows a half-written file, and the first link wins.
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  const secret = readSecret(path);
  if (!secret) throw new Error('The file session-secret in DATA_DIR does not hold a secret of 32 characters or more.');
  return secret;
}

function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    return secret.length >= 32 ? secret : undefined;
  } catch {
    return undefined;
  }
}

const jwksShape = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(100) });

/** The public keys of the application that issues session tokens; kept for ten minutes, looked up again for a new key id. */
class RemoteKeys {
  private keys: readonly { kid: string | undefined; alg: string; key: KeyObject }[] = [];
  private loadedAt = Number.NEGATIVE_INFINITY;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly clock: () => number,
  ) {}

  async find(kid: string | undefined, alg: string): Promise<KeyObject | undefined> {
    const age = this.clock() - this.loadedAt;
    if (age > 600_000 || (!this.match(kid, alg) && age > 15_000)) {
      this.loading ??= this.load().finally(() => (this.loading = undefined));
      await this.loading;
    }
    return this.match(kid, alg);
  }

  private match(kid: string | undefined, alg: string): KeyObject | undefined {
    const candidates = this.keys.filter((entry) => entry.alg === alg && (kid === undefined || entry.kid === kid));
    return candidates.length === 1 ? candidates[0]?.key : undefined;
  }

  /** A failed fetch leaves the keys that are known in place, and is not repeated for 15 seconds. */
  private async load(): Promise<void> {
    this.loadedAt = this.keys.length > 0 ? this.clock() - 585_000 : this.clock();
    try {
      const response = await fetch(this.url, { signal: AbortSignal.timeout(5_000), redirect: 'error' });
      if (!response.ok) return;
      const parsed = jwksShape.safeParse(JSON.parse((await response.text()).slice(0, 262_144)));
      if (!parsed.success) return;
      this.keys = parsed.data.keys.flatMap(importKey);
      this.loadedAt = this.clock();
    } catch {
      // Unreachable or not JSON: sessions are refused until it is back, which is the safe answer.
    }
  }
}

function importKey(jwk: Record<string, unknown>): { kid: string | undefined; alg: string; key: KeyObject }[] {
  const alg = jwk['kty'] === 'EC' && jwk['crv'] === 'P-256' ? 'ES256' : jwk['kty'] === 'RSA' ? 'RS256' : undefined;
  if (!alg || (jwk['use'] !== undefined && jwk['use'] !== 'sig')) return [];
  try {
    const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : undefined;
    return [{ kid, alg, key: createPublicKey({ key: jwk, format: 'jwk' }) }];
  } catch {
    return [];
  }
}
