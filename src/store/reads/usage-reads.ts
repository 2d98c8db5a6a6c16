/** Reads about the workspace itself: its name, what it holds, and the ICP in force. */
import type { Database } from '../database';
import { countedAtOnce, readSet } from './walk';

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

export class UsageReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Active leads and watched profiles. */
  async usage(): Promise<UsageRecord> {
    const leads = `leads${this.db.useIndex('leads_recent')} WHERE organization_id = ? AND disposition = 'ACTIVE'`;
    const [row] = await readSet<UsageRecord>(this.db, this.organizationId, {
      sql: `SELECT (SELECT COUNT(*) FROM ${leads}) AS apiVisibleLeadCount,
        (SELECT COUNT(*) FROM monitored_profiles WHERE organization_id = ?) AS monitoredProfileCount`,
      params: [this.organizationId, this.organizationId],
      set: leads,
      setParams: [this.organizationId],
      few: countedAtOnce,
    });
    return row ?? { apiVisibleLeadCount: 0, monitoredProfileCount: 0 };
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
