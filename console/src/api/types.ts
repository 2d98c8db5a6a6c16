/**
 * What operations answer, as far as the console reads it. Types alone cross from the service: test/operations/console-types.ts
 * holds them against the schemas of tools/, so that a renamed field does not compile.
 */
export type LeadTier = 'UNQUALIFIED' | 'NURTURE' | 'QUALIFIED' | 'PRIORITY';
export type Disposition = 'ACTIVE' | 'CLIENT' | 'BAD_LEAD';
export type EngagementType = 'LIKE' | 'COMMENT' | 'REPOST';
export type ProfileType = 'TEAMMATE' | 'COMPETITOR' | 'INFLUENCER' | 'INVESTOR' | 'CUSTOM';
export type Relationship = 'SELF' | 'STANDARD' | 'COMPETITOR';
export type Role = 'MEMBER' | 'ADMIN' | 'OWNER';

export interface Profile {
  readonly displayName: string | null;
  readonly headline: string | null;
  readonly title: string | null;
  readonly seniority: string | null;
  readonly function: string | null;
  readonly companyName: string | null;
  readonly companySize: string | null;
  readonly industry: string | null;
  readonly location: { readonly country: string | null; readonly region: string | null };
  readonly profileUrl: string | null;
}

export interface Contact {
  readonly email: string | null;
  readonly emailStatus: string | null;
  readonly source: string | null;
}

export interface Outreach {
  readonly status: 'NONE' | 'CONTACTED' | 'SNOOZED';
  readonly contactedAt: string | null;
  readonly contactedBy: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
  readonly snoozedUntil: string | null;
  readonly note: string | null;
}

export interface Lead {
  readonly id: string;
  readonly profile: Profile;
  readonly contact: Contact | null;
  readonly icpMatchPercent: number | null;
  readonly intentScore: number | null;
  readonly fitGrade: 'A' | 'B' | 'C' | 'D' | null;
  readonly leadTier: LeadTier;
  readonly disposition: Disposition;
  readonly origin: 'agent' | 'watchlist';
  readonly ownerId: string | null;
  readonly owner: { readonly id: string; readonly displayName: string | null } | null;
  readonly account: { readonly id: string; readonly name: string; readonly domain: string | null } | null;
  readonly signalCount: number;
  readonly firstSignalAt: string;
  readonly lastSignalAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly outreach?: Outreach;
  readonly tierReason?: string | null;
  readonly wouldBePriorityIf?: readonly string[] | null;
  readonly excludedBecause?: string | null;
}

export interface Criterion {
  readonly criterion: string;
  readonly outcome: 'match' | 'mismatch' | 'unknown';
  readonly importance: 'must' | 'should' | 'nice';
  readonly weight: number;
  readonly detail: string;
}

export interface IntentPoint {
  readonly engagementId: string;
  readonly type: EngagementType;
  readonly points: number;
  readonly occurredAt: string;
  readonly timing: 'exact' | 'bounded' | 'observed';
  readonly excerpt: string | null;
  readonly post: { readonly id: string; readonly excerpt: string | null } | null;
}

export interface LeadDetail extends Lead {
  readonly scoring: {
    readonly icp: readonly Criterion[];
    readonly intent: readonly IntentPoint[];
    readonly scoredAt: string;
  } | null;
}

export interface WatchlistReference {
  readonly id: string;
  readonly displayName: string | null;
  readonly profileType: ProfileType;
  readonly relationship: Relationship;
}

export interface Engagement {
  readonly id: string;
  readonly type: EngagementType;
  readonly occurredAt: string;
  readonly observedAt: string;
  readonly commentExcerpt: string | null;
  readonly said?: string | null;
  readonly post: {
    readonly id: string;
    readonly url: string | null;
    readonly excerpt: string | null;
    readonly publishedAt: string | null;
    readonly authorName: string | null;
  };
  readonly watchlistProfile: WatchlistReference | null;
}

