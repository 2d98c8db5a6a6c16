/** Reads about the workspace itself: its name, what it holds, and the ICP in force. */
import type { Database } from '../database';
import { countedAtOnce } from './walk';

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
    const counts = (ofLeads: string) => `SELECT (SELECT COUNT(*) FROM ${ofLeads}) AS apiVisibleLeadCount,
        (SELECT COUNT(*) FROM monitored_profiles WHERE organization_id = ?) AS monitoredProfileCount`;
    const params = [this.organizationId, this.organizationId];
    if (this.db.dialect === 'sqlite') {
      const some = counts(`(SELECT 1 AS one FROM ${leads} LIMIT ${countedAtOnce}) some`);
      const [few] = await this.db.select<UsageRecord>(some, params);
      if (few && few.apiVisibleLeadCount < countedAtOnce) return few;
    }
    const [row] = await this.db.scan<UsageRecord>(this.organizationId, counts(leads), params);
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
