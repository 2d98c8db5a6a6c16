/**
 * What a caller may do: the `dataAccess` flags of an API key, the scopes of an assistant's connection, the role of a person.
 * `operationRights` says which of them each operation requires (docs/internals/decisions/0009-operations.md).
 */
import type { Role } from '../shared/values';

/** Flags of the workspace access resource, in the order in which the interface lists them. */
export const dataAccessFlags = [
  'workspace',
  'leads',
  'leadContactData',
  'leadContactEnrichment',
  'analytics',
  'icp',
  'watchlist',
  'content',
  'integrations',
  'sync',
  'agent',
  'audienceAnalytics',
  'audienceDiscovery',
] as const;

export type DataAccessFlag = (typeof dataAccessFlags)[number];
export type DataAccess = Readonly<Record<DataAccessFlag, boolean>>;

/** One row per OAuth scope: the words a person reads, whether it is sensitive, and the flags it opens. */
export const scopeDefinitions = {
  'workspace:read': {
    title: 'Workspace access and usage',
    description: 'See which data this workspace offers and how many leads and profiles it holds.',
    sensitive: false,
    changesData: false,
    opens: ['workspace'],
  },
  'leads:read': {
    title: 'Leads, contact data and saved profiles',
    description: 'Read leads with their profiles and work e-mail addresses, signals, accounts and the watchlist.',
    sensitive: true,
    changesData: false,
    opens: ['leads', 'leadContactData', 'leadContactEnrichment', 'watchlist', 'icp', 'content'],
  },
  'analytics:read': {
    title: 'Post and audience analytics',
    description: 'Read post summaries and aggregate audience figures, without names.',
    sensitive: false,
    changesData: false,
    opens: ['analytics', 'content', 'audienceAnalytics'],
  },
  'agent:read': {
    title: 'Agent status and candidates',
    description: 'Read what the automated lead-finding agent did and which candidates it proposed.',
    sensitive: false,
    changesData: false,
    opens: ['agent'],
  },
} as const satisfies Record<
  string,
  {
    title: string;
    description: string;
    sensitive: boolean;
    changesData: boolean;
    opens: readonly DataAccessFlag[];
  }
>;

export type Scope = keyof typeof scopeDefinitions;
export const scopes = Object.keys(scopeDefinitions) as readonly Scope[];

export function isScope(value: string): value is Scope {
  return Object.hasOwn(scopeDefinitions, value);
}

/** What one right requires of each kind of caller. `null`: no caller of that kind has the right. The operator has all rights. */
export interface RightDemands {
  /** Scope that a connection needs. The flags of its scopes decide which fields it sees, not which operations it may use. */
  readonly scope: Scope | null;
  /** `dataAccess` flags that an API key needs, all of them. */
  readonly flags: readonly DataAccessFlag[] | null;
  /** Lowest role of a signed-in member. */
  readonly role: Role | null;
  /** Whether an API key must have been created to change things (`key create --write`). */
  readonly writes?: true;
  /** Whether a provisioning key has the right. Such a key has no other rights. */
  readonly provisioning?: true;
}

