/**
 * The model for the grant engine. There is one for each request, so later steps can use what earlier steps have read.
 *
 * Two rules are ours, not the engine's. A code is claimed before it is checked, so no second request can try it again. A refresh
 * token is replaced in the last step, so a refused request does not change it.
 */
import {
  InvalidClientError,
  InvalidGrantError,
  InvalidScopeError,
  type AuthorizationCode,
  type AuthorizationCodeModel,
  type Client,
  type RefreshToken,
  type RefreshTokenModel,
  type Token,
} from '@node-oauth/oauth2-server';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scope } from '../../auth/rights';
import { recordAudit } from '../../store/log/audit';
import { findClient, touchClient } from '../../store/oauth/clients';
import { activateGrant, rotateRefreshToken, type GrantFacts, type StoredGrant } from '../../store/oauth/grants';
import { claimCode, findCode } from '../../store/oauth/requests';
import { elevatedOf, rolesThatMayHold } from '../../auth/consent-policy';
import { OauthError } from './errors';
import { idleLifetime, isWaiting, staleReadPatience } from './lifetimes';
import { refreshState } from './refresh-state';
import { askedScopes, formatScope, isSubset, storedScopes } from '../../auth/scope';
import {
  hashSecret,
  newRefreshToken,
  openSuccessor,
  readRefreshToken,
  sealSuccessor,
  type RefreshTokenFacts,
} from './secrets';
import type { OauthService } from './service';
import { clientOf, TokenLookup } from './token-lookup';
import { lossOf, connectionStatusOf } from '../../auth/connection-status';

/** Codes are saved when the person approves, without the engine. */
type Engine = RefreshTokenModel &
  Pick<AuthorizationCodeModel, 'getAuthorizationCode' | 'revokeAuthorizationCode' | 'validateScope'>;

const redeemedTwice =
  'The code was redeemed twice, which a thief would do: the connection of the first redemption was ended. Some clients submit twice by mistake; connect again, and update the application if it happens again.';
const invalidGrant = () => new InvalidGrantError('');
/** The engine compares dates with the real clock. We decide expiry by the service's clock. */
const distantFuture = new Date(8.64e15);

export class GrantModel extends TokenLookup implements Engine {
  /** The unchanging facts of the connection. */
  private facts: GrantFacts | null = null;
  /** The connection as read in this request; `null` while only the facts are known. */
  private grant: StoredGrant | null = null;
  /** The content of the presented refresh token. */
  private presented: RefreshTokenFacts | undefined;
  private scopes: readonly Scope[] = [];
  private reason: string | undefined;
  /** The new refresh token. The engine passes it on only with a code. */
  private fresh = '';

  constructor(
    service: OauthService,
    /** The checked parameters of the request. */
    private readonly body: Readonly<Record<string, string>>,
  ) {
    super(service);
  }

  /** For the recent attempts: whose connection it is, and why it was refused if that is more than the client is told. */
  get forAttempts(): { readonly organizationId: string | undefined; readonly reason: string | undefined } {
    return { organizationId: (this.facts ?? this.grant)?.organization_id, reason: this.reason };
  }

  async getClient(id: string, secret: string): Promise<Client | null> {
    if (secret) return null;
    const presented = this.body['refresh_token'];
    if (presented !== undefined) {
      this.presented = readRefreshToken(presented, this.service.keys.refreshTokenMacKey());
      if (this.presented) {
        // A token of the first release does not contain its generation. Only the row has it.
        const known = this.presented.generation !== undefined && this.service.knownFacts(this.presented.grantId);
        this.facts = known || (await this.readCaughtUp(this.presented, presented));
      }
      // The connection's row includes its client. Known facts are used until the statement that rotates checks again.
      if (this.facts?.client_id === id && this.facts.client_grant_types !== null) {
        return { id, grants: this.facts.client_grant_types.split(' ') };
      }
    }
    const client = await this.service.clients.find(id);
    return client ? { id, grants: [...client.grantTypes] } : null;
  }

