/**
 * App session tokens, which tell the consent screen which person uses it.
 *
 * Our own are HS256 under a separate secret. An application that signs its people in may issue them instead (ES256 or RS256, keys
 * at SESSION_TOKEN_JWKS_URL). In both cases `aud` is `leadlight:session` and `sub` names the person, so MCP access tokens and API
 * keys never pass as sessions. person-sessions.ts checks whether the person is known and the session has ended.
 */
import { hash, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { RemoteKeys } from './session-keys';
import { generatedSecret } from './session-secret';

const sessionAudience = 'leadlight:session';
const sessionType = 'session+jwt';
/** Longest lifetime of an accepted session token: the demo's 30 days, plus a day for clock differences. */
const maximumLifetimeSeconds = 31 * 86_400;
/** Allowed difference between our clock and that of the issuing application, for `exp`, `nbf` and `iat`. */
const leewaySeconds = 60;

/** The content of a good token. */
export interface SessionClaims {
  /** `sub`: the person it names. */
  readonly subject: string;
  /** `sid`, which may name a session that this service stores. */
  readonly sessionId: string | undefined;
  /** Epoch milliseconds; undefined if the token does not say. */
  readonly issuedAt: number | undefined;
}

/** What is wrong with a token: the claim or header member, and what it must be. Never its value. */
export interface SessionProblem {
  readonly claim: string;
  readonly message: string;
}

export type SessionCheck = { readonly claims: SessionClaims } | { readonly problem: SessionProblem };

export interface Sessions {
  /**
   * Makes a token that is valid for `ttlSeconds`.
   * @param sessionId of a stored session. The token ends with it.
   * @throws Error when another application issues the tokens.
   */
  mintSession(subject: string, ttlSeconds: number, sessionId?: string): string;
  /**
   * Checks a token by itself, without the database.
   * @throws SessionKeysUnavailable when the keys of the issuing application are unavailable.
   */
  check(token: string): Promise<SessionCheck>;
}

export interface SessionOptions {
  /** SESSION_TOKEN_SECRET; by default one is generated into `dataDir`. */
  readonly secret?: string | undefined;
  /** SESSION_TOKEN_JWKS_URL. If set, only tokens signed with its keys are sessions. */
  readonly jwksUrl?: string | undefined;
  /** SESSION_TOKEN_ISSUER. If set, `iss` must equal it. */
  readonly issuer?: string | undefined;
  readonly dataDir: string;
  readonly clock?: () => number;
  readonly elapsed?: () => number;
  /** Called once when the keys of the issuing application are unavailable. */
  readonly onKeysFailure?: (reason: string) => void;
}

export function openSessions(options: SessionOptions): Sessions {
  const clock = options.clock ?? Date.now;
  const { issuer, jwksUrl: url, elapsed, onKeysFailure: onFailure } = options;
  if (url !== undefined) return foreignSessions(new RemoteKeys({ url, elapsed, onFailure }), issuer, clock);
  return ownSessions(options.secret ?? generatedSecret(options.dataDir), issuer, clock);
}

const headerShape = z.object({ alg: z.string(), typ: z.string().optional(), kid: z.string().max(256).optional() });
type Header = z.output<typeof headerShape>;

function ownSessions(secret: string, issuer: string | undefined, clock: () => number): Sessions {
  const signatures = new Signatures<string>();
  return {
    mintSession(subject, ttlSeconds, sessionId) {
      // Milliseconds matter: "issued before the password changed" must be exact within one second.
      const iat = clock() / 1000;
      const claims = {
        sub: subject,
        aud: sessionAudience,
        ...(issuer === undefined ? {} : { iss: issuer }),
        ...(sessionId === undefined ? {} : { sid: sessionId }),
        iat,
        exp: Math.floor(iat) + Math.floor(ttlSeconds),
      };
      return jwt.sign(claims, secret, { algorithm: 'HS256', header: { alg: 'HS256', typ: sessionType } });
    },
    check(token) {
      const header = headerOf(token);
      if ('problem' in header) return Promise.resolve(header);
      const { alg, typ } = header.header;
      if (alg !== 'HS256') return Promise.resolve(wrong('alg', 'must be HS256'));
      if (mediaType(typ) !== sessionType) return Promise.resolve(wrong('typ', `must be ${sessionType}`));
      return Promise.resolve(verified(token, issuer, clock(), () => signatures.isGood(token, secret, 'HS256')));
    },
  };
}

function foreignSessions(keys: RemoteKeys, issuer: string | undefined, clock: () => number): Sessions {
  const signatures = new Signatures<KeyObject>();
  return {
    mintSession() {
      throw new Error(
        'Session tokens are issued by the application behind SESSION_TOKEN_JWKS_URL, not by this service.',
      );
    },
    async check(token) {
      const header = headerOf(token);
      if ('problem' in header) return header;
      const { alg, typ, kid } = header.header;
      if (alg !== 'ES256' && alg !== 'RS256') return wrong('alg', 'must be ES256 or RS256');
      if (typ !== undefined && !foreignTypes.includes(mediaType(typ))) {
        return wrong(
          'typ',
          `must be left out or be one of ${foreignTypes.join(', ')}; a token of another kind is not a session`,
        );
      }
      const claims = verified(token, issuer, clock());
      if ('problem' in claims) return claims;
      const found = await keys.find(kid, alg);
      if ('refused' in found) return wrong('kid', found.refused);
      const checked = verified(token, issuer, clock(), () => signatures.isGood(token, found.key, alg));
      // A `sid` of that application names one of its own sessions (OpenID Connect Front-Channel Logout §3). We store none of
      // those.
      return 'claims' in checked ? { claims: { ...checked.claims, sessionId: undefined } } : checked;
    },
  };
}

/** Accepted `typ` values of tokens that another application issues. */
const foreignTypes: readonly (string | undefined)[] = ['jwt', sessionType];

/** A `typ` for comparison (RFC 7515 §4.1.9): any case, with or without `application/`. */
const mediaType = (typ: string | undefined) => typ?.toLowerCase().replace(/^application\//, '');

const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string())]),
  iss: z.string().optional(),
  exp: z.number(),
  nbf: z.number().optional(),
  iat: z.number().optional(),
  // The stored sessions decide whether it is valid and whose it is.
  sid: z.unknown().optional(),
});

