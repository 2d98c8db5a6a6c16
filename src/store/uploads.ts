/** Rows of uploads: see tables/uploads.ts. */
import type { Database } from '../database/database';

/** Forgets an upload. A request that receives a part of it finds that out with the next bytes. */
export async function forgetUpload(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run('DELETE FROM uploads WHERE organization_id = ? AND id = ?', [organizationId, id]);
}
