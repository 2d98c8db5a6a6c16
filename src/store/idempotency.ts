/**
 * First answers of changes by the idempotency key of their caller: read and kept in the transaction of the change. They hold what
 * the caller was told, secrets and people among it, so they lie encrypted.
 */
import type { Database } from '../database/database';
import { insertInto } from '../database/define';
import { seal, unsealed } from './sealing';
import { idempotencyKeys, type IdempotencyRow } from './tables/outreach';

/** Its `answer` as text. */
export type FirstAnswer = Omit<IdempotencyRow, 'organization_id'>;

/**
 * @param since epoch ms: an older answer is none.
 * @throws OperationError `service_unavailable` when it was kept under another key: the change is not done a second time.
 */
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
  return (
    row && { ...row, answer: unsealed(db, row.answer, 'The answer to the first request with this Idempotency-Key') }
  );
}

export async function keepAnswer(db: Database, organizationId: string, answer: FirstAnswer): Promise<void> {
  const row = { organization_id: organizationId, ...answer, answer: await seal(db, answer.answer) };
  await insertInto(db, idempotencyKeys, [row], {
    update: ['request_digest', 'outcome', 'answer', 'created_at'],
  });
}
