import { z } from 'zod';
import { findOrganization } from '../../store/admin/organizations';
import { listAudit } from '../../store/oauth/audit';
import { command, parameter } from '../command';
import { missing } from '../exit-codes';
import { tableLines, timestamp } from '../text';

const since = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a date or an RFC 3339 time')
  .transform((value) => Date.parse(value));

export const audit = command({
  name: 'audit',
  summary: 'Show who connected, approved, refused and revoked what, newest first.',
  options: {
    workspace: parameter('-w, --workspace <id or name>', 'only this workspace', z.string().optional()),
    connection: parameter('--connection <id>', 'only this connection', z.string().optional()),
    since: parameter('--since <date>', 'not older than this: 2026-11-01 or an RFC 3339 time', since.optional()),
    limit: parameter('--limit <n>', 'how many, 1 to 10000', z.coerce.number().int().min(1).max(10_000).default(100)),
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
    const entries = rows.map((row) => ({
      id: row.id,
      at: timestamp(row.at),
      action: row.action,
      organizationId: row.organization_id,
      userId: row.user_id,
      clientId: row.client_id,
      clientName: row.client_name,
      connectionId: row.grant_id,
      detail: row.detail,
    }));
    return {
      data: { entries },
      lines: tableLines(
        ['AT', 'ACTION', 'CLIENT', 'PERSON', 'CONNECTION', 'DETAIL'],
        entries.map((row) => [
          row.at,
          row.action,
          row.clientName ?? row.clientId,
          row.userId,
          row.connectionId,
          row.detail,
        ]),
      ),
    };
  },
});
