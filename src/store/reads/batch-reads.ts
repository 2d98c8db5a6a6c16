/** Batches for lists and details: imports, discoveries, syncs and runs. Decisions made by hand are not listed. */
import type { Database } from '../../database/database';
import type { CandidateRow } from '../tables/agent';
import type { BatchRow } from '../tables/batches';
import { selectIn } from '../statements/in-parts';

/** How many decisions are searched for the people of one answer. */
const mostDecisions = 1_000;

export class BatchReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Newest first. @param before the last batch of the previous page. */
  list(before: BatchRow | null, limit: number): Promise<BatchRow[]> {
    const behind = before ? 'AND started_at <= ? AND (started_at < ? OR id < ?)' : '';
    const place = before ? [before.started_at, before.started_at, before.id] : [];
    return this.db.select<BatchRow>(
      `SELECT * FROM batches${this.db.useIndex('batches_started')}
       WHERE organization_id = ? AND kind <> 'by_hand' ${behind} ORDER BY started_at DESC, id DESC LIMIT ${limit}`,
      [this.organizationId, ...place],
    );
  }

  async find(id: string): Promise<BatchRow | undefined> {
    const [row] = await this.db.select<BatchRow>(
      `SELECT * FROM batches WHERE organization_id = ? AND id = ? AND kind <> 'by_hand'`,
      [this.organizationId, id],
    );
    return row;
  }

  /**
   * The latest remaining decision about each person that used data of an undone batch, newest first. `isLead` tells whether the
   * person is a lead now.
   */
  async affected(batchId: string, most: number): Promise<(CandidateRow & { readonly isLead: boolean })[]> {
    const { db, organizationId } = this;
    const rows = await db.select<CandidateRow>(
      `SELECT c.* FROM undo_affected u
       ${db.orderedJoin} agent_candidates c ON c.organization_id = u.organization_id AND c.id = u.candidate_id AND c.position >= 0
       WHERE u.organization_id = ? AND u.batch_id = ? ORDER BY u.candidate_id DESC LIMIT ${mostDecisions}`,
      [organizationId, batchId],
    );
    const latest = new Map<string, CandidateRow>();
    for (const row of rows) {
      if (row.person_id !== null && !latest.has(row.person_id)) latest.set(row.person_id, row);
    }
    const shown = [...latest.values()].slice(0, most);
    const ids = shown.flatMap((row) => row.person_id ?? []);
    const leads = await selectIn<{ id: string }>(db, 'SELECT id FROM leads', organizationId, 'id', ids);
    const known = new Set(leads.map(({ id }) => id));
    return shown.map((row) => ({ ...row, isLead: known.has(row.person_id ?? '') }));
  }
}
