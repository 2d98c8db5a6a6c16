/** The endpoint behind the service's own HTTP server, on a database of its own, for tests. */
import { randomUUID } from 'node:crypto';
import type { Query } from '../../../tools/define';
import { ApiKeyAuthenticator, createApiKey } from '../../../src/auth/api-keys';
import { workspaceOpener } from '../../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOfScopes, scopes } from '../../../src/auth/rights';
import { createLogger } from '../../../src/http/logging';
import { Metrics } from '../../../src/http/metrics';
import { RequestLimiter } from '../../../src/http/rate-limit';
import { apiSecurityHeaders } from '../../../src/http/security-headers';
import type { Route } from '../../../src/http/router';
import { HttpServer } from '../../../src/http/server';
import { uncounted } from '../../../src/shared/count-try';
import { mcpEndpoint } from '../../../src/interfaces/mcp/endpoint';
import { restRoutes } from '../../../src/interfaces/rest/handlers';
import type { Database } from '../../../src/database/database';
import { openTestDatabase } from '../../support/databases';
import { TestConnections } from './connections';
import { network } from '../../support/network';

export interface TestEndpoint {
  /** Address of the endpoint. */
  readonly url: string;
  readonly origin: string;
  readonly db: Database;
  readonly organizationId: string;
  readonly connections: TestConnections;
  /** An API key with the same rights as a connection with all scopes; works where REST is served. */
  readonly apiKey: string;
  /** What was logged, as JSON lines. */
  readonly logged: readonly string[];
  close(): Promise<void>;
}

export interface TestEndpointOptions {
  readonly catalogue: readonly Query[];
  readonly perMinute?: number;
  readonly origins?: readonly string[];
  readonly bodyTimeoutMs?: number;
  readonly prefix?: string;
  /** Fills the database before the first request. */
  seed?(db: Database, organizationId: string): Promise<void>;
  /** Makes the workspace instead, and says its id. */
  make?(db: Database): Promise<string>;
  /** Serves the REST reads beside it; needs the whole catalogue. */
  readonly withRest?: boolean;
}

export async function startEndpoint(options: TestEndpointOptions): Promise<TestEndpoint> {
  const { db, close } = await openTestDatabase();
  const organizationId = (await options.make?.(db)) ?? randomUUID();
  await options.seed?.(db, organizationId);
  const connections = new TestConnections(db, organizationId);
  const logged: string[] = [];
  const log = createLogger({ LOG_LEVEL: 'debug' }, { write: (line) => void logged.push(line) });
  const securityHeaders = apiSecurityHeaders('');
  const server = new HttpServer({ log, metrics: new Metrics(), securityHeaders });
  const port = await server.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const endpoint = mcpEndpoint({
    catalogue: options.catalogue,
    settings: {
      MCP_TOOL_PREFIX: options.prefix ?? 'svc_',
      CUSTOMER_API_MCP_ALLOWED_ORIGINS: [...(options.origins ?? [])],
    },
    publicUrl: origin,
    verifyAccessToken: (token) => connections.workspaceOf(token),
    unauthenticated: { tries: () => uncounted },
    limiter: new RequestLimiter(options.perMinute ?? 1_000_000),
    log,
    about: { version: '0.0.0-test', title: 'Leadlight' },
    bodyTimeoutMs: options.bodyTimeoutMs,
  });
  const { secret: apiKey } = await createApiKey(db, {
    organizationId,
    name: 'test',
    dataAccess: dataAccessFlags.filter((flag) => dataAccessOfScopes(scopes)[flag]),
    expiresAt: null,
  });
  const routes: Route[] = [...endpoint.routes];
  const authenticator = new ApiKeyAuthenticator(
    db,
    workspaceOpener(db, { cursorKey: connections.cursorKey, network }),
    () => undefined,
  );
  if (options.withRest) {
    const limiter = new RequestLimiter(1_000_000);
    routes.push(
      ...restRoutes({
        catalogue: options.catalogue,
        authenticator,
        provisioning: authenticator,
        limiter,
        unauthenticated: { tries: () => uncounted },
        publicUrl: origin,
        compress: true,
      }),
    );
  }
  server.open(routes);
  return {
    url: `${origin}/api/v1/mcp`,
    origin,
    db,
    organizationId,
    connections,
    apiKey,
    logged,
    async close() {
      await endpoint.close();
      await server.stop(0);
      await authenticator.close();
      await close();
    },
  };
}