/** The rights that operations name: one table for every interface. */
export const operationRights = {
  readWorkspace: { scope: 'workspace:read', flags: ['workspace'], role: 'MEMBER' },
  readLeads: { scope: 'leads:read', flags: ['leads'], role: 'MEMBER' },
  // People of a post, below the address of its analytics. A key needs both kinds of data, a connection the scope that shows
  // people.
  readQualifiedLeads: { scope: 'leads:read', flags: ['analytics', 'leads'], role: 'MEMBER' },
  readWatchlist: { scope: 'leads:read', flags: ['watchlist'], role: 'MEMBER' },
  readAnalytics: { scope: 'analytics:read', flags: ['analytics'], role: 'MEMBER' },
  readAudience: { scope: 'analytics:read', flags: ['audienceAnalytics'], role: 'MEMBER' },
  readAgent: { scope: 'agent:read', flags: ['agent'], role: 'MEMBER' },
  discoverAudience: { scope: null, flags: ['audienceDiscovery'], role: 'ADMIN' },
  // Both spend: credits, or what the source charges.
  manageAgent: { scope: null, flags: null, role: 'ADMIN' },
  syncWatchlist: { scope: null, flags: null, role: 'ADMIN' },
  readMembers: { scope: null, flags: null, role: 'MEMBER' },
  readIcp: { scope: null, flags: null, role: 'MEMBER' },
  // For connections of others, the operation itself requires more.
  readConnections: { scope: null, flags: null, role: 'MEMBER' },
  endOwnConnections: { scope: null, flags: null, role: 'MEMBER' },
  manageApps: { scope: null, flags: null, role: 'ADMIN' },
  readAudit: { scope: null, flags: null, role: 'ADMIN' },
  readCredits: { scope: null, flags: null, role: 'ADMIN' },
  readJobs: { scope: null, flags: null, role: 'ADMIN' },
  retryJobs: { scope: null, flags: null, role: 'ADMIN' },
  readChanges: { scope: null, flags: ['sync', 'leads'], role: 'MEMBER' },
  decideLeads: { scope: null, flags: ['integrations', 'leads'], role: 'MEMBER', writes: true },
  changeAccounts: { scope: null, flags: null, role: 'MEMBER' },
  changeWatchlist: { scope: null, flags: ['integrations', 'watchlist'], role: 'MEMBER', writes: true },
  changeIcp: { scope: null, flags: null, role: 'ADMIN' },
  manageBatches: { scope: null, flags: null, role: 'ADMIN' },
  readWebhooks: { scope: null, flags: ['integrations'], role: 'ADMIN' },
  manageWebhooks: { scope: null, flags: ['integrations'], role: 'ADMIN', writes: true },
  // One's own digests. For those of others and of the workspace, the operation itself requires more.
  readDigests: { scope: null, flags: null, role: 'MEMBER' },
  changeDigests: { scope: null, flags: null, role: 'MEMBER' },
  // Views that one saved oneself. For those of others, the operation itself requires more.
  saveViews: { scope: null, flags: null, role: 'MEMBER' },
  manageKeys: { scope: null, flags: null, role: 'ADMIN' },
  manageMembers: { scope: null, flags: null, role: 'ADMIN' },
  // External ids belong to the application. People change members by the fields that they can see.
  provisionMembers: { scope: null, flags: null, role: null, provisioning: true },
  endConnections: { scope: null, flags: null, role: 'ADMIN' },
  deleteWorkspace: { scope: null, flags: null, role: 'OWNER' },
  renameWorkspace: { scope: null, flags: null, role: 'OWNER' },
  // Another workspace beside one's own. The operator makes those of others.
  addWorkspaces: { scope: null, flags: null, role: 'OWNER' },
  createWorkspaces: { scope: null, flags: null, role: null },
  // Requests of people about their data.
  readPrivacy: { scope: null, flags: null, role: 'ADMIN' },
  managePrivacy: { scope: null, flags: null, role: 'ADMIN' },
  grantCredits: { scope: null, flags: null, role: null },
} as const satisfies Record<string, RightDemands>;

export type OperationRight = keyof typeof operationRights;

/** The requirements of a right, in their general form. */
export function demandsOf(right: OperationRight): RightDemands {
  return operationRights[right];
}

/** Only these flags are true. */
export function dataAccessOf(open: Iterable<DataAccessFlag>): DataAccess {
  const set = new Set(open);
  return Object.fromEntries(dataAccessFlags.map((flag) => [flag, set.has(flag)])) as DataAccess;
}

/** Cached by the scopes as text. There are few combinations, and every call of a connection needs one. */
const openedBy = new Map<string, DataAccess>();

/** The flags that a connection's scopes open. */
export function dataAccessOfScopes(granted: readonly Scope[]): DataAccess {
  const ordered = scopes.filter((scope) => granted.includes(scope));
  const name = ordered.join(' ');
  let opened = openedBy.get(name);
  if (!opened) {
    opened = Object.freeze(dataAccessOf(ordered.flatMap((scope) => scopeDefinitions[scope].opens)));
    openedBy.set(name, opened);
  }
  return opened;
}
