/** The evidence of a few leads. */
import type { Database } from '../../database/database';
import { selectIn } from '../statements/in-parts';

/** ICP evidence (JSON text) of these leads, by id. */
export async function evidenceOfLeads(
  db: Database,
  organizationId: string,
  leadIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectIn<{ lead_id: string; icp: string }>(
    db,
    'SELECT lead_id, icp FROM lead_evidence',
    organizationId,
    'lead_id',
    leadIds,
  );
  return new Map(rows.map((row) => [row.lead_id, row.icp]));
}
