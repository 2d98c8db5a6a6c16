/** Access tokens for tests: minted with a key of the test's own, verified by the verifier of the service. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { AccessTokens } from '../../../src/auth/access-tokens';
import { workspaceReader } from '../../../src/workspace/open-workspace';
import { dataAccessOfScopes, scopes, type Scope } from '../../../src/auth/rights';
import type { Workspace } from '../../../src/workspace/workspace';
import type { Database } from '../../../src/database/database';
import { network } from '../../support/network';

export interface TokenOptions {
  readonly scopes?: readonly Scope[];
  /** Claims that replace or, as undefined, remove the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly connectionId?: string;
  /** Signs with a key that the service does not know. */
  readonly foreignKey?: boolean;
}

const kid = 'test-key';

export class TestConnections {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly issuer = 'http://127.0.0.1/api/v1/mcp/oauth';
  private readonly audience = 'http://127.0.0.1/api/v1/mcp';
  private readonly ended = new Set<string>();
  readonly userId = randomUUID();
  readonly cursorKey = Buffer.from(randomUUID());
  /** What the service publishes: an attacker may use it as the secret of an HMAC. */
  readonly publicKeyPem = this.keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  private readonly tokens: AccessTokens;

  constructor(
    private readonly db: Database,
    readonly organizationId: string,
  ) {
    this.tokens = new AccessTokens({
      addresses: { isIssuer: (one) => one === this.issuer, isAudience: (one) => one === this.audience },
      keys: { find: (id) => (id === kid ? this.keys.publicKey : undefined), refresh: () => Promise.resolve() },
      load: (grantId) =>
        Promise.resolve(
          this.ended.has(grantId)
            ? null
            : {
                organizationId: this.organizationId,
                clientId: 'test-client',
                userId: this.userId,
                clientName: 'Test assistant',
                userRole: 'ADMIN',
                connectedAt: 1_760_000_000_000,
                lastUsedAt: null,
                expiresAt: Date.now() + 86_400_000,
              },
        ),
    });
  }

  /** An access token; a good one unless the options say otherwise. */
  mint(options: TokenOptions = {}): string {
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: this.issuer,
      aud: this.audience,
      sub: this.userId,
      org: this.organizationId,
      client_id: 'test-client',
      scope: (options.scopes ?? scopes).join(' '),
      gid: options.connectionId ?? randomUUID(),
      jti: randomUUID(),
      iat: now,
      exp: now + 900,
      ...options.claims,
    };
    const payload = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    return jwt.sign(payload, (options.foreignKey ? this.foreign : this.keys).privateKey, {
      algorithm: 'ES256',
      header: { alg: 'ES256', typ: 'at+jwt', kid, ...options.header },
    });
  }

  /** Ends a connection: its tokens are refused from now on. */
  end(connectionId: string): void {
    this.ended.add(connectionId);
    this.tokens.deny(connectionId);
  }

  async workspaceOf(token: string): Promise<Workspace | null> {
    const verified = await this.tokens.verify(token);
    if (!verified) return null;
    const { organizationId, ...connection } = verified;
    const open = workspaceReader(this.db, { cursorKey: this.cursorKey, network });
    const caller = { kind: 'connection', connection: { ...connection, protocolVersion: '' } } as const;
    // The database knows none of these connections; a query that takes long asks about its caller again.
    return {
      ...open(organizationId, dataAccessOfScopes(connection.scopes), caller),
      presentCaller: () => Promise.resolve(caller),
    };
  }
}
