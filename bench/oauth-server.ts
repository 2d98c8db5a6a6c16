/**
 * The token endpoints that are compared, each in a process of its own: ours over a database, oidc-provider over its
 * in-memory adapter, and the least that express and ES256 cost. All rotate refresh tokens of public clients and sign an
 * access token with ES256 for each. The two in memory hand out their first refresh tokens at `/first-tokens`.
 */
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import express from 'express';
import jwt from 'jsonwebtoken';
import { loadSettings } from '../config/settings';
import { startService } from '../src/service/start';
import { serveMeasured } from './harness';

export interface Setup {
  readonly kind: 'bare' | 'oidc-provider' | 'leadlight';
  /** Of leadlight: where it is, and a folder for its files. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly connections: number;
}

interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

const scope = 'workspace:read agent:read';

async function leadlight({ databaseUrl, dataDir }: Setup): Promise<Running> {
  const settings = loadSettings({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    RUN_WORKER: 'false',
  });
  return startService(settings);
}

async function oidcProvider({ connections }: Setup): Promise<Running> {
  const { Provider } = await import('oidc-provider');
  const resource = 'https://bench.example/mcp';
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const clientId = 'bench';
  const provider = new Provider('http://127.0.0.1', {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', use: 'sig', alg: 'ES256', kid: 'bench' }] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/cb'],
        application_type: 'native',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    rotateRefreshToken: true,
    scopes: ['offline_access', ...scope.split(' ')],
    ttl: { AccessToken: 900, RefreshToken: 30 * 86_400, Grant: 90 * 86_400 },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('oidc-provider has no client');
  const refreshTokens: string[] = [];
  for (let n = 0; n < connections; n += 1) {
    const grant = new provider.Grant({ accountId: 'a', clientId });
    grant.addResourceScope(resource, scope);
    const grantId = await grant.save();
    const token = new provider.RefreshToken({
      accountId: 'a',
      client,
      grantId,
      scope,
      resource,
      gty: 'authorization_code',
      authTime: Math.floor(Date.now() / 1000),
    });
    refreshTokens.push(await token.save());
  }
  return listen(refreshTokens, provider.callback());
}

/** No checks to speak of: what express, form reading, a hash and an ES256 signature cost. */
async function bare({ connections }: Setup): Promise<Running> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const held = new Map<string, string>();
  const refreshTokens = Array.from({ length: connections }, () => randomBytes(32).toString('base64url'));
  for (const token of refreshTokens) held.set(hash(token), randomUUID());
  const app = express();
  app.post('/token', express.urlencoded({ extended: false }), (req, res) => {
    const presented = hash(String(req.body.refresh_token));
    const gid = held.get(presented);
    if (gid === undefined) {
      res.status(400).json({ error: 'invalid_grant' });
      return;
    }
    held.delete(presented);
    const refresh = randomBytes(32).toString('base64url');
    held.set(hash(refresh), gid);
    const access = jwt.sign({ sub: 'a', gid, scope, jti: randomUUID() }, privateKey, {
      algorithm: 'ES256',
      expiresIn: 900,
      audience: 'https://bench.example/mcp',
      issuer: 'https://bench.example',
    });
    res.json({ access_token: access, token_type: 'Bearer', expires_in: 900, refresh_token: refresh, scope });
  });
  return listen(refreshTokens, app);
}

function listen(firstTokens: readonly string[], handler: RequestListener): Promise<Running> {
  const server = createServer((req, res) => {
    if (req.url === '/first-tokens') res.end(JSON.stringify(firstTokens));
    else handler(req, res);
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({
        port,
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped());
            server.closeAllConnections();
          }),
      });
    }),
  );
}

const starters = { bare, 'oidc-provider': oidcProvider, leadlight };

serveMeasured<Setup>((setup) => starters[setup.kind](setup));
