/** A database with one workspace and connected assistants, for the benchmark of refreshing. */
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { hashSecret, newRefreshToken } from '../src/interfaces/oauth/secrets';
import { Database } from '../src/database/database';
import { migrateUp } from '../src/store/facade/migrate';
import { plainClient, saveClient } from '../src/store/oauth/clients';
import { activateGrant, saveGrant } from '../src/store/oauth/grants';
import { ensureKeys, loadKeys } from '../src/store/oauth/keys';
import { memberships, organizations, users } from '../src/store/tables/access';
import { insertInto } from '../src/database/define';

export interface Seeded {
  readonly organizationId: string;
  readonly userId: string;
  readonly clientId: string;
  /** The current refresh token of each connection. */
  readonly refreshTokens: readonly string[];
}

const day = 86_400_000;
/**
 * Makes the schema and `connections` live connections of one person in one workspace.
 * @param scope of each connection.
 */
export async function seedConnections(
  databaseUrl: string,
  connections: number,
  scope = 'workspace:read agent:read',
): Promise<Seeded> {
  const db = await Database.open(databaseUrl);
  await migrateUp(db);
  const now = Date.now();
  const [organizationId, userId, clientId] = [uuid(), uuid(), randomUUID()];
  await insertInto(db, organizations, [{ id: organizationId, name: 'Bench', revision: 0, created_at: now }]);
  await insertInto(db, users, [
    {
      id: userId,
      email: 'a@example.com',
      display_name: 'A',
      password_hash: null,
      sessions_not_before: null,
      proved_at: null,
      created_at: now,
    },
  ]);
  await insertInto(db, memberships, [
    {
      organization_id: organizationId,
      user_id: userId,
      role: 'OWNER',
      active: 1,
      created_at: now,
      updated_at: now,
      external_id: null,
      sessions_not_before: null,
    },
  ]);
  await saveClient(db, {
    ...plainClient,
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
    logoUri: null,
    tosUri: null,
    policyUri: null,
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
      expires_at: now + 90 * day,
      idle_expires_at: now + 30 * day,
      assistant: null,
      resource: null,
    });
    const token = newRefreshToken(id, 1, now, Buffer.from(mac?.material ?? '', 'base64url'));
    await activateGrant(db, id, hashSecret(token), now);
    refreshTokens.push(token);
  }
  await db.close();
  return { organizationId, userId, clientId, refreshTokens };
}

/** Makes an empty database on a server and has the server write every commit to disk before it answers. */
export async function makeDurableDatabase(serverUrl: string, name: string): Promise<void> {
  const server = await Database.open(serverUrl, { maxConnections: 1 });
  await server.run('SET GLOBAL innodb_flush_log_at_trx_commit = 1');
  await server.run(`DROP DATABASE IF EXISTS ${name}`);
  await server.run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await server.close();
}
