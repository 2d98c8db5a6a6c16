/**
 * The token endpoints that are compared, each in a process of its own: ours over a database, oidc-provider over its
 * in-memory adapter, and the least that express and ES256 cost. All rotate refresh tokens of public clients and sign an
 * access token with ES256 for each.
 *
 * Started with its kind as argument; says `{port, path, clientId, refreshTokens}` when ready, and its CPU time when asked.
 */
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import express from 'express';
import jwt from 'jsonwebtoken';
import { v7 as uuid } from 'uuid';
import { loadSettings } from '../config/settings';
import { startService } from '../src/main';
import { newRefreshToken, hashSecret } from '../src/oauth/secrets';
import { Database } from '../src/store/database';
import { migrateUp } from '../src/store/migrate';
import { saveClient } from '../src/store/oauth/clients';
import { activateGrant, saveGrant } from '../src/store/oauth/grants';
import { ensureKeys, loadKeys } from '../src/store/oauth/keys';
import { memberships, organizations, users } from '../src/store/tables/access';
import { insertInto } from '../src/store/tables/define';

export interface Ready {
  readonly port: number;
  readonly path: string;
  readonly clientId: string;
  readonly refreshTokens: readonly string[];
}

const day = 86_400_000;
const scope = 'workspace:read agent:read';

async function ours(databaseUrl: string, connections: number): Promise<Ready> {
  const settings = loadSettings({
    DATABASE_URL: databaseUrl,
    DATA_DIR: process.env['BENCH_FOLDER'],
    PORT: '0',
    LOG_LEVEL: 'warn',
    RUN_WORKER: 'false',
  });
  if (databaseUrl.startsWith('mysql:')) {
    const url = new URL(databaseUrl);
    const name = url.pathname.slice(1);
    url.pathname = '/mysql';
    const server = await Database.open(url.href, { maxConnections: 1 });
    await server.run(`DROP DATABASE IF EXISTS ${name}`);
    await server.run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await server.close();
  }
  const db = await Database.open(databaseUrl);
  await migrateUp(db);
  const now = Date.now();
  const [organizationId, userId, clientId] = [uuid(), uuid(), randomUUID()];
  await insertInto(db, organizations, [{ id: organizationId, name: 'Bench', revision: 0, created_at: now }]);
  await insertInto(db, users, [
    { id: userId, email: 'a@example.com', display_name: 'A', password_hash: null, created_at: now },
  ]);
  await insertInto(db, memberships, [
    { organization_id: organizationId, user_id: userId, role: 'OWNER', active: 1, created_at: now, updated_at: now },
  ]);
  await saveClient(db, {
    id: clientId,
    kind: 'registered',
    name: 'Bench',
    uri: null,
    redirectUris: ['http://127.0.0.1/cb'],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: scope,
    createdAt: now,
    lastUsedAt: now,
    freshUntil: null,
  });
  await ensureKeys(db, now);
  const mac = (await loadKeys(db, now)).find((key) => key.purpose === 'refresh_token');
  const refreshTokens: string[] = [];
  for (let n = 0; n < connections; n += 1) {
    const id = uuid();
    await saveGrant(db, {
      id,
      organization_id: organizationId,
      user_id: userId,
      client_id: clientId,
      client_name: 'Bench',
      scopes: scope,
      created_at: now,
      activated_at: null,
      expires_at: now + 90 * day,
      idle_expires_at: now + 30 * day,
      refresh_hash: null,
      previous_hash: null,
      successor: null,
      rotated_at: null,
      generation: 0,
      last_used_at: null,
      call_count: 0,
      revoked_at: null,
      revoked_reason: null,
    });
    const token = newRefreshToken(id, Buffer.from(mac?.material ?? '', 'base64url'));
    await activateGrant(db, id, hashSecret(token), now);
    refreshTokens.push(token);
  }
  await db.close();
  const service = await startService(settings);
  return { port: service.port, path: '/api/v1/mcp/oauth/token', clientId, refreshTokens };
}

async function oidcProvider(connections: number): Promise<Ready> {
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
  return { port: await listen(provider.callback()), path: '/token', clientId, refreshTokens };
}

/** No checks to speak of: what express, form reading, a hash and an ES256 signature cost. */
async function bare(connections: number): Promise<Ready> {
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
  return { port: await listen(app), path: '/token', clientId: 'bench', refreshTokens };
}

function listen(handler: RequestListener): Promise<number> {
  const server = createServer(handler);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
}

async function main(kind: string, connections: number): Promise<void> {
  const ready = await (kind === 'oidc-provider'
    ? oidcProvider(connections)
    : kind === 'bare'
      ? bare(connections)
      : ours(kind, connections));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1000 });
  });
  process.on('disconnect', () => process.exit());
  process.send?.(ready);
}

if (require.main === module) {
  main(process.argv[2] ?? 'bare', Number(process.argv[3] ?? '16')).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}
