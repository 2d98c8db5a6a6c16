/**
 * Operations of the catalogue that the console calls, and the names that pages use for parts of their answers. Everything is
 * derived from the schemas of the operations: scripts/console-types.mjs writes the imported file before types are checked.
 */
import type { Catalogue } from '../../catalogue';

type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;

type WithCompactForm = 'list_leads' | 'list_signals' | 'list_posts';

/** Lists that also have a compact form are read in full. Only the items of the whole form contain one of these members. */
interface InFull<Name extends WithCompactForm> {
  readonly input: Omit<ReadOnly<Catalogue[Name]['input']>, 'view'>;
  readonly output: {
    readonly data: readonly Extract<
      ReadOnly<Catalogue[Name]['output']['data'][number]>,
      { readonly profile: unknown } | { readonly lead: unknown } | { readonly engagementCounts: unknown }
    >[];
    readonly page: ReadOnly<Catalogue[Name]['output']['page']>;
  };
}

export type Operations = {
  readonly [Name in keyof Catalogue]: Name extends WithCompactForm ? InFull<Name> : ReadOnly<Catalogue[Name]>;
};
export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Output<Name extends OperationName> = Operations[Name]['output'];

/** Operations that answer page by page. */
export type ListName = {
  [Name in OperationName]: Output<Name> extends Page<unknown> ? Name : never;
}[OperationName];
interface Page<Item> {
  readonly data: readonly Item[];
  readonly page: { readonly nextCursor: string | null };
}

/** The data that an operation answers with: one object, or one item of a list. */
type Data<Name extends OperationName> = Output<Name> extends { readonly data: infer Value } ? Value : never;
type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : never;
export type ListItem<Name extends OperationName> = ItemOf<Data<Name>>;

export type LeadChange = Omit<Input<'decide_lead'>, 'leadId'>;

export type LeadDetail = Data<'get_lead'>;
export type Lead = ListItem<'list_leads'>;
export type LeadTier = Lead['leadTier'];
export type Criterion = NonNullable<LeadDetail['scoring']>['icp'][number];
export type IntentPoint = NonNullable<LeadDetail['scoring']>['intent'][number];
export type Engagement = ListItem<'list_lead_engagements'>;
export type LeadDeed = ListItem<'list_lead_history'>;
export type EngagementType = Engagement['type'];
export type Signal = ListItem<'list_signals'>;
export type PersonToContact = ListItem<'find_people_to_contact'>;
export type QuotedComment = NonNullable<PersonToContact['latestComment']>;
export type Account = ListItem<'list_account_reports'>;
export type WatchedProfile = ListItem<'list_watchlist_profiles'>;
export type WatchlistSync = ListItem<'list_watchlist_syncs'>;
export type ProfileType = WatchedProfile['profileType'];
export type Post = ListItem<'list_posts'>;
export type PostSummary = Data<'get_post_summary'>;
export type QualifiedLead = ListItem<'list_post_qualified_leads'>;

export type AudiencePrivacy = Output<'get_post_audience'>['privacy'];
export type Bucket = Output<'get_organization_audience'>['buckets'][number];
export type DiscoveryInFull = Output<'get_discovery'>;
export type AgentStatus = Output<'get_agent_status'>;
export type AgentSetup = NonNullable<Data<'get_agent_setup'>>;
export type AgentLacks = Output<'get_agent_setup'>['lacks'];
export type AgentRun = ListItem<'list_agent_runs'>;
export type Candidate = Output<'list_agent_candidates'>['candidates'][number];
export type Batch = Output<'list_batches'>['data'][number];
export type BatchInFull = Output<'get_batch'>;
export type IcpPreview = Data<'preview_icp'>;
export type TitleGaps = Data<'find_title_gaps'>;
export type ErasurePreview = Output<'preview_erasure'>;

export type UploadChoices = Input<'preview_import'>;
export type UploadPreview = Output<'preview_import'>;
export type UploadImport = Output<'get_import'>;
export type RefusedRow = ListItem<'list_refused_rows'>;

export type Member = ListItem<'list_members'>;
export type Role = Member['role'];
export type ApiKey = ListItem<'list_api_keys'>;
export type Flag = keyof ApiKey['dataAccess'];
export type Connection = ListItem<'list_connections'>;
export type RegisteredApp = Data<'list_registered_apps'>[number];
export type AuditEntry = ListItem<'list_audit'>;
export type LedgerEntry = ListItem<'list_credit_ledger'>;
export type Job = ListItem<'list_jobs'>;
export type JobStatus = Job['status'];

export type Webhook = ListItem<'list_webhooks'>;
export type WebhookType = Webhook['types'][number];
export type NewSecret = Data<'create_webhook'>;
export type Delivery = ListItem<'list_webhook_deliveries'>;
export type DeliveryStatus = Delivery['status'];
export type Digest = ListItem<'list_digests'>;
