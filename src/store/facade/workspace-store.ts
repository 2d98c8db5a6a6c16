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
import { SavedViewReads } from '../access/saved-views';
import { LeadReads, type ReadLimits } from '../reads/lead-reads';
import { OtherPeople } from '../reads/other-people';
import { PrivacyReads } from '../privacy/privacy-reads';
import { PostList } from '../reads/post-list';
import { PostReads } from '../reads/post-reads';
import { ProfileReads } from '../reads/profile-reads';
import { TierChangeReads } from '../reads/tier-change-reads';
import { UsageReads } from '../access/usage-reads';
import { WebhookReads } from '../webhooks/reads';

const reads = {
  leads: LeadReads,
  leadCounts: LeadCounts,
  activity: ActivityReads,
  otherPeople: OtherPeople,
  engagements: EngagementReads,
  profiles: ProfileReads,
  accounts: AccountReads,
  posts: PostReads,
  postList: PostList,
  usage: UsageReads,
  audience: AudienceReads,
  privacy: PrivacyReads,
  agent: AgentReads,
  batches: BatchReads,
  changes: ChangeReads,
  tierChanges: TierChangeReads,
  webhooks: WebhookReads,
  digests: DigestReads,
  views: SavedViewReads,
  /** Reads for the people who run the workspace. */
  admin: AdminReads,
};

export type WorkspaceStore = { readonly [Name in keyof typeof reads]: InstanceType<(typeof reads)[Name]> };

/**
 * @param organizationId as authenticated; never a value that a caller sent.
 * @param limits other limits, for tests.
 */
export function openWorkspaceStore(db: Database, organizationId: string, limits?: ReadLimits): WorkspaceStore {
  const opened = Object.entries(reads).map(([name, Reads]) => [name, new Reads(db, organizationId, limits)]);
  // The type of `Object.fromEntries` does not say which name has which value.
  return Object.fromEntries(opened) as WorkspaceStore;
}
