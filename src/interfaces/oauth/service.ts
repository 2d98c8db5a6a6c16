/**
 * The authorization server as a whole: the shared parts of its endpoints, its background work, and the verification of access
 * tokens for the MCP endpoint.
 */
import { boundedCache } from '../../shared/bounded-cache';
import type { Logger } from 'pino';
import type { Settings } from '../../../config/settings';
import { AccessTokens, type LiveConnection, type VerifiedConnection } from '../../auth/access-tokens';
import type { ConnectAttempts } from '../../auth/connect-attempts';
import type { PersonSessions } from '../../auth/person-sessions';
import type { Database } from '../../database/database';
import { liveConnectionsOf, olderConnections } from '../../store/oauth/consent-facts';
import { endGrant, findStoredGrant, type GrantFacts, type StoredGrant } from '../../store/oauth/grants';
import type { AuditActor } from '../../store/log/audit';
import type { EndReason } from '../../store/tables/oauth';
import { ClientDirectory } from './client-directory';
import { clientQuota } from './client-quota';
import type { DocumentFetchOptions } from './client-documents';
import { KeyRing } from './keys';
import { addressLimit, type AddressLimit } from './limits';
import { McpAddresses, type Addresses } from '../../auth/mcp-addresses';
import type { RedirectPolicy } from '../../shared/redirect-uri';
import { surplusOf } from '../../auth/connection-ceiling';
import { decide } from '../../auth/consent-policy';
import { scopes as allScopes } from '../../auth/rights';
import { permittedOf, connectionStatusOf } from '../../auth/connection-status';
import type { RequestCeilings } from './request-quota';
import type { Quota } from './quota';
import { UseRecorder } from './use-recorder';
import type { CountTry } from '../../shared/count-try';

export interface OauthOptions {
  readonly db: Database;
  /** The public address of the service, `https://host`. */
  readonly publicUrl: string;
  readonly settings: Pick<
    Settings,
    | 'OAUTH_ALLOWED_REDIRECT_ORIGINS'
    | 'OAUTH_ALLOWED_REDIRECT_URIS'
    | 'OAUTH_ALLOWED_ASSISTANTS'
    | 'OAUTH_CLIENT_DOCUMENTS'
    | 'CONSENT_PAGE_URL'
    | 'OAUTH_REGISTRATIONS_PER_HOUR'
    | 'ACCESS_TOKEN_SECONDS'
    | 'RATE_LIMIT_NODES'
    | 'BRAND_NAME'
    | 'BRAND_POLICY_URL'
    | 'BRAND_TERMS_URL'
  >;
  readonly people: PersonSessions;
  readonly log: Logger;
  /** Remembers attempts to connect. Left out: nothing is remembered. */
  readonly attempts?: Pick<ConnectAttempts, 'note'> | undefined;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  /** Milliseconds from any fixed point, never set back. Ages are measured with it. */
  readonly elapsed?: () => number;
  /** How metadata documents and pictures of clients are fetched. For tests with their own server. */
  readonly documents?: DocumentFetchOptions;
  /** Limits on stored authorization requests, for tests. */
  readonly requestCeilings?: RequestCeilings | undefined;
  /** Most clients that are stored, for tests; default 20,000. */
  readonly maximumClients?: number;
  /** False: no periodic flushing, which a short-lived process does not need. */
  readonly background?: boolean;
}

export class OauthService {
  /** All addresses of the endpoint; `addresses` are those of PUBLIC_URL. */
  readonly mcp: McpAddresses;
  readonly addresses: Addresses;
  readonly consentPageUrl: string;
  /** Redirect URIs that clients may have. */
  readonly redirects: RedirectPolicy;
  readonly clients: ClientDirectory;
  /** Whether an https URL may be a client id. */
  readonly takesDocuments: boolean;
  /** Limits the new clients of an address, by registration or by document. */
  readonly registrations: AddressLimit;
  /** Limits what one person decides, asks for, permits and ends, because each adds rows. */
  readonly decisions: AddressLimit;
  /** Limits the clients of all addresses together. */
  readonly room: Quota;
  /** Remembers attempts to connect. */
  readonly attempts: Pick<ConnectAttempts, 'note'> | undefined;
  private readonly tokens: AccessTokens;
  private readonly uses: UseRecorder;
  /** Unchanging facts of the connections that this process has seen. They save a refresh its read. */
  private readonly facts = boundedCache<string, GrantFacts>(20_000, { ttl: 3_600_000 });

