/** What operations answer about audiences, the agent, imports and privacy; held like types.ts. */
import type { LeadTier, Profile } from './types';

export interface Bucket {
  readonly bucket: string;
  readonly percent: number;
}

interface Coverage {
  readonly reportedEngagers: number | null;
  readonly analysedPeople: number | null;
  readonly percent: number | null;
}

export interface AudiencePrivacy {
  readonly minimumGroupSize: number;
  readonly minimumAudience: number;
  readonly suppressed: boolean;
}

interface Audience {
  readonly audienceSize: number | null;
  readonly coverage: Coverage;
  readonly privacy: AudiencePrivacy;
  readonly computedAt: string | null;
}

export interface OrganizationAudience extends Audience {
  readonly status: 'READY' | 'NOT_DISCOVERED' | 'TOO_SMALL';
  readonly buckets: readonly Bucket[];
}

export interface PostAudience extends Audience {
  readonly postUrn: string;
  readonly status: 'READY' | 'NOT_DISCOVERED' | 'DISCOVERING' | 'TOO_SMALL';
  readonly breakdowns: {
    readonly title: readonly Bucket[];
    readonly companySize: readonly Bucket[];
    readonly location: readonly Bucket[];
    readonly industry: readonly Bucket[];
  };
  readonly discovery: { readonly discoveryId: string; readonly status: string } | null;
}

export interface Readiness {
  readonly status: 'READY' | 'DEGRADED' | 'NOT_READY';
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
  readonly postCount: number;
  readonly analysedPeople: number;
  readonly lastSnapshotAt: string | null;
  readonly creditsAvailable: number;
}

export interface Discovery {
  readonly discoveryId: string;
  readonly postUrn: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'INSUFFICIENT_CREDITS';
  readonly replayed: boolean;
  readonly credits: { readonly held: number; readonly consumed: number; readonly available: number };
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export interface DiscoveryInFull extends Discovery {
  readonly progress: {
    readonly percent: number;
    readonly peopleFound: number;
    readonly peopleQualified: number | null;
  };
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly stopReason: string | null;
}

interface RunFigures {
  readonly id: string;
  readonly status: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly postsScanned: number;
  readonly peopleQualified: number;
  readonly candidates: number;
  readonly leadsCreated: number;
}

export interface AgentRun extends RunFigures {
  readonly kind: 'AGENT' | 'PREVIEW';
  readonly startedBy: 'schedule' | 'request';
  readonly creditsConsumed: number;
  readonly stopReason: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export interface AgentStatus {
  readonly status: 'ACTIVE' | 'PAUSED' | 'NOT_CONFIGURED';
  readonly schedule: string | null;
  readonly nextRunAt: string | null;
  readonly lastRun: RunFigures | null;
  readonly latestOnboardingPreview: RunFigures | null;
}

export interface Candidate {
  readonly id: string;
  readonly profile: Profile;
  readonly icpMatchPercent: number | null;
  readonly intentScore: number | null;
  readonly leadTier: LeadTier | null;
  readonly decision: 'ACCEPTED' | 'REJECTED' | 'DUPLICATE';
  readonly reasons: readonly string[];
  readonly leadId: string | null;
}

export interface Candidates {
  readonly runId: string | null;
  readonly source: 'latest_agent_run' | 'latest_onboarding_preview';
  readonly candidates: readonly Candidate[];
  readonly page: { readonly offset: number; readonly total: number; readonly hasMore: boolean };
}

export interface Batch {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  readonly name: string;
  readonly reference: string | null;
  readonly status: string;
  readonly startedBy: string | null;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly records: number;
  readonly engagementsNew: number;
  readonly peopleNew: number;
  readonly postsNew: number;
  readonly undoable: boolean;
}

export interface BatchInFull extends Batch {
  /** Null unless it was taken back. */
  readonly undone: {
    readonly decisionsRemoved: number;
    readonly peopleAffected: number;
    readonly affected: readonly {
      readonly candidateId: string;
      readonly runId: string;
      readonly displayName: string;
      readonly decision: Candidate['decision'];
      readonly creditSpent: boolean;
      readonly leadId: string | null;
    }[];
  } | null;
}

export interface PersonOutcome {
  readonly reference: string;
  readonly held: boolean;
  readonly remembered: number;
}

export interface Icp {
  readonly version: number;
  readonly savedAt: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

export interface IcpPreview {
  readonly leads: number;
  /** By the tier now, then by the tier it would be. */
  readonly moves: Readonly<Record<LeadTier, Readonly<Record<LeadTier, number>>>>;
  readonly movers: readonly {
    readonly leadId: string;
    readonly name: string;
    readonly headline: string | null;
    readonly from: LeadTier;
    readonly to: LeadTier;
    readonly reason: string;
  }[];
  readonly whole: boolean;
  readonly averageIcpNow: number;
  readonly averageIcpThen: number;
}

export type JobStatus = 'waiting' | 'ready' | 'running' | 'done' | 'dead' | 'cancelled';

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly status: JobStatus;
  readonly attempt: number;
  readonly error: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export interface LedgerEntry {
  readonly id: string;
  readonly kind: 'GRANT' | 'ADJUST' | 'HOLD' | 'CONSUME' | 'RELEASE' | 'REFUND';
  readonly amount: number;
  readonly reference: string | null;
  readonly createdAt: string;
}

/** What an erasure would remove. */
export interface ErasurePreview {
  readonly people: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly headline: string | null;
    readonly companyName: string | null;
    readonly profileUrl: string | null;
    readonly doNotContact: boolean;
  }[];
  readonly rows: readonly { readonly table: string; readonly rows: number }[];
}
