/** What scopes open and who may write, decided a second time; and the flags that follow. */
import {
  dataAccessFlags,
  dataAccessOf,
  dataAccessOfScopes,
  demandsOf,
  isScope,
  operationRights,
  scopeDefinitions,
  scopes,
} from './rights';

const open = (of: ReturnType<typeof dataAccessOf>) => dataAccessFlags.filter((flag) => of[flag]).join(' ');

test('scopes: sensitive or not, and the flags each opens', () => {
  const definitions: Readonly<Record<string, { sensitive: boolean; changesData: boolean; opens: readonly string[] }>> =
    scopeDefinitions;
  const rows = Object.entries(definitions).map(
    ([name, { sensitive, changesData, opens }]) =>
      `${name}${sensitive ? ' sensitive' : ''}${changesData ? ' changes' : ''}: ${opens.join(' ')}`,
  );
  expect(rows).toEqual([
    'workspace:read: workspace',
    'leads:read sensitive: leads leadContactData leadContactEnrichment watchlist icp content',
    'analytics:read: analytics content audienceAnalytics',
    'agent:read: agent',
  ]);
  for (const { title, description } of Object.values(scopeDefinitions))
    expect([title, description].join()).toMatch(/\S+ \S+/);
  expect(['leads:read', 'leads:write', 'constructor', ''].map(isScope)).toEqual([true, false, false, false]);
});

test('flags of a key, and of the scopes of a connection, in any order', () => {
  expect(open(dataAccessOf([]))).toBe('');
  expect(open(dataAccessOf(['icp', 'leads', 'icp']))).toBe('leads icp');
  expect(open(dataAccessOf(dataAccessFlags))).toBe(dataAccessFlags.join(' '));
  expect(open(dataAccessOfScopes(scopes))).toBe(
    'workspace leads leadContactData leadContactEnrichment analytics icp watchlist content agent audienceAnalytics',
  );
  expect(dataAccessOfScopes(['agent:read', 'workspace:read'])).toBe(
    dataAccessOfScopes(['workspace:read', 'agent:read']),
  );
  expect(open(dataAccessOfScopes(['agent:read', 'workspace:read']))).toBe('workspace agent');
  expect(open(dataAccessOfScopes([]))).toBe('');
  expect(dataAccessFlags).toEqual([
    ...['workspace', 'leads', 'leadContactData', 'leadContactEnrichment', 'analytics', 'icp', 'watchlist', 'content'],
    ...['integrations', 'sync', 'agent', 'audienceAnalytics', 'audienceDiscovery'],
  ]);
});

test('what an API key must be made to write for, and what a provisioning key may do', () => {
  const having = (name: string) =>
    Object.entries(operationRights).flatMap(([right, demands]) => (Object.keys(demands).includes(name) ? [right] : []));
  expect(having('writes')).toEqual(['decideLeads', 'changeWatchlist', 'manageWebhooks']);
  expect(having('provisioning')).toEqual(['provisionMembers']);
  expect(
    Object.values(operationRights)
      .flatMap((one) => Object.values(one))
      .filter((value) => typeof value === 'boolean'),
  ).toEqual(Array(4).fill(true));
  expect(demandsOf('readLeads')).toEqual({ scope: 'leads:read', flags: ['leads'], role: 'MEMBER' });
});