export interface Signal extends Engagement {
  readonly lead: {
    readonly id: string;
    readonly displayName: string | null;
    readonly headline: string | null;
    readonly companyName: string | null;
    readonly profileUrl: string | null;
    readonly icpMatchPercent: number | null;
    readonly intentScore: number | null;
    readonly leadTier: LeadTier;
    readonly disposition: Disposition;
  };
}

export interface QuotedComment {
  readonly excerpt: string | null;
  readonly occurredAt: string;
  readonly post: {
    readonly id: string;
    readonly url: string | null;
    readonly excerpt: string | null;
    readonly authorName: string | null;
  };
}

export interface PersonToContact {
  readonly leadId: string;
  readonly displayName: string | null;
  readonly title: string | null;
  readonly companyName: string | null;
  readonly country: string | null;
  readonly profileUrl: string | null;
  readonly contact: Contact | null;
  readonly leadTier: LeadTier;
  readonly fitGrade: 'A' | 'B' | 'C' | 'D' | null;
  readonly icpMatchPercent: number | null;
  readonly intentScore: number | null;
  readonly lastSignalAt: string;
  readonly owner: { readonly id: string; readonly displayName: string | null } | null;
  readonly reasons: {
    readonly whyFit: readonly string[] | null;
    readonly whyNow: readonly string[];
    readonly quotedText: {
      readonly comment: string | null;
      readonly postAuthors: readonly string[];
      readonly colleagues: readonly string[];
    };
  };
  readonly colleagues: number;
  readonly strongestComment: QuotedComment | null;
  readonly latestComment: QuotedComment | null;
  readonly unknown: readonly string[] | null;
}

export type TierCounts = Readonly<Record<LeadTier, number>>;

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly companySize: string | null;
  readonly leadCount: number;
  readonly averageIcpMatchPercent: number | null;
  readonly averageIntentScore: number | null;
  readonly tierCounts: TierCounts;
  readonly signalCount: number;
  readonly firstSignalAt: string | null;
  readonly latestSignalAt: string | null;
  readonly trend: {
    readonly signals14d: number;
    readonly previousSignals14d: number;
    readonly newPeople14d: number;
  };
}

export interface AccountDetail extends Account {
  readonly topLeads: readonly Lead[];
}

export interface WatchedProfile {
  readonly id: string;
  readonly displayName: string | null;
  readonly headline: string | null;
  readonly profileUrl: string;
  readonly profileType: ProfileType;
  readonly source: 'MEMBER_ONBOARDING' | 'MANUAL_WATCHLIST';
  readonly relationship: Relationship;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly label: string | null;
  readonly followers: number | null;
  readonly lastEngagementSyncAt: string | null;
  readonly leadCount: number;
  readonly createdAt: string;
}

interface PostFigures {
  readonly author: {
    readonly displayName: string | null;
    readonly profileUrl: string | null;
    readonly monitoredProfileId: string | null;
  };
  readonly publishedAt: string | null;
  readonly engagementCounts: {
    readonly likes: number | null;
    readonly comments: number | null;
    readonly reposts: number | null;
  };
  readonly uniqueEngagers: number | null;
  readonly leadCount: number | null;
  readonly qualifiedLeadCount: number | null;
}

export interface Post extends PostFigures {
  readonly id: string;
  readonly urn: string;
  readonly url: string | null;
  readonly excerpt: string | null;
  readonly collectedAt: string;
}

export interface PostSummary extends PostFigures {
  readonly id: string;
  readonly urn: string;
  readonly url: string | null;
  readonly contentText: string | null;
  readonly tierCounts: Readonly<Record<LeadTier, number | null>>;
  readonly averageIcpMatchPercent: number | null;
  readonly collectedAt: string;
}

export interface QualifiedLead {
  readonly leadId: string;
  readonly profile: Profile;
  readonly icpMatchPercent: number | null;
  readonly intentScore: number | null;
  readonly leadTier: LeadTier;
  readonly engagementTypes: readonly EngagementType[];
  readonly lastEngagedAt: string;
}
