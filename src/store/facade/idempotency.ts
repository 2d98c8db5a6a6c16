/**
 * First answers of changes, by the caller's idempotency key. They are read and stored in the transaction of the change. They
 * are encrypted, because they hold what the caller was told, including secrets and people.
 */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { seal, unsealed } from '../statements/sealing';
import { idempotencyKeys, type IdempotencyRow } from '../tables/outreach';

/** A first answer, with its `answer` as plain text. */
export type FirstAnswer = Omit<IdempotencyRow, 'organization_id'>;

/**
 * @param since epoch ms: older answers do not count.
 * @throws OperationError `service_unavailable` when the answer is encrypted under another key: the change is not repeated.
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
