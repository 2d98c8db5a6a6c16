/** OAuth clients: registered ones and cached metadata documents. */
import { placeholders, type Database } from '../../database/database';
import { clientRows } from '../tables/models';
import { lessThan } from '../../database/rows';
import type { ClientRow } from '../tables/oauth';

/** How a client proves at the token endpoint that it is this client. */
export type ClientAuthentication =
  | { readonly method: 'none' }
  | {
      readonly method: 'private_key_jwt';
      readonly jwksUri: string;
      /** Its one signature algorithm; null: any that is allowed. */
      readonly algorithm: string | null;
      /** Whether the client may also send no proof, because its document offers `none` too. */
      readonly optional: boolean;
    };

/** What stands in for a metadata document that cannot be fetched: its last good copy, or the service's table. */
export interface StandIn {
  readonly from: 'copy' | 'table';
  readonly since: number;
  readonly reason: string;
}

/** A client as the authorization server uses it. */
export interface StoredClient {
  readonly id: string;
  readonly kind: 'registered' | 'document';
  readonly name: string;
  readonly uri: string | null;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  /** Space-separated. */
  readonly scopes: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly freshUntil: number | null;
  readonly logoUri: string | null;
  readonly tosUri: string | null;
  readonly policyUri: string | null;
  readonly authentication: ClientAuthentication;
  /** When its document was last fetched; null for other clients, and where it never was. */
  readonly fetchedAt: number | null;
  readonly standIn: StandIn | null;
  /** The only workspace that may approve it; null: any. */
  readonly registeredFor: string | null;
  readonly registeredBy: string | null;
}

/** The values of what a registration or document leaves out. */
export const plainClient = {
  authentication: { method: 'none' },
  fetchedAt: null,
  standIn: null,
  registeredFor: null,
  registeredBy: null,
} as const satisfies Partial<StoredClient>;

export async function findClient(db: Database, id: string): Promise<StoredClient | null> {
  const found = await clientRows(db).find({ id });
  return found ? clientOf(found) : null;
}

/** Stores a client, or overwrites the stored copy of a metadata document. */
export async function saveClient(db: Database, client: StoredClient): Promise<void> {
  const row: ClientRow = {
    id: client.id,
    kind: client.kind,
    name: client.name,
    uri: client.uri,
    redirect_uris: JSON.stringify(client.redirectUris),
    grant_types: client.grantTypes.join(' '),
    scopes: client.scopes,
    created_at: client.createdAt,
    last_used_at: client.lastUsedAt,
    fresh_until: client.freshUntil,
    logo_uri: client.logoUri,
    tos_uri: client.tosUri,
    policy_uri: client.policyUri,
    ...authenticationColumns(client.authentication),
    fetched_at: client.fetchedAt,
    stand_in: client.standIn?.from ?? null,
    stand_in_since: client.standIn?.since ?? null,
    stand_in_reason: client.standIn?.reason.slice(0, 255) ?? null,
    registered_for: client.registeredFor,
    registered_by: client.registeredBy,
  };
  await clientRows(db).save(row);
}

function authenticationColumns(authentication: ClientAuthentication) {
  if (authentication.method === 'none') return { auth_method: null, jwks_uri: null, signing_alg: null };
  const { jwksUri, algorithm, optional } = authentication;
  return { auth_method: optional ? 'either' : 'private_key_jwt', jwks_uri: jwksUri, signing_alg: algorithm } as const;
}

function authenticationOf(row: ClientRow): ClientAuthentication {
  const { auth_method: method, jwks_uri: jwksUri, signing_alg: algorithm } = row;
  if (method === null || method === 'none' || jwksUri === null) return { method: 'none' };
  return { method: 'private_key_jwt', jwksUri, algorithm, optional: method === 'either' };
}

/** Notes that a client is in use, at most once an hour, so that busy clients cost no writes. */
export async function touchClient(db: Database, client: StoredClient, now: number): Promise<void> {
  if (now - client.lastUsedAt < 3_600_000) return;
  await clientRows(db).update({ last_used_at: now }, { id: client.id, last_used_at: lessThan(now) });
}

/**
 * Removes clients that were not used since `idleSince` and have no connection that was live since then.
 * @returns how many were removed, at most `limit`.
 */
