/** The audit log: rows are only ever added. */
import { Op, type WhereOptions } from 'sequelize';
import { newId } from '../new-id';
import type { Database } from '../database';
import { insertInto } from '../tables/define';
import { oauthModels, rowOf } from './models';
import { oauthAudit, type AuditRow } from './tables';

/** What happens to connections and signing keys. Actions of the catalogue are recorded under their own names. */
export type OauthEvent =
  'approved' | 'refused' | 'connected' | 'revoked' | 'ended' | 'code_replayed' | 'refresh_reused' | 'keys_rotated';

export type AuditEntry = Pick<AuditRow, 'at' | 'action'> & Partial<Omit<AuditRow, 'id' | 'at' | 'action'>>;

/** Adds an entry; inside a transaction it stands or falls with it. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await insertInto(db, oauthAudit, [
    {
      organization_id: null,
      user_id: null,
      client_id: null,
      client_name: null,
      grant_id: null,
      detail: null,
      ...entry,
      id: newId(),
    },
  ]);
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
  const where: WhereOptions<AuditRow> = {
    ...(filter.organizationId === undefined ? {} : { organization_id: filter.organizationId }),
    ...(filter.grantId === undefined ? {} : { grant_id: filter.grantId }),
    ...(filter.since === undefined ? {} : { at: { [Op.gte]: filter.since } }),
  };
  const rows = await oauthModels(db).audit.findAll({
    where,
    order: [
      ['at', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: filter.limit ?? 100,
  });
  return rows.map(rowOf);
}