  async getAuthorizationCode(code: string): Promise<AuthorizationCode | null> {
    const row = await findCode(this.service.db, hashSecret(code));
    // An expired code that was used is still checked, because presenting it again is a replay.
    if (!row || (row.used_at === null && !isWaiting(row, this.service.clock()))) return null;
    return {
      authorizationCode: code,
      expiresAt: distantFuture,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      codeChallengeMethod: 'S256',
      client: clientOf(row.client_id),
      user: { grantId: row.grant_id },
    };
  }

  /** Claims the code. A second claim is a replay: it ends the connection of the first one. */
  async revokeAuthorizationCode(code: AuthorizationCode): Promise<boolean> {
    const { db, clock } = this.service;
    const grantId = String(code.user['grantId']);
    if (!(await claimCode(db, hashSecret(code.authorizationCode), clock()))) {
      const row = await findCode(db, hashSecret(code.authorizationCode));
      if (row?.used_at !== null) {
        this.reason = redeemedTwice;
        await this.read(grantId);
        await this.service.end(grantId, 'code_replayed');
      }
      return false;
    }
    // The engine would answer invalid_request to a different redirect URI; RFC 6749 §5.2 says invalid_grant.
    if (this.body['redirect_uri'] !== code.redirectUri) return false;
    const grant = await this.read(grantId);
    // Revocation is not checked: a replay in between has ended this connection, and its tokens no longer work.
    if (!grant || lossOf(grant) !== undefined) return false;
    this.scopes = storedScopes(grant.scopes);
    return true;
  }

  /** Returns only a token that may be used now. Its connection was read with the client. */
  override async getRefreshToken(token: string): Promise<RefreshToken | null> {
    const { facts } = this;
    if (!facts || facts.client_id !== this.body['client_id']) return null;
    const granted = storedScopes(facts.scopes);
    const asked = askedScopes(this.body['scope'], granted);
    const wanted = 'scopes' in asked ? asked.scopes : undefined;
    const widened = !wanted || !isSubset(wanted, granted);
    // Even a request that will fail is checked first: the token may be a stolen copy.
    if (widened && !this.grant) await this.read(facts.id);
    if (this.grant && (await this.stateOf(this.grant, token)) === 'refused') return null;
    if ('problem' in asked) throw new OauthError('invalid_scope', asked.problem);
    if (!wanted || widened) throw new InvalidScopeError('');
    this.scopes = wanted;
    return { refreshToken: token, scope: [...wanted], client: clientOf(facts.client_id), user: { grantId: facts.id } };
  }

  /** The scopes of the claimed code's connection. */
  validateScope(): Promise<string[]> {
    return Promise.resolve([...this.scopes]);
  }

  generateAccessToken(): Promise<string> {
    const { keys, addresses, mcp, clock, options } = this.service;
    const grant = this.known();
    const iat = Math.floor(clock() / 1000);
    return Promise.resolve(
      keys.sign({
        iss: addresses.issuer,
        aud: mcp.audienceOf(grant.resource),
        sub: grant.user_id,
        org: grant.organization_id,
        client_id: grant.client_id,
        scope: formatScope(this.scopes),
        gid: grant.id,
        jti: randomUUID(),
        iat,
        exp: iat + options.settings.ACCESS_TOKEN_SECONDS,
      }),
    );
  }

  generateRefreshToken(): Promise<string> {
    const { keys, clock } = this.service;
    this.fresh = newRefreshToken(this.known().id, this.nextGeneration(), clock(), keys.refreshTokenMacKey());
    return Promise.resolve(this.fresh);
  }

  async saveToken(token: Token, client: Client): Promise<Token> {
    const { fresh } = this;
    const presented = this.body['refresh_token'];
    const refreshToken =
      presented === undefined ? await this.activate(client, fresh) : await this.rotate(presented, fresh);
    return {
      accessToken: token.accessToken,
      ...(refreshToken === undefined ? {} : { refreshToken }),
      scope: [...this.scopes],
      client,
      user: {},
    };
  }

