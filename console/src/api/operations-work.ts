/** Operations by which people work: decisions on leads, the watchlist, the agent, audiences. */
import type { Disposition, ProfileType, Role, WatchedProfile } from './types';
import type { One, Operation, Page, Paging } from './operations';
import type { RefusedRow, UploadChoices, UploadImport, UploadPreview } from './types-import';
import type {
  AgentRun,
  AgentStatus,
  Batch,
  BatchInFull,
  Candidates,
  Discovery,
  DiscoveryInFull,
  ErasurePreview,
  Icp,
  IcpPreview,
  Job,
  JobStatus,
  LedgerEntry,
  OrganizationAudience,
  PersonOutcome,
  PostAudience,
  Readiness,
} from './types-work';

type Nothing = Readonly<Record<string, never>>;

export interface OutreachChange {
  readonly status?: 'NONE' | 'CONTACTED' | 'SNOOZED';
  /** A UTC day, `YYYY-MM-DD`. */
  readonly snoozedUntil?: string | null;
  readonly note?: string | null;
}

export interface LeadChange {
  readonly disposition?: Disposition;
  readonly ownerId?: string | null;
  readonly outreach?: OutreachChange;
}

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly role: Role;
  readonly active: boolean;
  readonly lastSignInAt: string | null;
}

export interface WorkOperations {
  readonly list_members: Operation<Nothing, One<readonly Member[]>>;
  readonly decide_lead: Operation<{ readonly leadId: string } & LeadChange, Readonly<Record<string, unknown>>>;
  /** At most 100 at once. */
  readonly decide_leads: Operation<
    { readonly decisions: readonly ({ readonly leadId: string } & LeadChange)[] },
    { readonly changed: number; readonly missing: readonly string[] }
  >;
  readonly set_watchlist_status: Operation<
    { readonly monitoredProfileId: string; readonly status: 'ACTIVE' | 'PAUSED' },
    Readonly<Record<string, unknown>>
  >;
  readonly save_watchlist_profiles: Operation<
    {
      readonly profiles: readonly {
        readonly profileUrl: string;
        readonly profileType?: ProfileType;
        readonly label?: string;
      }[];
    },
    { readonly added: number; readonly known: number }
  >;
  readonly remove_watchlist_profile: Operation<
    { readonly monitoredProfileId: string },
    Readonly<Record<string, unknown>>
  >;
  readonly sync_watchlist: Operation<
    { readonly monitoredProfileId?: string },
    { readonly profiles: readonly { readonly id: string; readonly jobId: string }[] }
  >;
  readonly get_agent_status: Operation<Nothing, AgentStatus>;
  readonly list_agent_runs: Operation<
    { readonly kind?: 'AGENT' | 'PREVIEW'; readonly limit?: number },
    One<readonly AgentRun[]>
  >;
  readonly list_agent_candidates: Operation<
    { readonly runId?: string; readonly limit?: number; readonly offset?: number },
    Candidates
  >;
  readonly enable_agent: Operation<
    {
      readonly schedule: string;
      readonly timeZone: string;
      readonly creditsPerRun: number;
      readonly creditsPerDay: number;
      readonly keywords: readonly string[];
    },
    Readonly<Record<string, unknown>>
  >;
  readonly set_agent_status: Operation<{ readonly status: 'ACTIVE' | 'PAUSED' }, Readonly<Record<string, unknown>>>;
  readonly run_agent: Operation<Nothing, Readonly<Record<string, unknown>>>;
  readonly preview_agent: Operation<Nothing, Readonly<Record<string, unknown>>>;
  readonly get_organization_audience: Operation<
    { readonly window: string; readonly breakdown: string },
    OrganizationAudience
  >;
  readonly get_post_audience: Operation<{ readonly postUrn: string }, PostAudience>;
  readonly get_audience_readiness: Operation<Nothing, Readiness>;
  readonly decide_candidate: Operation<
    { readonly candidateId: string; readonly decision: 'ACCEPTED' | 'REJECTED' },
    { readonly candidateId: string; readonly leadId: string | null }
  >;
  readonly get_credits: Operation<
    Nothing,
    One<{ readonly available: number; readonly held: number; readonly consumed: number }>
  >;
  readonly list_credit_ledger: Operation<Paging, Page<LedgerEntry>>;
  readonly list_jobs: Operation<{ readonly status?: JobStatus; readonly limit?: number }, One<readonly Job[]>>;
  readonly retry_job: Operation<{ readonly jobId: string }, { readonly id: string }>;
  readonly preview_erasure: Operation<{ readonly person: string }, ErasurePreview>;
  readonly export_person: Operation<
    { readonly person: string },
    { readonly people: readonly string[]; readonly sections: readonly string[]; readonly exportedAt: string }
  >;
  readonly read_person_section: Operation<
    { readonly personId: string; readonly section: string; readonly after?: number },
    { readonly rows: readonly unknown[]; readonly next: number | null }
  >;
  readonly lift_suppression: Operation<{ readonly person: string }, PersonOutcome>;
  readonly find_audience: Operation<{ readonly postUrn: string; readonly idempotencyKey: string }, Discovery>;
  readonly get_discovery: Operation<{ readonly discoveryId: string }, DiscoveryInFull>;
  readonly list_discoveries: Operation<{ readonly limit?: number }, One<readonly DiscoveryInFull[]>>;
  readonly get_icp: Operation<{ readonly version?: number }, One<Icp | null>>;
  readonly list_icp_versions: Operation<
    { readonly limit?: number; readonly before?: number },
    { readonly data: readonly Pick<Icp, 'version' | 'savedAt'>[]; readonly more: boolean }
  >;
  readonly preview_icp: Operation<{ readonly definition: Icp['definition'] }, One<IcpPreview>>;
  readonly set_icp: Operation<
    { readonly definition: Icp['definition'] },
    { readonly version: number; readonly changed: boolean }
  >;
  readonly cancel_discovery: Operation<{ readonly discoveryId: string }, Readonly<Record<string, unknown>>>;
  readonly retry_discovery: Operation<{ readonly discoveryId: string }, Readonly<Record<string, unknown>>>;
  readonly list_batches: Operation<
    { readonly limit?: number; readonly before?: string },
    { readonly data: readonly Batch[]; readonly more: boolean }
  >;
  readonly get_batch: Operation<{ readonly batchId: string }, BatchInFull>;
  readonly preview_import: Operation<UploadChoices, UploadPreview>;
  readonly start_import: Operation<UploadChoices, { readonly importId: string }>;
  readonly get_import: Operation<{ readonly importId: string }, UploadImport>;
  readonly cancel_import: Operation<{ readonly importId: string }, { readonly status: 'cancelled' | 'asked' }>;
  readonly list_refused_rows: Operation<
    { readonly importId: string; readonly after?: number },
    { readonly data: readonly RefusedRow[] }
  >;
  readonly undo_batch: Operation<{ readonly batchId: string }, Batch>;
  readonly erase_person: Operation<{ readonly person: string; readonly purge?: boolean }, PersonOutcome>;
  readonly suppress_person: Operation<{ readonly person: string }, PersonOutcome>;
  readonly set_do_not_contact: Operation<{ readonly person: string; readonly doNotContact?: boolean }, PersonOutcome>;
  readonly get_retention: Operation<Nothing, { readonly months: number | null }>;
  readonly set_retention: Operation<{ readonly months: number | null }, Readonly<Record<string, unknown>>>;
  readonly get_watchlist_profile: Operation<{ readonly monitoredProfileId: string }, One<WatchedProfile>>;
}
