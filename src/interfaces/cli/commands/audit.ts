import { z } from 'zod';
import { readDate } from '../../../../tools/dates';
import { findOrganization } from '../../../store/access/organizations';
import { auditNames, listAudit, type AuditNames } from '../../../store/log/audit';
import type { AuditRow } from '../../../store/tables/oauth';
import { command, parameter } from '../command';
import { limitOption } from '../list-command';
import { missing } from '../exit-codes';
import { tableLines, timestamp } from '../text';

const since = z
  .string()
  .refine((value) => readDate(value, 'start') !== undefined, 'must be a date or an RFC 3339 time')
  .transform((value) => Math.ceil(readDate(value, 'start') ?? 0));

export const audit = command({
  name: 'audit',
  summary: 'Show the audit log, newest first: who changed, connected, approved, refused or revoked what.',
  options: {
    workspace: parameter('-w, --workspace <id or name>', 'only this workspace', z.string().optional()),
    connection: parameter('--connection <id>', 'only this connection', z.string().optional()),
    since: parameter('--since <date>', 'not older than this: 2026-11-01 or an RFC 3339 time', since.optional()),
    limit: limitOption(10_000, 100),
  },
  examples: ['audit --since 2026-11-01', 'audit --connection 0198c0de-0000-7000-8000-000000000000 --json'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = options.workspace && (await findOrganization(db, options.workspace));
    if (options.workspace && !organization) throw missing('workspace', options.workspace);
    const rows = await listAudit(db, {
      ...(organization ? { organizationId: organization.id } : {}),
      ...(options.connection ? { grantId: options.connection } : {}),
      ...(options.since === undefined ? {} : { since: options.since }),
      limit: options.limit,
    });
    const names = await auditNames(db, rows);
    const entries = rows.map((row) => shown(row, names));
    return {
      data: { entries },
      lines: tableLines(
        ['AT', 'ACTION', 'WHO', 'WORKSPACE', 'WHAT', 'DETAIL'],
        entries.map((row) => [
          row.at,
          row.action,
          whoDid(row),
          row.organizationName ?? row.organizationId,
          what(row),
          row.detail,
        ]),
      ),
    };
  },
});

function shown(row: AuditRow, { organizations, users, keys }: AuditNames) {
  const nameOf = (kind: string | null, id: string | null) =>
    id === null ? null : ((kind?.endsWith('_key') ? keys : users).get(id) ?? null);
  return {
    id: row.id,
    at: timestamp(row.at),
    action: row.action,
    organizationId: row.organization_id,
    organizationName: row.organization_id === null ? null : (organizations.get(row.organization_id) ?? null),
    userId: row.user_id,
    userEmail: nameOf('user', row.user_id),
    clientId: row.client_id,
    clientName: row.client_name,
    connectionId: row.grant_id,
    actor:
      row.actor_kind === null
        ? null
        : { kind: row.actor_kind, id: row.actor_id, name: nameOf(row.actor_kind, row.actor_id) },
    object:
      row.object_kind === null
        ? null
        : { kind: row.object_kind, id: row.object_id, name: nameOf(row.object_kind, row.object_id) },
    detail: row.detail,
  };
}

type Shown = ReturnType<typeof shown>;

/** Who acted. For events of the authorization server: whose connection it was. Names come with ids, because names repeat. */
function whoDid({ actor, clientName, clientId, userEmail, userId }: Shown): string | null {
  if (actor?.kind === 'operator') return `operator ${actor.id}`;
  if (actor?.kind === 'api_key') return `key ${[actor.name, actor.id].filter(Boolean).join(' ')}`;
  if (actor?.kind === 'provisioning_key') return `provisioning key ${[actor.name, actor.id].filter(Boolean).join(' ')}`;
  const client = clientName ?? clientId;
  const person = userId === null ? null : [userEmail, userId].filter(Boolean).join(' ');
  return [person, client === null ? null : `through ${client}`].filter(Boolean).join(' ') || null;
}

function what({ object, connectionId }: Shown): string | null {
  if (object) return [object.kind, object.name, object.id].filter(Boolean).join(' ');
  return connectionId === null ? null : `connection ${connectionId}`;
}
