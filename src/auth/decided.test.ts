/** Who may do what, and what is hidden from whom, decided a second time: a slip in one of the tables shows here. */
import { operationRights } from './rights';
import { hiddenWithout } from '../workspace/visibility';

test('the rights of operations: scope, flags, role', () => {
  const rows = Object.entries(operationRights).map(
    ([right, { scope, flags, role }]) =>
      `${right}: ${scope ?? '-'} | ${flags?.join(' ') ?? '-'} | ${role ?? 'operator'}`,
  );
  expect(rows).toEqual([
    'readWorkspace: workspace:read | workspace | MEMBER',
    'readLeads: leads:read | leads | MEMBER',
    'readQualifiedLeads: leads:read | analytics leads | MEMBER',
    'readWatchlist: leads:read | watchlist | MEMBER',
    'readAnalytics: analytics:read | analytics | MEMBER',
    'readAudience: analytics:read | audienceAnalytics | MEMBER',
    'readAgent: agent:read | agent | MEMBER',
    'discoverAudience: - | audienceDiscovery | ADMIN',
    'manageAgent: - | - | ADMIN',
    'syncWatchlist: - | - | ADMIN',
    'readMembers: - | - | MEMBER',
    'readIcp: - | - | MEMBER',
    'readConnections: - | - | MEMBER',
    'endOwnConnections: - | - | MEMBER',
    'manageApps: - | - | ADMIN',
    'readAudit: - | - | ADMIN',
    'readCredits: - | - | ADMIN',
    'readJobs: - | - | ADMIN',
    'retryJobs: - | - | ADMIN',
    'readChanges: - | sync leads | MEMBER',
    'decideLeads: - | integrations leads | MEMBER',
    'changeAccounts: - | - | MEMBER',
    'changeWatchlist: - | integrations watchlist | MEMBER',
    'changeIcp: - | - | ADMIN',
    'manageBatches: - | - | ADMIN',
    'readWebhooks: - | integrations | ADMIN',
    'manageWebhooks: - | integrations | ADMIN',
    'readDigests: - | - | MEMBER',
    'changeDigests: - | - | MEMBER',
    'saveViews: - | - | MEMBER',
    'manageKeys: - | - | ADMIN',
    'manageMembers: - | - | ADMIN',
    'provisionMembers: - | - | operator',
    'endConnections: - | - | ADMIN',
    'deleteWorkspace: - | - | OWNER',
    'renameWorkspace: - | - | OWNER',
    'addWorkspaces: - | - | OWNER',
    'createWorkspaces: - | - | operator',
    'readPrivacy: - | - | ADMIN',
    'managePrivacy: - | - | ADMIN',
    'grantCredits: - | - | operator',
  ]);
});

test('ranges and sorts that would let a hidden score be guessed are hidden with it', () => {
  expect(hiddenWithout.icp.parameters).toEqual([
    'minIcpMatchPercent',
    'maxIcpMatchPercent',
    'minIntentScore',
    'maxIntentScore',
  ]);
  expect(hiddenWithout.icp.sorts).toEqual(['averageIcpMatchPercent', 'priority']);
  expect(hiddenWithout.icp.fields).toEqual(
    expect.arrayContaining([
      'icpMatchPercent',
      'intentScore',
      'averageIcpMatchPercent',
      'averageIntentScore',
      'scoring',
    ]),
  );
});
