/** Links that give a person access once. */
import { id, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { Role } from '../../shared/values';

/** `SETUP`: creates the first owner and workspace of an empty database. */
export type LinkKind = 'INVITE' | 'RESET' | 'SIGN_IN' | 'SETUP';

export const oneTimeLinks = table({
  name: 'one_time_links',
  columns: {
    id: id(),
    /** SHA-256 of the token, hex. */
    token_hash: text(64),
    kind: word<LinkKind>(),
    /** The inviting workspace. Empty for other kinds. */
    organization_id: id(),
    /** The user whose password or session the link is for. */
    user_id: optional(id()),
    /** The address that is invited. */
    email: optional(text(254)),
    role: optional(word<Role>()),
    /** The member who made it. Null: the operator. */
    created_by: optional(id()),
    created_at: time(),
    expires_at: time(),
    used_at: optional(time()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'one_time_links_token', fields: ['token_hash'], unique: true },
    { name: 'one_time_links_workspace', fields: ['organization_id', 'kind', 'expires_at'] },
    { name: 'one_time_links_expiry', fields: ['expires_at'] },
  ],
});

export type LinkRow = RowOf<typeof oneTimeLinks>;
export const linkTables = [oneTimeLinks];
