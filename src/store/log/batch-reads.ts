/** Reads of batches, for lists and details. */
import type { Database } from '../../database/database';
import type { BatchRow } from '../tables/batches';

/** Every batch of a workspace, of any kind and state. */
export function allBatches(db: Database, organizationId: string): Promise<BatchRow[]> {
  return db.select<BatchRow>('SELECT * FROM batches WHERE organization_id = ?', [organizationId]);
}

export async function findBatch(db: Database, organizationId: string, id: string): Promise<BatchRow | undefined> {
  const [row] = await db.select<BatchRow>('SELECT * FROM batches WHERE organization_id = ? AND id = ?', [
    organizationId,
    id,
  ]);
  return row;
}

/** Batches that are being undone. */
export function batchesUndoing(db: Database, organizationId: string): Promise<BatchRow[]> {
  return db.select<BatchRow>(`SELECT * FROM batches WHERE organization_id = ? AND status = 'UNDOING' ORDER BY id`, [
    organizationId,
  ]);
}