  private constructor(
    readonly db: Database,
    readonly keys: KeyRing,
    readonly people: PersonSessions,
    readonly log: Logger,
    readonly clock: () => number,
    readonly elapsed: () => number,
    readonly options: OauthOptions,
  ) {
    this.mcp = new McpAddresses(options.publicUrl);
    this.addresses = this.mcp.first;
    this.consentPageUrl = options.settings.CONSENT_PAGE_URL ?? `${this.addresses.publicUrl}/consent`;
    const { settings } = options;
    this.redirects = {
      origins: settings.OAUTH_ALLOWED_REDIRECT_ORIGINS,
      uris: settings.OAUTH_ALLOWED_REDIRECT_URIS,
      assistants: settings.OAUTH_ALLOWED_ASSISTANTS,
    };
    const nodes = settings.RATE_LIMIT_NODES;
    this.decisions = addressLimit({
      name: 'decisions',
      points: 1_000,
      seconds: 60,
      message: 'You have decided too often in this minute. Try again shortly.',
      nodes,
    });
    this.registrations = addressLimit({
      name: 'registrations',
      points: settings.OAUTH_REGISTRATIONS_PER_HOUR,
      seconds: 3600,
      message: 'Too many clients were registered from this address. Try again later.',
      nodes,
    });
    this.takesDocuments = settings.OAUTH_CLIENT_DOCUMENTS === 'on';
    this.room = clientQuota(db, { clock, elapsed, ceiling: options.maximumClients });
    this.clients = new ClientDirectory(db, {
      redirects: this.redirects,
      brandName: settings.BRAND_NAME,
      clock,
      log,
      takesDocuments: this.takesDocuments,
      documents: options.documents ?? {},
      firstSeen: this.registrations,
      room: this.room,
    });
    this.attempts = options.attempts;
    this.uses = new UseRecorder(db, log);
    this.tokens = new AccessTokens({
      addresses: this.mcp,
      keys,
      load: (grantId) => this.loadLive(grantId),
      recordUse: (grantId, at) => this.uses.record(grantId, at),
      clock,
      elapsed,
    });
  }

  /** Opens the service: creates keys if there are none and starts the background work. The schema must be up to date. */
  static async open(options: OauthOptions): Promise<OauthService> {
    const clock = options.clock ?? Date.now;
    const elapsed = options.elapsed ?? (() => performance.now());
    const keys = await KeyRing.open(options.db, clock, elapsed);
    const service = new OauthService(options.db, keys, options.people, options.log, clock, elapsed, options);
    if (options.background !== false) {
      service.uses.start();
    }
    return service;
  }

  /** The connection of an access token, or `null`. Cached, this costs no query. See `AccessTokens.verify`. */
  verifyAccessToken(token: string, countTry?: CountTry): Promise<VerifiedConnection | null> {
    return this.tokens.verify(token, countTry);
  }

  /** The connection of an authentic access token, alive or not. */
  identifyAccessToken(token: string): Promise<{ readonly grantId: string; readonly clientId: string } | null> {
    return this.tokens.identify(token);
  }

  /** Ends a connection: on this node from the next call on, on others within five seconds. */
  async end(grantId: string, reason: EndReason, actor?: AuditActor): Promise<void> {
    const ended = await endGrant(this.db, grantId, reason, this.clock(), actor);
    this.tokens.deny(grantId);
    if (ended) this.log.info({ grantId, reason }, 'connection ended');
  }

  /**
   * Ends connections that a step-up replaced: older ones of the same person, client and workspace with fewer scopes than the new
   * one. One with the same scopes stays, because the client may run on two computers. It ends when it is no longer used.
   */
  async endReplaced(grant: GrantFacts): Promise<void> {
    const scopes = new Set(grant.scopes.split(' '));
    for (const older of await olderConnections(this.db, grant)) {
      const held = older.scopes.split(' ');
      if (held.length < scopes.size && held.every((scope) => scopes.has(scope))) await this.end(older.id, 'replaced');
    }
  }

  /** Ends the surplus connections of a person in a workspace after a new one: those unused for longest. */
  async endSurplus({ user_id: userId, organization_id: organizationId }: GrantFacts): Promise<void> {
    const live = await liveConnectionsOf(this.db, [{ userId, organizationId }], this.clock());
    for (const { id } of surplusOf(live)) await this.end(id, 'too_many');
  }

  /** The current state of a connection. */
  async findGrant(grantId: string): Promise<StoredGrant | null> {
    const grant = await findStoredGrant(this.db, grantId);
    if (grant && grant.activated_at !== null && grant.client_grant_types !== null) this.facts.set(grantId, grant);
    return grant;
  }

  /** The unchanging facts of a connection, if this process has seen it recently. Does not say whether it is alive. */
  knownFacts(grantId: string): GrantFacts | undefined {
    return this.facts.get(grantId);
  }

  /** Stops the background work and writes its remaining data. */
  async close(): Promise<void> {
    await this.uses.stop();
  }

  private async loadLive(grantId: string): Promise<LiveConnection | null> {
    const grant = await this.findGrant(grantId);
    if (!grant || grant.role === null || grant.activated_at === null) return null;
    if (connectionStatusOf(grant, this.clock()) !== 'live') return null;
    return {
      organizationId: grant.organization_id,
      clientId: grant.client_id,
      userId: grant.user_id,
      clientName: grant.client_name,
      userRole: grant.role,
      withinReach: allScopes.filter(
        (scope) => decide({ role: grant.role ?? 'MEMBER', active: true }, [scope], permittedOf(grant)) === 'approve',
      ),
      connectedAt: grant.activated_at,
      lastUsedAt: grant.last_used_at,
      expiresAt: Math.min(grant.expires_at, grant.idle_expires_at),
    };
  }
}
