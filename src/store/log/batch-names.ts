/** Names of batches: they tell where data came from. */
import type { Database } from '../../database/database';
import type { BatchRow } from '../tables/batches';
import { selectIn } from '../statements/in-parts';

export type BatchName = Pick<BatchRow, 'id' | 'kind' | 'source' | 'name' | 'started_at'>;

export function batchNames(db: Database, organizationId: string, ids: readonly string[]): Promise<BatchName[]> {
  return selectIn<BatchName>(db, 'SELECT id, kind, source, name, started_at FROM batches', organizationId, 'id', ids);
}
