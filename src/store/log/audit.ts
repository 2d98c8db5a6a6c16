/** The audit log. Rows are only added. */
import { insertInto } from '../../database/define';
import { newId } from '../../database/new-id';
import { placeholders, type Database } from '../../database/database';
import { auditRows } from '../tables/models';
import { atLeast } from '../../database/rows';
import { oauthAudit, type AuditRow } from '../tables/oauth';

/** Events of connections and signing keys. Actions of the catalogue are recorded under their own names. */
export type OauthEvent =
  | 'approved'
  | 'refused'
  | 'connected'
  | 'revoked'
  | 'ended'
  | 'code_replayed'
  | 'refresh_reused'
  | 'keys_rotated'
  | 'app_permitted'
  | 'app_forbidden'
  | 'access_requested'
  | 'access_refused';

/** Who acts, with the facts the log records. `Caller` (src/workspace/workspace.ts) fits. */
export type AuditActor =
  | { readonly kind: 'api_key'; readonly keyId: string }
  | {
      readonly kind: 'connection';
      readonly connection: {
        readonly connectionId: string;
        readonly clientId: string;
        readonly clientName: string;
        readonly userId: string;
      };
    }
  | { readonly kind: 'session'; readonly userId: string }
  | { readonly kind: 'provisioning_key'; readonly keyId: string }
  | { readonly kind: 'operator'; readonly name: string };

/** What an action changed. */
export interface AuditObject {
  /** `lead`, `api_key`, `member`, … */
  readonly kind: string;
  readonly id: string;
  /** The result, in a few words. Never a secret. */
  readonly detail?: string;
  /** True: an entry about the installation, which is kept when the workspace is deleted. */
  readonly ofInstallation?: boolean;
}

/** The columns that name an actor. */
export function actorColumns(actor: AuditActor) {
  const actor_kind = actor.kind;
  switch (actor.kind) {
    case 'api_key':
    case 'provisioning_key':
      return { actor_kind, actor_id: actor.keyId };
    case 'connection': {
      const { connectionId, clientId, clientName, userId } = actor.connection;
      const who = { user_id: userId, client_id: clientId, client_name: clientName, grant_id: connectionId };
      return { ...who, actor_kind, actor_id: connectionId };
    }
    case 'session':
      return { user_id: actor.userId, actor_kind, actor_id: actor.userId };
    case 'operator':
      return { actor_kind, actor_id: actor.name.slice(0, 120) };
  }
}

export type AuditEntry = Pick<AuditRow, 'at' | 'action'> & Partial<Omit<AuditRow, 'id' | 'at' | 'action'>>;

/** Adds an entry. Inside a transaction, it is committed or rolled back with it. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await recordAudits(db, [entry]);
}

/** Adds entries with one statement. */
export async function recordAudits(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  await insertInto(
    db,
    oauthAudit,
    entries.map((entry) => ({
      organization_id: null,
      user_id: null,
      client_id: null,
      client_name: null,
      grant_id: null,
      detail: null,
      actor_kind: null,
      actor_id: null,
      object_kind: null,
      object_id: null,
      ...entry,
      id: newId(),
    })),
  );
}

export interface AuditFilter {
  readonly organizationId?: string;
  readonly grantId?: string;
  /** Epoch milliseconds, inclusive. */
  readonly since?: number;
  /** At most this many, default 100. */
  readonly limit?: number;
}

/** Entries, newest first. */
export async function listAudit(db: Database, filter: AuditFilter = {}): Promise<AuditRow[]> {
  const { organizationId, grantId, since, limit = 100 } = filter;
  return auditRows(db).all(
    {
      ...(organizationId === undefined ? {} : { organization_id: organizationId }),
      ...(grantId === undefined ? {} : { grant_id: grantId }),
      ...(since === undefined ? {} : { at: atLeast(since) }),
    },
    { order: ['at', 'id'], newestFirst: true, limit },
  );
}

/** Names by id, for all objects that log entries refer to. */
export interface AuditNames {
  readonly organizations: ReadonlyMap<string, string>;
  /** E-mail addresses, or the names that colleagues see. */
  readonly users: ReadonlyMap<string, string>;
  /** API keys and provisioning keys. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The names for the ids in entries. Deleted objects have none. @param others ids of more people to name. @param called how people are named. */
export async function auditNames(
  db: Database,
  rows: readonly AuditRow[],
  others: readonly string[] = [],
  called: 'email' | 'display_name' = 'email',
): Promise<AuditNames> {
  const keysOf = (kind: string) =>
    rows.flatMap((row) => [
      ...(row.actor_kind === kind ? [row.actor_id] : []),
      ...(row.object_kind === kind ? [row.object_id] : []),
    ]);
  const people = rows.flatMap((row) => [row.user_id, ...(row.object_kind === 'member' ? [row.object_id] : [])]);
  return {
    organizations: await namesOf(
      db,
      'organizations',
      'name',
      rows.map((row) => row.organization_id),
    ),
    users: await namesOf(db, 'users', called, [...people, ...others]),
    keys: new Map([
      ...(await namesOf(db, 'api_keys', 'name', keysOf('api_key'))),
      ...(await namesOf(db, 'provisioning_keys', 'name', keysOf('provisioning_key'))),
    ]),
  };
}

async function namesOf(
  db: Database,
  table: 'organizations' | 'users' | 'api_keys' | 'provisioning_keys',
  column: 'name' | 'email' | 'display_name',
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const names = new Map<string, string>();
  for (let from = 0; from < wanted.length; from += 500) {
    const some = wanted.slice(from, from + 500);
    const found = await db.select<{ id: string; name: string }>(
      `SELECT id, ${column} AS name FROM ${table} WHERE id IN (${placeholders(some)})`,
      some,
    );
    for (const { id, name } of found) names.set(id, name);
  }
  return names;
}
