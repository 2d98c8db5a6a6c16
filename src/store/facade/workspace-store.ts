/**
 * All reads of one workspace. The organization is fixed when the store is opened, and every read adds it to its SQL, so a query
 * cannot forget it.
 */
import type { Database } from '../../database/database';
import { ChangeReads } from '../reads/change-reads';
import { AccountReads } from '../reads/account-reads';
import { AdminReads } from './admin-reads';
import { ActivityReads } from '../reads/activity-reads';
import { AgentReads } from '../agent/agent-reads';
import { AudienceReads } from '../audience/audience-reads';
import { BatchReads } from '../reads/batch-reads';
import { EngagementReads } from '../reads/engagement-reads';
import { LeadCounts } from '../reads/lead-counts';
import { DigestReads } from '../digests/reads';
import { LeadReads, type ReadLimits } from '../reads/lead-reads';
import { OtherPeople } from '../reads/other-people';
import { PrivacyReads } from '../privacy/privacy-reads';
import { PostList } from '../reads/post-list';
import { PostReads } from '../reads/post-reads';
import { ProfileReads } from '../reads/profile-reads';
import { TierChangeReads } from '../reads/tier-change-reads';
import { UsageReads } from '../access/usage-reads';
import { WebhookReads } from '../webhooks/reads';

export interface WorkspaceStore {
  readonly leads: LeadReads;
  readonly leadCounts: LeadCounts;
  readonly activity: ActivityReads;
  readonly otherPeople: OtherPeople;
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
  readonly changes: ChangeReads;
  readonly tierChanges: TierChangeReads;
  readonly webhooks: WebhookReads;
  readonly digests: DigestReads;
  /** Reads for the people who run the workspace. */
  readonly admin: AdminReads;
}

/**
 * @param organizationId as authenticated; never a value that a caller sent.
 * @param limits other limits, for tests.
 */
export function openWorkspaceStore(db: Database, organizationId: string, limits?: ReadLimits): WorkspaceStore {
  return {
    leads: new LeadReads(db, organizationId, limits),
    leadCounts: new LeadCounts(db, organizationId, limits),
    activity: new ActivityReads(db, organizationId),
    otherPeople: new OtherPeople(db, organizationId),
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
    changes: new ChangeReads(db, organizationId),
    tierChanges: new TierChangeReads(db, organizationId),
    webhooks: new WebhookReads(db, organizationId),
    digests: new DigestReads(db, organizationId),
    admin: new AdminReads(db, organizationId),
  };
}
