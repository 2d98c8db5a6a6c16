/** Every operation, in the order it is listed. Nothing else imports an operation directly. */
import { getAccountReport } from './accounts/get-account-report';
import { listAccountReports } from './accounts/list-account-reports';
import { getAgentStatus } from './agent/get-agent-status';
import { listAgentCandidates } from './agent/list-agent-candidates';
import type { Action, Operation, Query } from './define';
import { getLead } from './leads/get-lead';
import { listLeadEngagements } from './leads/list-lead-engagements';
import { listLeads } from './leads/list-leads';
import { listSignals } from './leads/list-signals';
import { getPostSummary } from './posts/get-post-summary';
import { listPostQualifiedLeads } from './posts/list-post-qualified-leads';
import { getWatchlistProfile } from './watchlist/get-watchlist-profile';
import { listWatchlistProfiles } from './watchlist/list-watchlist-profiles';
import { getMcpConnectionStatus } from './workspace/connection-status';
import { getWorkspaceAccess } from './workspace/get-workspace-access';

/** What can be read. */
export const queries: readonly Query[] = [
  getWorkspaceAccess,
  getMcpConnectionStatus,
  getAgentStatus,
  listAgentCandidates,
  listLeads,
  getLead,
  listLeadEngagements,
  listSignals,
  listWatchlistProfiles,
  getWatchlistProfile,
  listAccountReports,
  getAccountReport,
  listPostQualifiedLeads,
  getPostSummary,
];

/** What can be changed. */
export const actions: readonly Action[] = [];

export const catalogue: readonly Operation[] = [...queries, ...actions];

/** What MCP offers. Only a query can be marked for it; the tests look through the catalogue for that once more. */
export const mcpQueries: readonly Query[] = queries.filter(({ doors }) => doors.mcp);
