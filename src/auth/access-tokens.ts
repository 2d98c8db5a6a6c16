/**
 * Verifies the access tokens that assistants send to the MCP endpoint.
 *
 * A token is good if its signature and claims are (cached by a hash of the whole token) and its connection is alive (cached for
 * five seconds). With both cached, a call costs neither a query nor a signature check.
 */
import { hash, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { boundedCache } from '../shared/bounded-cache';
import { z } from 'zod';
import type { Role } from '../store/tables/access';
import { isScope, type Scope } from './rights';
import type { ConnectionInfo } from './caller';
import { type CountTry, uncounted } from '../shared/count-try';

/** A verified caller: everything that a `Workspace` needs, except the protocol revision, which the endpoint knows. */
export interface VerifiedConnection extends Omit<ConnectionInfo, 'protocolVersion'> {
  readonly organizationId: string;
}

/** A connection that may be used now. */
export interface LiveConnection {
  readonly organizationId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly clientName: string;
  readonly userRole: Role;
  /** Scopes that this person could get by asking for them. */
  readonly withinReach?: readonly Scope[];
  /** Epoch milliseconds, all three. */
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
}

export interface AccessTokenOptions {
  /** Which issuers and audiences are ours. */
  readonly addresses: {
    isIssuer(issuer: string): boolean;
    isAudience(audience: string, organizationId: string): boolean;
  };
  readonly keys: {
    find(kid: string): KeyObject | undefined;
    refresh(reason?: 'age' | 'unknown-key'): Promise<void>;
  };
  /** Reads a connection; `null` if it has ended, or its client is gone, or the person has lost the membership or role. */
  load(grantId: string): Promise<LiveConnection | null>;
  /** Called for every verified call. */
  recordUse?(grantId: string, at: number): void;
  readonly clock?: () => number;
  /** Milliseconds from any fixed point, never set back. Ages are measured with it. */
  readonly elapsed?: () => number;
}

/** How long a connection counts as alive without another look: the contract's 5 s for other nodes, less half a second for the call. */
const livenessMs = 4_500;
/** Clocks of one machine run backwards by less than this. */
const clockToleranceSeconds = 5;
/**
 * Longest lifetime of an accepted token, whatever it claims: the most that ACCESS_TOKEN_SECONDS allows. Not the setting itself, so that tokens
 * stay good when it is lowered, or differs between processes.
 */
const maximumLifetimeSeconds = 86_400;

const headerShape = z.strictObject({ alg: z.literal('ES256'), typ: z.literal('at+jwt'), kid: z.string().max(64) });
const claimsShape = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1),
  org: z.string().min(1),
  client_id: z.string().min(1),
  scope: z.string().min(1),
  gid: z.string().min(1),
  jti: z.string().min(1),
  iat: z.int(),
  exp: z.int(),
  /** Our tokens have none. */
  nbf: z.int().optional(),
});

interface Checked {
  readonly kid: string;
  readonly gid: string;
  readonly sub: string;
  readonly org: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly exp: number;
  /** The token's end on the `elapsed` clock, which does not depend on changes of the wall clock. */
  readonly endsAt: number;
}

export class AccessTokens {
  private readonly clock: () => number;
  private readonly elapsed: () => number;
  private readonly checked = boundedCache<string, Checked>(20_000);
  /** Tokens with a signature that is not from the key. */
  private readonly forged = new LRUCache<string, KeyObject>({ max: 1_000 });
  private readonly live = boundedCache<string, { readonly at: number; readonly connection: LiveConnection | false }>(
    20_000,
  );
  /** Connections that ended on this node. Entries outlive any read that was running at the time. */
  private readonly denied = boundedCache<string, true>(100_000, { ttl: 2 * maximumLifetimeSeconds * 1000 });
  private readonly loading = new Map<string, Promise<LiveConnection | null>>();
  private readonly lastUse = boundedCache<string, number>(20_000);

  constructor(private readonly options: AccessTokenOptions) {
    this.clock = options.clock ?? Date.now;
    this.elapsed = options.elapsed ?? (() => performance.now());
  }

  /**
   * Verifies an access token.
   * @param countTry called for a token that is not known to be authentic, before its signature is checked; may throw. The
   * function that it returns is called when the signature proves good.
   * @returns the connection of the token, or `null` if it is forged, malformed, expired, for another audience, or ended.
   */
  async verify(token: string, countTry: CountTry = uncounted): Promise<VerifiedConnection | null> {
    const now = this.clock();
    const claims = await this.check(token, now, countTry);
    if (!claims || this.isOver(claims, now)) return null;
    const connection = await this.connectionOf(claims.gid, now);
    if (!connection || this.denied.has(claims.gid)) return null;
    if (connection.organizationId !== claims.org || connection.userId !== claims.sub) return null;
    if (connection.clientId !== claims.clientId) return null;
    const lastUsedAt = this.lastUse.get(claims.gid) ?? connection.lastUsedAt;
    this.lastUse.set(claims.gid, now);
    this.options.recordUse?.(claims.gid, now);
    return {
      connectionId: claims.gid,
      organizationId: claims.org,
      clientId: claims.clientId,
      clientName: connection.clientName,
      userId: claims.sub,
      userRole: connection.userRole,
      withinReach: connection.withinReach,
      scopes: claims.scopes,
      tokenExpiresAt: claims.exp * 1000,
      connectedAt: connection.connectedAt,
      lastUsedAt,
    };
  }

