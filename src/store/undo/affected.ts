/**
 * The result of an undo: how many decisions were removed, and about whom remaining runs decided with data that is now removed.
 * Each is recorded in the transaction that changes the data, so an undo that is interrupted and run again misses nobody.
 */
import { placeholders, type Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { removeCandidates } from '../agent/candidates';
import type { AgentRunRow, CandidateRow } from '../tables/agent';
import { undoAffected } from '../tables/batches';
import { selectIn } from '../statements/in-parts';
import { queueScoring } from '../writes/engagement-writer';
import type { UndoRun } from './undo-run';

/** Notes that these people changed: they are scored again, and decisions about them are recorded as affected. */
export async function noteChanged(run: UndoRun, people: readonly string[]): Promise<void> {
  await queueScoring(run.live, run.organizationId, people, 'undo');
  await noteAffected(run, people);
}

/** Records decisions about these people by runs that had not ended when the undone batch began. */
export async function noteAffected(
  { live, organizationId, undoing }: UndoRun,
  people: readonly string[],
): Promise<void> {
  const decided = await selectIn<Pick<CandidateRow, 'id' | 'run_id'>>(
    live,
    'SELECT id, run_id FROM agent_candidates',
    organizationId,
    'person_id',
    [...new Set(people)],
    'AND decision IS NOT NULL',
  );
  const runs = await selectIn<Pick<AgentRunRow, 'id' | 'finished_at'>>(
    live,
    'SELECT id, finished_at FROM agent_runs',
    organizationId,
    'id',
    [...new Set(decided.map((row) => row.run_id))],
  );
  const ends = new Map(runs.map((run) => [run.id, run.finished_at ?? Infinity]));
  const rows = undoing.flatMap((batch) =>
    decided
      .filter((row) => (ends.get(row.run_id) ?? Infinity) >= batch.started_at)
      .map((row) => ({ organization_id: organizationId, batch_id: batch.id, candidate_id: row.id })),
  );
  await insertInto(live, undoAffected, rows, 'ignore');
}

/** Removes decisions together with the people they are about. Joins the transaction that removes those. */
export async function removeDecisions(
  db: Database,
  organizationId: string,
  batches: readonly string[],
  decisions: readonly Pick<CandidateRow, 'id' | 'decision'>[],
): Promise<void> {
  const count = decisions.filter((row) => row.decision !== null).length;
  await removeCandidates(
    db,
    organizationId,
    decisions.map(({ id }) => id),
  );
  if (count === 0) return;
  await db.run(
    `UPDATE batches SET decisions_removed = COALESCE(decisions_removed, 0) + ?
     WHERE organization_id = ? AND id IN (${placeholders(batches)})`,
    [count, organizationId, ...batches],
  );
}

/** Counts the people about whom later decisions remain. Joins the transaction that ends the undo. */
export async function countAffected(db: Database, organizationId: string, batches: readonly string[]): Promise<void> {
  for (const id of batches) {
    const [row] = await db.select<{ people: number }>(
      `SELECT COUNT(DISTINCT c.person_id) AS people FROM undo_affected u
       JOIN agent_candidates c ON c.organization_id = u.organization_id AND c.id = u.candidate_id
       WHERE u.organization_id = ? AND u.batch_id = ? AND c.position >= 0`,
      [organizationId, id],
    );
    await db.run(
      `UPDATE batches SET people_affected = ?, decisions_removed = COALESCE(decisions_removed, 0)
       WHERE organization_id = ? AND id = ?`,
      [row?.people ?? 0, organizationId, id],
    );
  }
}
