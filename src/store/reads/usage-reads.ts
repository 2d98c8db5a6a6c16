/** Reads about the workspace itself: its name, what it holds, and the ICP in force. */
import type { Database } from '../database';

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
    const [row] = await this.db.select<UsageRecord>(
      `SELECT (SELECT COUNT(*) FROM leads${this.db.useIndex('leads_recent')}
                WHERE organization_id = ? AND disposition = 'ACTIVE') AS apiVisibleLeadCount,
         (SELECT COUNT(*) FROM monitored_profiles WHERE organization_id = ?) AS monitoredProfileCount`,
      [this.organizationId, this.organizationId],
    );
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