  private async activate(client: Client, refreshToken: string): Promise<string | undefined> {
    const { db, clock } = this.service;
    const grant = this.known();
    const now = clock();
    const refreshable = client.grants.includes('refresh_token');
    await db.transaction(async () => {
      await activateGrant(db, grant.id, refreshable ? hashSecret(refreshToken) : null, now);
      await recordAudit(db, {
        at: now,
        action: 'connected',
        organization_id: grant.organization_id,
        user_id: grant.user_id,
        client_id: grant.client_id,
        client_name: grant.client_name,
        grant_id: grant.id,
      });
    });
    await this.service.endReplaced(grant);
    await this.service.endSurplus(grant);
    const stored = await findClient(db, grant.client_id);
    if (stored) await touchClient(db, stored, now);
    return refreshable ? refreshToken : undefined;
  }

  /** Replaces the presented token with the fresh one. If another request has just done so, returns its successor. */
  private async rotate(presented: string, fresh: string): Promise<string> {
    const { id, scopes } = this.known();
    const facts = this.presented;
    if (!facts) throw invalidGrant();
    const rotation = {
      grantId: id,
      generation: this.nextGeneration(),
      fromHash: hashSecret(presented),
      toHash: hashSecret(fresh),
      successor: sealSuccessor(fresh, presented, id),
      roles: rolesThatMayHold(storedScopes(scopes)),
      permitted: elevatedOf(storedScopes(scopes)),
    };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (this.grant) {
        const state = await this.stateOf(this.grant, presented);
        if (state === 'refused') throw invalidGrant();
        if (state === 'grace') return openSuccessor(this.grant.successor ?? '', presented, id);
      }
      const now = this.service.clock();
      const rotated = await rotateRefreshToken(this.service.db, {
        ...rotation,
        now,
        idleExpiresAt: now + idleLifetime,
      });
      if (rotated) return fresh;
      if (!(await this.readCaughtUp(facts, presented))) throw invalidGrant();
    }
    throw invalidGrant();
  }

  /**
   * The state of an authentic token of a connection. A token that was replaced before the grace period, or more than one step
   * ago, is a stolen copy, so the connection ends. It also ends when something that it depends on is gone.
   */
  private async stateOf(grant: StoredGrant, token: string): Promise<'current' | 'grace' | 'refused'> {
    const now = this.service.clock();
    const status = connectionStatusOf(grant, now);
    if (status === 'client_lost') throw new InvalidClientError('');
    if (status === 'membership_lost' || status === 'role_lost') {
      await this.service.end(grant.id, status);
      return 'refused';
    }
    if (status !== 'live' || !this.presented) return 'refused';
    const state = refreshState(token, this.presented, grant, now);
    if (state === 'current' || state === 'grace') return state;
    if (state === 'reused') await this.service.end(grant.id, 'refresh_reused');
    return 'refused';
  }

  /**
   * Reads the connection of a refresh token, repeatedly while the row is older than the token. In a cluster the next node may be
   * a moment behind the one that issued the token, and such a late read must not count as a stolen token.
   * @throws OauthError `service_unavailable` when the row does not catch up.
   */
  private async readCaughtUp(facts: RefreshTokenFacts, token: string): Promise<StoredGrant | null> {
    const { elapsed, clock } = this.service;
    const giveUpAt = elapsed() + staleReadPatience;
    for (let wait = 10; ; wait *= 2) {
      const grant = await this.read(facts.grantId);
      if ((grant !== null && grant.revoked_at !== null) || refreshState(token, facts, grant, clock()) !== 'behind')
        return grant;
      if (elapsed() + wait > giveUpAt) {
        throw new OauthError('service_unavailable', 'The database has not caught up yet; try again shortly.', {
          headers: { 'Retry-After': '1' },
        });
      }
      await pause(wait);
    }
  }

  /** The generation of the token that this request issues. */
  private nextGeneration(): number {
    return this.presented ? (this.presented.generation ?? this.grant?.generation ?? 0) + 1 : 1;
  }

  private async read(grantId: string): Promise<StoredGrant | null> {
    this.grant = await this.service.findGrant(grantId);
    this.facts = this.grant;
    return this.grant;
  }

  private known(): GrantFacts {
    if (!this.facts) throw new Error('the engine issued tokens before it looked anything up');
    return this.facts;
  }
}
