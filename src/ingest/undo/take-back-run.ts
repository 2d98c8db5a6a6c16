/** Undoes what a run or a sync stored besides records: decisions about people, and how far posts were read. */
import { loggedRecords } from '../import/import-log';
import type { LoggedRecord } from '../import/logged-records';
import { findBatch } from '../../store/log/batch-reads';
import { forgetCandidatesOf, forgetMarksOf, type TakingBack } from '../../store/undo/forget-run';

/**
 * Must run before the replayed workspace is compared with the live one, which reads the people that runs have accepted, and
 * while the log still holds the batch. Safe to interrupt and to run again.
 * @param checkpoint called between transactions.
 */
export async function takeBackRun(taking: TakingBack, batchId: string, checkpoint: () => Promise<void>): Promise<void> {
  const { db, organizationId } = taking;
  const batch = await findBatch(db, organizationId, batchId);
  if (batch?.kind !== 'agent_run' && batch?.kind !== 'sync') return;
  if (batch.kind === 'agent_run' && batch.reference !== null) {
    while (await forgetCandidatesOf(taking, batchId, batch.reference)) await checkpoint();
  }
  const purpose = batch.kind === 'sync' ? 'sync' : 'agent';
  for await (const { records } of loggedRecords(db, organizationId, 0, batchId)) {
    await forgetMarksOf(taking, purpose, [...new Set(records.flatMap(urnsIn))]);
    await checkpoint();
  }
}

function urnsIn(record: LoggedRecord): readonly string[] {
  if (record.kind === 'engagement') return [record.post.urn];
  return record.kind === 'post' ? record.urns : [];
}