  /** The connection of an authentic, unexpired token, alive or not. For revocation. */
  async identify(token: string): Promise<{ readonly grantId: string; readonly clientId: string } | null> {
    const now = this.clock();
    const claims = await this.check(token, now);
    return claims && !this.isOver(claims, now) ? { grantId: claims.gid, clientId: claims.clientId } : null;
  }

  /** Refuses the tokens of an ended connection on this node from now on. */
  deny(grantId: string): void {
    this.denied.set(grantId, true);
    this.live.delete(grantId);
  }

  private isOver({ exp, endsAt }: Checked, now: number): boolean {
    return exp * 1000 <= now || endsAt <= this.elapsed();
  }

  /** The content of an authentic token. Free checks come before the signature, and no signature is checked twice. */
  private async check(token: string, now: number, countTry = uncounted): Promise<Checked | null> {
    if (token.length > 4096) return forged(countTry);
    const digest = hash('sha256', token, 'base64');
    const known = this.checked.get(digest);
    await this.options.keys.refresh('age');
    if (known && this.options.keys.find(known.kid)) return known;
    const header = known ? undefined : headerOf(token);
    const claims = header && this.claimsOf(token, header.kid, now);
    if (!header || !claims || this.isOver(claims, now)) return forged(countTry);
    const takeBack = await countTry();
    let key = this.options.keys.find(header.kid);
    if (!key) {
      await this.options.keys.refresh('unknown-key');
      key = this.options.keys.find(header.kid);
    }
    if (!key || this.forged.get(digest) === key) return null;
    if (!isSigned(token, key)) {
      this.forged.set(digest, key);
      return null;
    }
    takeBack();
    this.checked.set(digest, claims);
    return claims;
  }

  /** The claims of a token, no matter who signed it, if they are what this service would issue at this time. */
  private claimsOf(token: string, kid: string, now: number): Checked | null {
    const { addresses } = this.options;
    const parsed = claimsShape.safeParse(payloadOf(token));
    if (!parsed.success) return null;
    const { iss, aud, sub, org, client_id, scope, gid, iat, exp, nbf = iat } = parsed.data;
    if (!addresses.isIssuer(iss) || !addresses.isAudience(aud, org) || nbf > now / 1000 + clockToleranceSeconds)
      return null;
    if (iat > now / 1000 + clockToleranceSeconds || exp <= iat || exp - iat > maximumLifetimeSeconds) return null;
    const scopes = scope.split(' ');
    if (!scopes.every(isScope)) return null;
    return { kid, gid, sub, org, clientId: client_id, scopes, exp, endsAt: this.elapsed() + exp * 1000 - now };
  }

  private async connectionOf(grantId: string, now: number): Promise<LiveConnection | null> {
    if (this.denied.has(grantId)) return null;
    const cached = this.live.get(grantId);
    const asked = this.elapsed();
    if (cached && asked - cached.at < livenessMs) return usable(cached.connection || null, now);
    let loading = this.loading.get(grantId);
    if (!loading) {
      // The age of the answer counts from the request, not from the arrival.
      loading = this.options
        .load(grantId)
        .then((connection) => {
          this.live.set(grantId, { at: asked, connection: connection ?? false });
          return connection;
        })
        .finally(() => this.loading.delete(grantId));
      this.loading.set(grantId, loading);
    }
    return usable(await loading, now);
  }
}

function usable(connection: LiveConnection | null, now: number): LiveConnection | null {
  return connection && connection.expiresAt > now ? connection : null;
}

async function forged(countTry: CountTry): Promise<null> {
  await countTry();
  return null;
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function isSigned(token: string, key: KeyObject): boolean {
  try {
    // Checks the signature only. The claims were checked before.
    jwt.verify(token, key, { algorithms: ['ES256'], ignoreExpiration: true, ignoreNotBefore: true });
    return true;
  } catch {
    return false;
  }
}

/** The header, if it equals ours: no critical members, no key of its own, no other type or algorithm. */
function headerOf(token: string): { kid: string } | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]+$/.test(part))) return undefined;
  try {
    const parsed = headerShape.safeParse(JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
