/** The four servers that are compared. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpExpressApp } from '@modelcontextprotocol/express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import express, { type Express } from 'express';
import { FastMCP } from 'fastmcp';
import jwt from 'jsonwebtoken';
import { freePort } from '../../scripts/database-server';
import type { Given, Query } from '../../tools/define';
import { AccessTokens } from '../../src/auth/access-tokens';
import { dataAccessOfScopes, scopes } from '../../src/auth/rights';
import type { Workspace } from '../../src/workspace/workspace';
import { createLogger } from '../../src/http/logging';
import { Metrics } from '../../src/http/metrics';
import { RequestLimiter } from '../../src/http/rate-limit';
import { apiSecurityHeaders } from '../../src/http/security-headers';
import { HttpServer } from '../../src/http/server';
import { uncounted } from '../../src/shared/count-try';
import { mcpEndpoint } from '../../src/interfaces/mcp/endpoint';
import { prepareTools, readOnlyHints } from '../../src/interfaces/mcp/tools';
import type { Database } from '../../src/database/database';
import { openWorkspace, organizationId, measured, workspaceFor } from './workspace';

export interface Setup {
  readonly kind: ServerKind;
  readonly databaseUrl: string;
  /** PEM of the key that signed the access token of the run. */
  readonly publicKey: string;
}

export interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

export type ServerKind = 'leadlight' | 'documented' | 'fastmcp' | 'express';

const prefix = 'svc_';

const issuer = 'http://127.0.0.1/api/v1/mcp/oauth';
const audience = 'http://127.0.0.1/api/v1/mcp';

/** A token as the authorization server signs it, and the key to verify it with. */
export function mintToken(): { token: string; publicKey: string } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: audience,
    sub: 'user',
    org: organizationId,
    client_id: 'client',
    scope: scopes.join(' '),
    gid: 'grant',
    jti: 'token',
    iat: now,
    exp: now + 900,
  };
  const token = jwt.sign(claims, keys.privateKey, {
    algorithm: 'ES256',
    header: { alg: 'ES256', typ: 'at+jwt', kid: 'bench' },
  });
  return { token, publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

/** Ours, whole: authentication, rate limit, log and metrics as in production. */
async function leadlight(db: Database, publicKey: string): Promise<Running> {
  const key = createPublicKey(publicKey);
  const tokens = new AccessTokens({
    addresses: { isIssuer: (one) => one === issuer, isAudience: (one) => one === audience },
    keys: { find: () => key, refresh: () => Promise.resolve() },
    load: () =>
      Promise.resolve({
        organizationId,
        clientId: 'client',
        userId: 'user',
        clientName: 'Bench',
        userRole: 'ADMIN',
        connectedAt: 0,
        lastUsedAt: null,
        expiresAt: Date.now() + 86_400_000,
      }),
  });
  const open = workspaceFor(db);
  const log = createLogger({ LOG_LEVEL: 'info' });
  const securityHeaders = apiSecurityHeaders('');
  const server = new HttpServer({ log, metrics: new Metrics(), securityHeaders });
  const port = await server.listen(0, '127.0.0.1');
  const endpoint = mcpEndpoint({
    catalogue: measured,
    settings: { MCP_TOOL_PREFIX: prefix, CUSTOMER_API_MCP_ALLOWED_ORIGINS: [] },
    publicUrl: `http://127.0.0.1:${port}`,
    async verifyAccessToken(sent) {
      const verified = await tokens.verify(sent);
      if (!verified) return null;
      const connection = { ...verified, protocolVersion: '' };
      return open(organizationId, dataAccessOfScopes(verified.scopes), { kind: 'connection', connection });
    },
    unauthenticated: { tries: () => uncounted },
    limiter: new RequestLimiter(100_000_000),
    log,
    about: { version: 'bench', title: 'Leadlight' },
  });
  server.open(endpoint.routes);
  return { port, stop: () => server.stop(0).then(() => undefined) };
}

async function toolResult(query: Query, workspace: Workspace, input: Given): Promise<CallToolResult> {
  const answer = await query.ask(workspace, input);
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
}

/** The SDK's documented pattern: a factory that makes a server and registers every tool, called for each request. */
function documented(db: Database): Promise<Running> {
  const workspace = openWorkspace(db);
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'bench', version: '1.0.0' });
      for (const query of measured) {
        const { title, description, input, output } = query;
        server.registerTool(
          prefix + query.name,
          { title, description, inputSchema: input, outputSchema: output, annotations: readOnlyHints },
          (args) => toolResult(query, workspace, args),
        );
      }
      return server;
    }),
  );
  const app = createMcpExpressApp();
  app.all('/mcp', (req, res) => handler(req, res, req.body));
  return listen(app);
}

async function fastMcp(db: Database): Promise<Running> {
  const workspace = openWorkspace(db);
  const server = new FastMCP({ name: 'bench', version: '1.0.0', logger: silent });
  for (const query of measured) {
    server.addTool({
      name: prefix + query.name,
      description: query.description,
      parameters: query.input,
      annotations: { title: query.title, ...readOnlyHints },
      execute: async (args) => ({
        content: [{ type: 'text', text: JSON.stringify(await query.ask(workspace, args)) }],
      }),
    });
  }
  const port = await freePort();
  await server.start({
    transportType: 'httpStream',
    httpStream: { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true },
  });
  return { port, stop: () => server.stop() };
}

/** No protocol at all: reads JSON, asks, writes JSON. Nothing that keeps to MCP can be faster on express. */
function bareExpress(db: Database): Promise<Running> {
  const workspace = openWorkspace(db);
  const { list, byName } = prepareTools(measured, prefix);
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  app.post('/mcp', express.json(), async (req, res) => {
    const { id, method, params } = req.body as {
      id: number;
      method: string;
      params: { name: string; arguments: Readonly<Record<string, unknown>> };
    };
    const query = byName.get(params.name)?.query;
    const result = method === 'tools/list' || !query ? list : await toolResult(query, workspace, params.arguments);
    res.json({ jsonrpc: '2.0', id, result });
  });
  return listen(app);
}

export const startServer: Readonly<Record<ServerKind, (db: Database, publicKey: string) => Promise<Running>>> = {
  leadlight,
  documented,
  fastmcp: fastMcp,
  express: bareExpress,
};

const silent = {
  debug: () => undefined,
  error: () => undefined,
  info: () => undefined,
  log: () => undefined,
  warn: () => undefined,
};

function listen(app: Express): Promise<Running> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () =>
      resolve({ port: portOf(server.address()), stop: () => closed(server) }),
    );
  });
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}
