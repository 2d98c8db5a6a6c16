/** What a caller may read: the `dataAccess` flags of an API key and the scopes of an assistant's connection. */

/** Flags of the workspace access resource, in the order the interface lists them. */
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
    opens: ['leads', 'leadContactData', 'watchlist', 'icp'],
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

/** All flags false but these. */
export function dataAccessOf(open: Iterable<DataAccessFlag>): DataAccess {
  const set = new Set(open);
  return Object.fromEntries(dataAccessFlags.map((flag) => [flag, set.has(flag)])) as DataAccess;
}

/** By the scopes as text: there are few combinations, and each call of each connection needs one. */
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
