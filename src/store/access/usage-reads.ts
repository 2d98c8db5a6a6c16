/** Reads about the workspace itself: its name, its size, and the ICP in force. */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database';
import { countedAtOnce } from '../statements/list-scan';

export interface UsageRecord {
  apiVisibleLeadCount: number;
  monitoredProfileCount: number;
}

export interface IcpRecord {
  version: number;
  /** The definition as JSON text. */
  definition: string;
  created_at: number;
}

/** A count of active leads, and the revision of the workspace for which it is right. */
interface Counted {
  readonly revision: number;
  readonly leads: number;
}

/**
 * Counts of workspaces with many leads, because clients ask for them often and each write that adds or removes a lead takes a
 * new revision. Kept for a minute at most, so that the count is right again after a database is restored under a running
 * service.
 */
const countsOf = new WeakMap<Database, LRUCache<string, Counted>>();
const [rememberedFrom, rememberedMs, rememberedWorkspaces] = [1_000, 60_000, 10_000];

const notCounted: Counted = { revision: -1, leads: 0 };

interface UsageRow {
  readonly revision: number;
  /** Null: the same as at the known revision. */
  readonly leads: number | null;
  readonly profiles: number;
}

export class UsageReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** The numbers of active leads and watched profiles. */
  async usage(): Promise<UsageRecord> {
    const counts = this.counts;
    const known = counts.get(this.organizationId) ?? notCounted;
    const row = await this.count(known);
    if (row && row.leads !== null && row.leads >= rememberedFrom) {
      counts.set(this.organizationId, { revision: row.revision, leads: row.leads });
    }
    return { apiVisibleLeadCount: row?.leads ?? known.leads, monitoredProfileCount: row?.profiles ?? 0 };
  }

  /** One statement, so that count and revision belong together. */
  private async count({ revision }: Counted): Promise<UsageRow | undefined> {
    const leads = `leads${this.db.useIndex('leads_recent')} WHERE organization_id = ? AND disposition = 'ACTIVE'`;
    const sql = (ofLeads: string) => `SELECT o.revision,
        CASE WHEN o.revision = ? THEN NULL ELSE (SELECT COUNT(*) FROM ${ofLeads}) END AS leads,
        (SELECT COUNT(*) FROM monitored_profiles WHERE organization_id = ?) AS profiles
      FROM organizations o WHERE o.id = ?`;
    const params = [revision, this.organizationId, this.organizationId, this.organizationId];
    if (this.db.dialect === 'sqlite') {
      const some = sql(`(SELECT 1 AS one FROM ${leads} LIMIT ${countedAtOnce}) some`);
      const [few] = await this.db.select<UsageRow>(some, params);
      if (few && (few.leads === null || few.leads < countedAtOnce)) return few;
    }
    const [row] = await this.db.scan<UsageRow>(this.organizationId, sql(leads), params);
    return row;
  }

  private get counts(): LRUCache<string, Counted> {
    let counts = countsOf.get(this.db);
    if (!counts) {
      counts = new LRUCache({ max: rememberedWorkspaces, ttl: rememberedMs });
      countsOf.set(this.db, counts);
    }
    return counts;
  }

  /** The newest ICP definition, or undefined when none was set. */
  async icp(): Promise<IcpRecord | undefined> {
    const [row] = await this.db.select<IcpRecord>(
      'SELECT version, definition, created_at FROM icp_definitions WHERE organization_id = ? ORDER BY version DESC LIMIT 1',
      [this.organizationId],
    );
    return row;
  }

  async organizationName(): Promise<string> {
    const [row] = await this.db.select<{ name: string }>('SELECT name FROM organizations WHERE id = ?', [
      this.organizationId,
    ]);
    return row?.name ?? '';
  }
}
