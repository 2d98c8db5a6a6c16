/** Batches as they are listed and asked for: imports, discoveries, syncs and runs. What people set by hand is none. */
import type { Database } from '../../database/database';
import type { BatchRow } from '../tables/batches';

export class BatchReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** The newest first. @param before the last one of the page before. */
  list(before: BatchRow | null, limit: number): Promise<BatchRow[]> {
    const behind = before ? 'AND started_at <= ? AND (started_at < ? OR id < ?)' : '';
    const place = before ? [before.started_at, before.started_at, before.id] : [];
    return this.db.select<BatchRow>(
      `SELECT * FROM batches${this.db.useIndex('batches_started')}
       WHERE organization_id = ? AND kind <> 'by_hand' ${behind} ORDER BY started_at DESC, id DESC LIMIT ${limit}`,
      [this.organizationId, ...place],
    );
  }

  async find(id: string): Promise<BatchRow | undefined> {
    const [row] = await this.db.select<BatchRow>(
      `SELECT * FROM batches WHERE organization_id = ? AND id = ? AND kind <> 'by_hand'`,
      [this.organizationId, id],
    );
    return row;
  }
}
