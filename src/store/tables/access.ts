/** Access: workspaces, users and their memberships, API keys, and secrets of the service itself. */
import { big, flag, id, longText, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { Role } from '../../shared/values';

export type { Role };

export const organizations = table({
  name: 'organizations',
  columns: {
    id: id(),
    name: text(200),
    /**
     * Counts the workspace's write transactions. Each begins by adding one, which makes the workspace's writers take turns and
     * gives paging a fixed point (docs/internals/decisions/0004-paging.md).
     */
    revision: big(),
    created_at: time(),
  },
  primaryKey: ['id'],
  indexes: [],
});

export const users = table({
  name: 'users',
  columns: {
    id: id(),
    /** Lower case. */
    email: text(254),
    display_name: text(200),
    password_hash: optional(text(255)),
    created_at: time(),
    /** Sessions that began at or before this time have ended. */
    sessions_not_before: optional(time()),
    /**
     * When the operator made or vouched for the account, or its holder used a link that only a letter to the address held. Null:
     * they joined by a link that the inviter saw too, so the account stands for the workspaces that they joined and no other.
     */
    proved_at: optional(time()),
  },
  primaryKey: ['id'],
  indexes: [{ name: 'users_email', fields: ['email'], unique: true }],
});

export const memberships = table({
  name: 'memberships',
  columns: {
    organization_id: id(),
    user_id: id(),
    role: word<Role>(),
    active: flag(),
    created_at: time(),
    updated_at: time(),
    /** The member's id in the application that manages this workspace's members. It means nothing in another workspace. */
    external_id: optional(text(255)),
    /** Sessions in this workspace that began at or before this time have ended. */
    sessions_not_before: optional(time()),
  },
  primaryKey: ['organization_id', 'user_id'],
  indexes: [
    { name: 'memberships_user', fields: ['user_id'] },
    { name: 'memberships_external', fields: ['organization_id', 'external_id'], unique: true },
    { name: 'memberships_called', fields: ['external_id'] },
  ],
});

export const apiKeys = table({
  name: 'api_keys',
  columns: {
    organization_id: id(),
    id: id(),
    name: text(200),
    /** The first characters of the key, to recognise it in a list. */
    prefix: text(24),
    /** SHA-256 of the whole key, hex. */
    secret_hash: text(64),
    /** The `dataAccess` flags that are on, comma-separated. */
    data_access: text(400),
    created_at: time(),
    expires_at: optional(time()),
    revoked_at: optional(time()),
    last_used_at: optional(time()),
    /** 1: the key was made for changing things, which also needs the flag `integrations`. */
    can_write: flag(),
    /** The owner or admin who made it. Null: the operator, or a key made before makers were stored. */
    created_by: optional(id()),
    /** 1: the key may speak at the MCP endpoint, where `MCP_API_KEYS` is on. */
    for_mcp: flag(),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [{ name: 'api_keys_secret', fields: ['secret_hash'], unique: true }],
});

/** Secrets and state that all processes must share: the cursor key, the last run of a daily job. */
export const serviceState = table({
  name: 'service_state',
  columns: { name: text(100), value: longText(), updated_at: time() },
  primaryKey: ['name'],
  indexes: [],
});

export type ApiKeyRow = RowOf<typeof apiKeys>;
export const accessTables = [organizations, users, memberships, apiKeys, serviceState];
