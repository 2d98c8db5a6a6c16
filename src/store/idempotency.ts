/** First answers of changes by the idempotency key of their caller: read and kept in the transaction of the change. */
import type { Database } from '../database/database';
import { insertInto } from '../database/define';
import { idempotencyKeys, type IdempotencyRow } from './tables/outreach';

export type FirstAnswer = Omit<IdempotencyRow, 'organization_id'>;

/** @param since epoch ms: an older answer is none. */
export async function firstAnswer(
  db: Database,
  organizationId: string,
  callerId: string,
  key: string,
  since: number,
): Promise<FirstAnswer | undefined> {
  const [row] = await db.select<FirstAnswer>(
    `SELECT * FROM idempotency_keys
     WHERE organization_id = ? AND caller_id = ? AND idempotency_key = ? AND created_at >= ?`,
    [organizationId, callerId, key, since],
  );
  return row;
}

export async function keepAnswer(db: Database, organizationId: string, answer: FirstAnswer): Promise<void> {
  await insertInto(db, idempotencyKeys, [{ organization_id: organizationId, ...answer }], {
    update: ['request_digest', 'outcome', 'answer', 'created_at'],
  });
}