export async function deleteIdleClients(db: Database, idleSince: number, limit: number): Promise<number> {
  const unused = `registered_for IS NULL AND last_used_at < ? AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = oauth_clients.id
    AND ((g.revoked_at IS NULL AND g.idle_expires_at > ?) OR g.revoked_at > ?))`;
  const times = [idleSince, idleSince, idleSince];
  const rows = await db.select<{ id: string }>(`SELECT id FROM oauth_clients WHERE ${unused} LIMIT ${limit}`, times);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  return db.run(`DELETE FROM oauth_clients WHERE id IN (${placeholders(ids)}) AND ${unused}`, [...ids, ...times]);
}

/** Clients that no person has ever approved. */
const neverApproved = `registered_for IS NULL AND NOT EXISTS (SELECT 1 FROM oauth_grants g WHERE g.client_id = oauth_clients.id)
  AND NOT EXISTS (SELECT 1 FROM app_permits p WHERE p.app = oauth_clients.id)`;

/**
 * Removes clients that no person approved and that made no request since `askedSince`.
 * @returns how many were removed, at most `limit`.
 */
export async function deleteUnusedClients(db: Database, askedSince: number, limit: number): Promise<number> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM oauth_clients WHERE last_used_at < ? AND ${neverApproved} ORDER BY last_used_at LIMIT ${limit}`,
    [askedSince],
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  return db.run(
    `DELETE FROM oauth_clients WHERE id IN (${placeholders(ids)}) AND last_used_at < ? AND ${neverApproved}`,
    [...ids, askedSince],
  );
}

/** Removes clients that were registered by hand for workspaces that are gone, at most `limit`. */
export async function deleteClientsOfGoneWorkspaces(db: Database, limit: number): Promise<number> {
  const gone = `registered_for IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM organizations o WHERE o.id = oauth_clients.registered_for)`;
  const rows = await db.select<{ id: string }>(`SELECT id FROM oauth_clients WHERE ${gone} LIMIT ${limit}`, []);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  return db.run(`DELETE FROM oauth_clients WHERE id IN (${placeholders(ids)}) AND ${gone}`, ids);
}

/** The clients that were registered by hand for a workspace, newest first. */
export async function clientsRegisteredFor(db: Database, organizationId: string): Promise<readonly StoredClient[]> {
  const order = ['created_at', 'id'] as const;
  const rows = await clientRows(db).all({ registered_for: organizationId }, { order, newestFirst: true });
  return rows.map(clientOf);
}

/** Removes a client that was registered by hand for this workspace. @returns it; undefined when there is none. */
export async function deleteClientRegisteredFor(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredClient | undefined> {
  const own = { id, registered_for: organizationId };
  const found = await clientRows(db).find(own);
  if (!found || (await clientRows(db).delete(own)) === 0) return undefined;
  return clientOf(found);
}

/** Clients whose document a copy or the table stands in for, longest first, at most `limit`. */
export async function clientsWithStandIn(db: Database, limit: number): Promise<readonly StoredClient[]> {
  const rows = await db.select<ClientRow>(
    `SELECT * FROM oauth_clients WHERE stand_in IS NOT NULL ORDER BY stand_in_since, id LIMIT ${Math.trunc(limit)}`,
  );
  return rows.map(clientOf);
}

/** How many clients there are, counted up to `limit`. */
export async function countClients(db: Database, limit: number): Promise<number> {
  const sql = `SELECT COUNT(*) AS n FROM (SELECT id FROM oauth_clients LIMIT ${limit}) AS some`;
  const [row] = await db.select<{ n: number }>(sql);
  return row?.n ?? 0;
}

function clientOf(row: ClientRow): StoredClient {
  const uris: unknown = JSON.parse(row.redirect_uris);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    uri: row.uri,
    redirectUris: Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [],
    grantTypes: row.grant_types.split(' '),
    scopes: row.scopes,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    freshUntil: row.fresh_until,
    logoUri: row.logo_uri,
    tosUri: row.tos_uri,
    policyUri: row.policy_uri,
    authentication: authenticationOf(row),
    fetchedAt: row.fetched_at,
    standIn:
      row.stand_in === null
        ? null
        : { from: row.stand_in, since: row.stand_in_since ?? 0, reason: row.stand_in_reason ?? '' },
    registeredFor: row.registered_for,
    registeredBy: row.registered_by,
  };
}
