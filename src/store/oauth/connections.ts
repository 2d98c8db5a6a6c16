/** What an operator (or a page for people) does with connections: list them and end them. */
import type { StandIn } from './clients';
import type { Database } from '../../database/database';
import { grantRows } from '../tables/models';
import type { AuditActor } from '../log/audit';
import { endGrant } from './grants';
import { within, type Within } from './within';

export type ConnectionStatus = 'live' | 'expired' | 'ended';

export interface ConnectionSummary {
  readonly connectionId: string;
  readonly organizationId: string;
  readonly organizationName: string | null;
  readonly userId: string;
  readonly userEmail: string | null;
  readonly clientId: string;
  readonly clientName: string;
  /** `assistant:<name>` of a named assistant. */
  readonly assistant: string | null;
  readonly scopes: readonly string[];
  /** All times are epoch milliseconds. */
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
  readonly callCount: number;
  /** When the connection ends unless it is refreshed before. */
  readonly expiresAt: number;
  /** When the person has to approve it again, however much it is used. */
  readonly approveAgainBy: number;
  /** What stands in for the client's document, which could not be fetched since then. Null: nothing. */
  readonly standIn: { readonly from: StandIn['from']; readonly since: number } | null;
  readonly status: ConnectionStatus;
  readonly endedAt: number | null;
  readonly endReason: string | null;
}

export interface ConnectionFilter {
  readonly organizationId?: string;
  readonly userId?: string;
  /** Only connections of these people in these workspaces. */
  readonly within?: readonly Within[];
  readonly clientId?: string;
  /** Also connections that ended. They are kept for 30 days. */
  readonly includeEnded?: boolean;
  /** Only connections after this one, in list order. */
  readonly after?: { readonly connectedAt: number; readonly connectionId: string } | undefined;
  /** At most this many, default 200. */
  readonly limit?: number;
}

interface Row {
  id: string;
  organization_id: string;
  organization_name: string | null;
  user_id: string;
  email: string | null;
  client_id: string;
  client_name: string;
  assistant: string | null;
  scopes: string;
  activated_at: number;
  last_used_at: number | null;
  call_count: number;
  expires_at: number;
  idle_expires_at: number;
  revoked_at: number | null;
  revoked_reason: string | null;
  stand_in: StandIn['from'] | null;
  stand_in_since: number | null;
}

/** Connections, newest first. */
export async function listConnections(
  db: Database,
  filter: ConnectionFilter = {},
  now: number = Date.now(),
): Promise<ConnectionSummary[]> {
  const conditions = ['g.activated_at IS NOT NULL'];
  const params: (string | number)[] = [];
  const equals = { organization_id: filter.organizationId, user_id: filter.userId, client_id: filter.clientId };
  for (const [column, value] of Object.entries(equals)) {
    if (value === undefined) continue;
    conditions.push(`g.${column} = ?`);
    params.push(value);
  }
  if (filter.within) {
    const own = within(filter.within, 'g.');
    conditions.push(own.sql);
    params.push(...own.params);
  }
  if (!filter.includeEnded) {
    conditions.push('g.revoked_at IS NULL AND g.expires_at > ? AND g.idle_expires_at > ?');
    params.push(now, now);
  }
  if (filter.after) {
    conditions.push('g.activated_at <= ? AND (g.activated_at < ? OR g.id < ?)');
    params.push(filter.after.connectedAt, filter.after.connectedAt, filter.after.connectionId);
  }
  const rows = await db.select<Row>(
    `SELECT g.id, g.organization_id, o.name AS organization_name, g.user_id, u.email, g.client_id, g.client_name, g.assistant, g.scopes,
      g.activated_at, g.last_used_at, g.call_count, g.expires_at, g.idle_expires_at, g.revoked_at, g.revoked_reason,
      c.stand_in, c.stand_in_since
      FROM oauth_grants g LEFT JOIN organizations o ON o.id = g.organization_id LEFT JOIN users u ON u.id = g.user_id
      LEFT JOIN oauth_clients c ON c.id = g.client_id
      WHERE ${conditions.join(' AND ')} ORDER BY g.activated_at DESC, g.id DESC LIMIT ${Math.trunc(filter.limit ?? 200)}`,
    params,
  );
  return rows.map((row) => summaryOf(row, now));
}

/**
 * Ends a connection of a workspace and records who did it. Running processes refuse its tokens within 5 seconds.
 * @returns false when the workspace has no such live connection.
 */
export async function revokeConnection(
  db: Database,
  organizationId: string,
  connectionId: string,
  actor: AuditActor,
  now: number = Date.now(),
): Promise<boolean> {
  const own = await grantRows(db).find({ id: connectionId, organization_id: organizationId });
  return own !== undefined && endGrant(db, connectionId, 'revoked_by_operator', now, actor);
}

/** The workspace of a connection, for an operator who names only the connection. */
export async function workspaceOfConnection(db: Database, connectionId: string): Promise<string | undefined> {
  return (await grantRows(db).find({ id: connectionId }))?.organization_id;
}

function summaryOf(row: Row, now: number): ConnectionSummary {
  const expiresAt = Math.min(row.expires_at, row.idle_expires_at);
  const status = row.revoked_at !== null ? 'ended' : expiresAt <= now ? 'expired' : 'live';
  return {
    connectionId: row.id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    userId: row.user_id,
    userEmail: row.email,
    clientId: row.client_id,
    clientName: row.client_name,
    assistant: row.assistant,
    scopes: row.scopes.split(' '),
    connectedAt: row.activated_at,
    lastUsedAt: row.last_used_at,
    callCount: row.call_count,
    expiresAt,
    approveAgainBy: row.expires_at,
    standIn: row.stand_in === null ? null : { from: row.stand_in, since: row.stand_in_since ?? row.activated_at },
    status,
    endedAt: row.revoked_at,
    endReason: row.revoked_reason,
  };
}
