/** Which workspace was made by the first set-up: one row, so that two set-ups on two machines cannot both be the first. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { serviceStateRows } from '../tables/models';
import { serviceState } from '../tables/access';
import { findOrganization } from './organizations';

const name = 'set_up';

/**
 * Claims the first set-up for a workspace, in the current transaction. Another transaction with the same claim waits for this one, or is
 * refused by the cluster and tried again.
 * @returns false when another workspace has it. The claim of a workspace that was deleted is free again.
 */
export async function claimSetUp(db: Database, organizationId: string, now: number): Promise<boolean> {
  const row = { name, value: organizationId, updated_at: now };
  if ((await insertInto(db, serviceState, [row], 'ignore')) === 1) return true;
  const holder = (await serviceStateRows(db).find({ name }))?.value ?? '';
  if (await findOrganization(db, holder)) return false;
  return (await serviceStateRows(db).update(row, { name, value: holder })) === 1;
}
