/** Deletes all marks, when the key that recognises people is lost. */
import type { Database } from '../../database/database';
import { forgetKey } from '../statements/key-check';
import { everyMark } from './marked-rows';
import { keeperOf } from '../statements/keeper';

/** @returns how many marks were deleted. */
export async function forgetAllMarks(db: Database): Promise<number> {
  const subjects = new Map<string, { organizationId: string; subject: string }>();
  for await (const rows of everyMark(db)) {
    for (const { organization_id: organizationId, subject } of rows) {
      subjects.set(`${organizationId} ${subject}`, { organizationId, subject });
    }
  }
  return db.transaction(async () => {
    const forgotten = await db.run('DELETE FROM privacy_marks');
    await forgetKey(db);
    const at = Date.now();
    db.afterCommit(() =>
      keeperOf(db)?.note([...subjects.values()].map((one) => ({ ...one, at, request: 'lifted' as const, marks: [] }))),
    );
    return forgotten;
  });
}
