/**
 * Links that let a person in once: an invitation to a workspace (48 hours), a new password (one hour), a sign-in or the first
 * set-up made by the operator (one hour). The token is in the fragment of the address, which browsers do not send.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { newId } from '../database/new-id';
import { findLink, insertLink } from '../store/access/links';
import type { LinkKind, LinkRow } from '../store/tables/links';
import type { Role } from '../shared/values';

const hour = 3_600_000;
const linkLasts: Readonly<Record<LinkKind, number>> = {
  INVITE: 48 * hour,
  RESET: hour,
  SIGN_IN: hour,
  SETUP: hour,
};

/** Pages of the console where each kind is used. */
const pageOf: Readonly<Record<LinkKind, string>> = {
  INVITE: 'join',
  RESET: 'reset',
  SIGN_IN: 'sign-in',
  SETUP: 'setup',
};

const form = /^lk_[\w-]{43}$/;

export interface NewLink {
  readonly kind: LinkKind;
  readonly organizationId?: string;
  readonly userId?: string;
  readonly email?: string;
  readonly role?: Role;
  /** The member who makes the link; null for the operator. */
  readonly createdBy: string | null;
}

/** A link that is not stored yet: its row, and its path below the console's address. */
export function newLink(link: NewLink, now: number): { readonly row: LinkRow; readonly path: string } {
  const token = `lk_${randomBytes(32).toString('base64url')}`;
  const row: LinkRow = {
    id: newId(),
    token_hash: hashed(token),
    kind: link.kind,
    organization_id: link.organizationId ?? '',
    user_id: link.userId ?? null,
    email: link.email ?? null,
    role: link.role ?? null,
    created_by: link.createdBy,
    created_at: now,
    expires_at: now + linkLasts[link.kind],
    used_at: null,
  };
  return { row, path: `${pageOf[link.kind]}#${token}` };
}

/**
 * Makes a link.
 * @param consoleUrl address of the console without a final slash.
 * @returns the whole address, which is stored nowhere.
 */
export async function makeLink(db: Database, link: NewLink, consoleUrl: string, now = Date.now()): Promise<string> {
  const { row, path } = newLink(link, now);
  await insertLink(db, row);
  return `${consoleUrl}/${path}`;
}

/** The link of a token, if it still works. */
export async function openLink(db: Database, token: string, now: number): Promise<LinkRow | undefined> {
  if (!form.test(token)) return undefined;
  const row = await findLink(db, hashed(token));
  return row && row.used_at === null && row.expires_at > now ? row : undefined;
}

const hashed = (token: string) => createHash('sha256').update(token).digest('hex');
