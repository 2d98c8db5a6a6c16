/** Reads of one workspace's digests. */
import type { Database } from '../../database/database';
import type { DigestDayRow, DigestRow } from '../tables/digests';
import { organizationRows } from '../tables/models';
import { askedDay, findDigest, listDigests } from './digests';
import { tierMoves, type Moves, type MovesAsked } from './tier-moves';

/** The last attempt and its result. */
export type LastSend = Pick<DigestDayRow, 'status' | 'error' | 'started_at' | 'ended_at'>;

export interface DigestInFull {
  readonly row: DigestRow;
  readonly last: LastSend | null;
}

export class DigestReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Digests, oldest first. They are few. @param ownerId only those of this member. */
  async list(ownerId?: string): Promise<readonly DigestInFull[]> {
    const rows = await listDigests(this.db, this.organizationId);
    // The last scheduled day of each digest, and the last one requested outside the schedule.
    const days = await this.db.select<LastSend & { digest_id: string }>(
      `SELECT d.digest_id, d.status, d.error, d.started_at, d.ended_at
       FROM digests g JOIN digest_days d ON d.organization_id = g.organization_id AND d.digest_id = g.id
         AND (d.day = ? OR d.day = (SELECT MAX(e.day) FROM digest_days e
           WHERE e.organization_id = g.organization_id AND e.digest_id = g.id AND e.day < ?))
       WHERE g.organization_id = ?`,
      [askedDay, askedDay, this.organizationId],
    );
    const last = new Map<string, LastSend>();
    for (const { digest_id: id, ...day } of days) {
      if ((last.get(id)?.started_at ?? -1) < day.started_at) last.set(id, day);
    }
    return rows
      .filter((row) => ownerId === undefined || row.owner_id === ownerId)
      .map((row) => ({ row, last: last.get(row.id) ?? null }));
  }

  one(id: string): Promise<DigestRow | undefined> {
    return findDigest(this.db, this.organizationId, id);
  }

  /** Leads that reached a better tier and new leads: see tier-moves.ts. */
  moves(asked: MovesAsked): Promise<Moves> {
    return tierMoves(this.db, this.organizationId, asked);
  }

  /** The workspace's name for the subject line. Undefined when the workspace is gone. */
  async workspaceName(): Promise<string | undefined> {
    return (await organizationRows(this.db).find({ id: this.organizationId }))?.name;
  }

  /** When each digest is sent next, epoch ms, by schedule name. */
  async nextTimes(schedules: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (schedules.length === 0) return new Map();
    const rows = await this.db.select<{ name: string; next_at: number }>(
      `SELECT name, next_at FROM job_schedules WHERE name IN (${schedules.map(() => '?').join(', ')})`,
      [...schedules],
    );
    return new Map(rows.map(({ name, next_at: at }) => [name, at]));
  }
}
