/**
 * Everything that can be read of one workspace. The organization is fixed when the store is opened and every read below
 * adds it to its own SQL, so a query cannot forget it.
 */
import type { Database } from '../database/database';
import { AccountReads } from './reads/account-reads';
import { AgentReads } from './reads/agent-reads';
import { AudienceReads } from './reads/audience-reads';
import { BatchReads } from './reads/batch-reads';
import { EngagementReads } from './reads/engagement-reads';
import { LeadReads, type ReadLimits } from './reads/lead-reads';
import { PrivacyReads } from './reads/privacy-reads';
import { PostList } from './reads/post-list';
import { PostReads } from './reads/post-reads';
import { ProfileReads } from './reads/profile-reads';
import { UsageReads } from './reads/usage-reads';

export interface WorkspaceStore {
  readonly leads: LeadReads;
  readonly engagements: EngagementReads;
  readonly profiles: ProfileReads;
  readonly accounts: AccountReads;
  readonly posts: PostReads;
  readonly postList: PostList;
  readonly usage: UsageReads;
  readonly audience: AudienceReads;
  readonly privacy: PrivacyReads;
  readonly agent: AgentReads;
  readonly batches: BatchReads;
}

/**
 * @param organizationId as authenticated; never a value a caller sent.
 * @param limits other than the usual ones, for tests.
 */
export function openWorkspaceStore(db: Database, organizationId: string, limits?: ReadLimits): WorkspaceStore {
  return {
    leads: new LeadReads(db, organizationId, limits),
    engagements: new EngagementReads(db, organizationId, limits),
    profiles: new ProfileReads(db, organizationId),
    accounts: new AccountReads(db, organizationId),
    posts: new PostReads(db, organizationId),
    postList: new PostList(db, organizationId, limits),
    usage: new UsageReads(db, organizationId),
    audience: new AudienceReads(db, organizationId),
    privacy: new PrivacyReads(db, organizationId),
    agent: new AgentReads(db, organizationId),
    batches: new BatchReads(db, organizationId),
  };
}
