import { z } from 'zod';
import type { AuditNames } from '../../src/store/log/audit';
import type { AuditRow } from '../../src/store/tables/oauth';
import { printDate } from '../dates';
import { defineList } from '../list';
import { timestamp, uuid } from '../schemas/values';
import { othersWordsOrNull } from '../words-of-others';

const named = z
  .strictObject({
    kind: z
      .string()
      .describe(
        'Such as `member`, `api_key` or `lead`. For the person who acted also `session`, `connection` or `operator`.',
      ),
    id: z.string().nullable().describe('Its id.'),
    name: z.string().nullable().describe('Its current name: of a member, key, lead or batch. Null if it has none.'),
  })
  .nullable();

export const listAudit = defineList({
  name: 'list_audit',
  title: 'List the audit log',
  description: 'Lists who changed, connected, approved, refused and revoked what in the workspace, newest first.',
  right: 'readAudit',
  interfaces: { mcp: false, console: true },
  rest: null,
  filters: { action: z.string().min(1).max(64).describe('Only entries of this action.').optional() },
  item: z.strictObject({
    id: uuid('Entry id, uuid.'),
    at: timestamp('When it happened.'),
    action: z.string().describe('The action: the name of an operation, or an event of the authorization server.'),
    actor: named.describe('Who did it. Null if the entry names nobody.'),
    object: named.describe('What was changed. Null if the entry names nothing.'),
    clientName: othersWordsOrNull('Name of the app that was used or affected.'),
    detail: z.string().nullable().describe('The result, in a few words.'),
  }),
  async load({ store }, { action }, page) {
    const found = await store.admin.audit({ action }, page);
    const names = await store.admin.auditNames(found.rows, [], 'display_name');
    const subjects = await store.admin.auditSubjects(found.rows);
    return { rows: found.rows.map((row) => ({ row, names, subjects })), next: found.next };
  },
  show: ({ row, names, subjects }) => ({
    id: row.id,
    at: printDate(row.at),
    action: row.action,
    actor: actorOf(row, names),
    object:
      row.object_kind === null
        ? null
        : {
            kind: row.object_kind,
            id: row.object_id,
            name: nameOf(names, row.object_kind, row.object_id) ?? subjects.get(row.object_id ?? '') ?? null,
          },
    clientName: row.client_name,
    detail: row.detail,
  }),
});

/** Who acted. */
export function actorOf(row: AuditRow, names: AuditNames) {
  if (row.actor_kind !== null) {
    const name = row.actor_kind === 'operator' ? row.actor_id : nameOf(names, row.actor_kind, row.actor_id);
    // For a connection, the person who made it.
    const person = row.user_id === null ? null : (names.users.get(row.user_id) ?? null);
    return { kind: row.actor_kind, id: row.actor_id, name: name ?? person };
  }
  if (row.user_id === null) return null;
  return { kind: 'session', id: row.user_id, name: names.users.get(row.user_id) ?? null };
}

function nameOf({ users, keys }: AuditNames, kind: string, id: string | null): string | null {
  return id === null ? null : ((kind.endsWith('_key') ? keys : users).get(id) ?? null);
}
