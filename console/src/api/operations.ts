/** Operations of the catalogue that the console calls, by name: what goes in and what comes out. */
import type {
  Account,
  AccountDetail,
  Disposition,
  Engagement,
  EngagementType,
  Lead,
  LeadDetail,
  LeadTier,
  PersonToContact,
  Post,
  PostSummary,
  ProfileType,
  QualifiedLead,
  Signal,
  WatchedProfile,
} from './types';
import type { IntegrationOperations } from './operations-integrations';
import type { WorkOperations } from './operations-work';
import type { WorkspaceOperations } from './operations-workspace';

export interface Operation<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}
export interface One<Value> {
  readonly data: Value;
}
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly page: { readonly nextCursor: string | null };
}
export interface Paging {
  readonly limit?: number;
  readonly cursor?: string;
}
interface Ranges {
  readonly minIcpMatchPercent?: number;
  readonly maxIcpMatchPercent?: number;
  readonly minIntentScore?: number;
  readonly maxIntentScore?: number;
  readonly dateFrom?: string;
  readonly dateTo?: string;
}

export interface LeadFilters extends Ranges, Paging {
  readonly leadTier?: readonly LeadTier[];
  readonly disposition?: readonly Disposition[];
  readonly monitoredProfileIds?: readonly string[];
  readonly engagementTypes?: readonly EngagementType[];
  readonly ownerIds?: readonly string[];
  readonly search?: string;
  readonly companyNames?: readonly string[];
  readonly origin?: string;
  readonly sortBy?: string;
  readonly sortOrder?: string;
  readonly outreachStatus?: readonly string[];
  readonly contactedFrom?: string;
  readonly contactedTo?: string;
  readonly country?: readonly string[];
  readonly industry?: readonly string[];
  readonly companySize?: readonly string[];
  readonly seniority?: readonly string[];
  readonly function?: readonly string[];
  readonly firstSignalFrom?: string;
  readonly createdFrom?: string;
  readonly updatedFrom?: string;
  readonly hasContactData?: boolean;
}

export interface SignalFilters extends Ranges, Paging {
  readonly monitoredProfileIds?: readonly string[];
  readonly engagementTypes?: readonly EngagementType[];
  readonly disposition?: Disposition;
  readonly search?: string;
  readonly text?: string;
  readonly leadTier?: readonly LeadTier[];
  readonly ownerIds?: readonly string[];
  readonly companyNames?: readonly string[];
  readonly profileType?: ProfileType;
  readonly profileLabel?: string;
  readonly origin?: string;
  readonly said?: readonly string[];
}

/** Reads of what the service found. */
interface Reads {
  readonly find_people_to_contact: Operation<
    {
      readonly limit?: number;
      readonly since?: string;
      readonly ownerIds?: readonly string[];
      readonly accountId?: string;
      readonly topic?: string;
      readonly includeContacted?: boolean;
    },
    One<readonly PersonToContact[]>
  >;
  readonly list_leads: Operation<LeadFilters, Page<Lead>>;
  readonly get_lead: Operation<{ readonly leadId: string }, One<LeadDetail>>;
  readonly list_lead_engagements: Operation<
    { readonly leadId: string; readonly engagementTypes?: readonly EngagementType[] } & Paging,
    Page<Engagement>
  >;
  readonly list_signals: Operation<SignalFilters, Page<Signal>>;
  readonly list_account_reports: Operation<
    Ranges &
      Paging & {
        readonly search?: string;
        readonly industry?: string;
        readonly sortBy?: string;
        readonly sortOrder?: string;
      },
    Page<Account>
  >;
  readonly get_account_report: Operation<{ readonly accountId: string } & Ranges, One<AccountDetail>>;
  readonly list_posts: Operation<
    Paging & {
      readonly search?: string;
      readonly dateFrom?: string;
      readonly dateTo?: string;
      readonly authorProfileIds?: readonly string[];
    },
    Page<Post>
  >;
  readonly get_post_summary: Operation<{ readonly postId: string }, One<PostSummary>>;
  readonly list_post_qualified_leads: Operation<{ readonly postId: string } & Paging, Page<QualifiedLead>>;
  readonly list_watchlist_profiles: Operation<
    Paging & {
      readonly profileType?: ProfileType;
      readonly status?: string;
      readonly label?: string;
      readonly search?: string;
      readonly sortBy?: string;
      readonly sortOrder?: string;
    },
    Page<WatchedProfile>
  >;
}

export interface Operations extends Reads, WorkOperations, WorkspaceOperations, IntegrationOperations {}

export type OperationName = keyof Operations;

/** Operations that answer page by page. */
export type ListName = {
  [Name in OperationName]: Operations[Name]['output'] extends Page<unknown> ? Name : never;
}[OperationName];

export type ListItem<Name extends ListName> = Operations[Name]['output'] extends Page<infer Item> ? Item : never;
