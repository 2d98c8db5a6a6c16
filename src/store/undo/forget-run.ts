/**
 * Removes what an undone run or sync left besides replayed rows: its candidates and accepted people, and its marks of collected
 * posts. Then only people accepted by other runs remain leads of the agent, and the posts are collected again.
 */
import { placeholders, type Database } from '../../database/database';
import type { Purpose } from '../crawl/collected-posts';
import type { CandidateRow } from '../tables/agent';
import { removeDecisions } from './affected';
import { inParts, selectIn } from '../statements/in-parts';
import { writeWorkspace } from '../log/workspace-lock';

/** Rows removed in one transaction. */
const together = 500;

export interface TakingBack {
  readonly db: Database;
  readonly organizationId: string;
  /** Called in each transaction. */
  readonly guard: () => Promise<void>;
}

/**
 * Removes some candidates of a run, and with the last of them its counts. Its credits stay. Safe to repeat.
 * @returns whether there may be more.
 */
export function forgetCandidatesOf(
  { db, organizationId, guard }: TakingBack,
  batchId: string,
  runId: string,
): Promise<boolean> {
  return writeWorkspace(db, organizationId, async () => {
    await guard();
    const rows = await db.select<Pick<CandidateRow, 'id' | 'decision'>>(
      `SELECT id, decision FROM agent_candidates WHERE organization_id = ? AND run_id = ? LIMIT ${together}`,
      [organizationId, runId],
    );
    await removeDecisions(db, organizationId, [batchId], rows);
    if (rows.length === together) return true;
    await db.run(
      'UPDATE agent_runs SET people_qualified = 0, candidates = 0, leads_created = 0 WHERE organization_id = ? AND id = ?',
      [organizationId, runId],
    );
    return false;
  });
}

/** Removes the marks of these posts, under all their URNs, so that they are collected again. Safe to repeat. */
export async function forgetMarksOf(
  { db, organizationId, guard }: TakingBack,
  purpose: Purpose,
  urns: readonly string[],
): Promise<void> {
  const named = await selectIn<{ post_id: string }>(
    db,
    `SELECT DISTINCT post_id FROM post_urns${db.usePrimaryKey('post_urns')}`,
    organizationId,
    'urn',
    urns,
  );
  const posts = [...new Set(named.map((row) => row.post_id))];
  const all = await selectIn<{ urn: string }>(db, 'SELECT urn FROM post_urns', organizationId, 'post_id', posts);
  for (const part of inParts([...new Set([...urns, ...all.map(({ urn }) => urn)])])) {
    await writeWorkspace(db, organizationId, async () => {
      await guard();
      await db.run(
        `DELETE FROM collected_posts WHERE organization_id = ? AND purpose = ? AND post_urn IN (${placeholders(part)})`,
        [organizationId, purpose, ...part],
      );
    });
  }
}