/** What each claim must be, as answers word it. */
const expected: Readonly<Record<string, string>> = {
  sub: 'must name the person, in at most 255 characters',
  aud: `must be ${sessionAudience}`,
  iss: 'must be what SESSION_TOKEN_ISSUER says',
  exp: `must lie ahead, at most 31 days; up to ${leewaySeconds} seconds in the past are forgiven`,
  nbf: `must not lie ahead by more than ${leewaySeconds} seconds`,
  iat: `must not lie ahead by more than ${leewaySeconds} seconds`,
};

/**
 * The content of a token, if it can be trusted. Free checks come first: strangers send as many tokens as they like, and a
 * signature is checked only if the token would otherwise be valid.
 */
function verified(token: string, issuer: string | undefined, now: number, isSigned = () => true): SessionCheck {
  const payload: unknown = jwt.decode(token);
  const parsed = claimsShape.safeParse(payload);
  if (!parsed.success) {
    const claim = String(parsed.error.issues[0]?.path[0] ?? 'sub');
    return wrong(claim, expected[claim] ?? 'is malformed');
  }
  const { sub, aud, iss, exp, nbf, iat, sid } = parsed.data;
  const seconds = now / 1000;
  const claim = !(typeof aud === 'string' ? aud === sessionAudience : aud.includes(sessionAudience))
    ? 'aud'
    : issuer !== undefined && iss !== issuer
      ? 'iss'
      : exp + leewaySeconds <= seconds || exp > seconds + maximumLifetimeSeconds
        ? 'exp'
        : nbf !== undefined && nbf > seconds + leewaySeconds
          ? 'nbf'
          : iat !== undefined && iat > seconds + leewaySeconds
            ? 'iat'
            : undefined;
  if (claim !== undefined) return wrong(claim, expected[claim] ?? 'is wrong');
  if (!isSigned()) return wrong('signature', 'is not that of the key which signs session tokens');
  return {
    claims: {
      subject: sub,
      sessionId: typeof sid === 'string' && sid.length <= 64 ? sid : undefined,
      issuedAt: iat === undefined ? undefined : Math.round(iat * 1000),
    },
  };
}

/** Checks signatures of tokens against a key. Each token is checked once. */
class Signatures<Key extends string | KeyObject> {
  private readonly good = new LRUCache<string, Key>({ max: 5_000 });
  /** Separate from the good tokens, which a flood of made-up tokens must not displace. */
  private readonly bad = new LRUCache<string, Key>({ max: 1_000 });

  isGood(token: string, key: Key, algorithm: jwt.Algorithm): boolean {
    const digest = hash('sha256', token, 'base64');
    if (this.good.get(digest) === key) return true;
    if (this.bad.get(digest) === key) return false;
    const good = isSignedBy(token, key, algorithm);
    (good ? this.good : this.bad).set(digest, key);
    return good;
  }
}

function isSignedBy(token: string, key: string | KeyObject, algorithm: jwt.Algorithm): boolean {
  try {
    // Checks the signature only. Claims are checked one by one, so that the answer can name the wrong one.
    jwt.verify(token, key, { algorithms: [algorithm], ignoreExpiration: true, ignoreNotBefore: true });
    return true;
  } catch {
    return false;
  }
}

function headerOf(token: string): { readonly header: Header } | { readonly problem: SessionProblem } {
  const parts = token.split('.');
  if (token.length > 8192 || parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]+$/.test(part))) {
    return wrong('token', 'must be a JWT of three base64url parts');
  }
  try {
    const decoded: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8'));
    if (typeof decoded === 'object' && decoded !== null && 'crit' in decoded) {
      return wrong('crit', 'must not be there');
    }
    return { header: headerShape.parse(decoded) };
  } catch {
    return wrong('token', 'must be a JWT with a readable header');
  }
}

const wrong = (claim: string, message: string): { readonly problem: SessionProblem } => ({
  problem: { claim, message },
});
