/** All operations, in the order of the docs. Nothing else imports an operation directly. */
import { listLeadHistory } from './leads/lead-history';
import { listAccesses } from './access/access-log';
import { listAudit } from './access/audit';
import { listConnectAttempts } from './access/connect-attempts';
import {
  answerAccessRequest,
  endOwnConnection,
  forbidApp,
  listAccessRequests,
  listConnections,
  listPermits,
} from './access/connections';
import { listOwnAccessRequests } from './access/own-requests';
import { getAccountReport } from './accounts/get-account-report';
import { listAccountReports } from './accounts/list-account-reports';
import { getAgentStatus } from './agent/get-agent-status';
import { addDigest } from './digests/add-digest';
import { changeDigest } from './digests/change-digest';
import { listDigests } from './digests/list-digests';
import { previewDigest } from './digests/preview-digest';
import { removeDigest } from './digests/remove-digest';
import { sendDigest } from './digests/send-digest';
import { decideCandidate } from './agent/decide-candidate';
import { enableAgent } from './agent/enable-agent';
import { getAgentSetup } from './agent/get-agent-setup';
import { listAgentCandidates } from './agent/list-agent-candidates';
import { listAgentRuns } from './agent/list-agent-runs';
import { previewAgentSchedule } from './agent/preview-agent-schedule';
import { previewAgent } from './agent/preview-agent';
import { runAgent } from './agent/run-agent';
import { setAgentStatus } from './agent/set-agent-status';
import { cancelDiscovery } from './audience/cancel-discovery';
import { findAudience } from './audience/find-audience';
import { getAudienceReadiness } from './audience/get-audience-readiness';
import { getDiscovery } from './audience/get-discovery';
import { getBatch } from './batches/get-batch';
import { listBatches } from './batches/list-batches';
import { cancelImport } from './batches/cancel-import';
import { getImport } from './batches/get-import';
import { listRefusedRows } from './batches/list-refused-rows';
import { previewImport } from './batches/preview-import';
import { startImport } from './batches/start-import';
import { undoBatch } from './batches/undo-batch';
import { getOrganizationAudience } from './audience/get-organization-audience';
import { getPostAudience } from './audience/get-post-audience';
import { listDiscoveries } from './audience/list-discoveries';
import { retryDiscovery } from './audience/retry-discovery';
import type { Action, Operation, Query } from './define';
import { mergeAccounts } from './accounts/merge-accounts';
import { splitAccount } from './accounts/split-account';
import { countLeads } from './leads/count-leads';
import { listChanges } from './changes/list-changes';
import { listTierChanges } from './changes/list-tier-changes';
import { getActivitySummary } from './leads/get-activity-summary';
import { correctComment } from './leads/correct-comment';
import { decideLead, decideLeads } from './leads/decide-lead';
import { findOtherPeople } from './leads/find-other-people';
import { listViews } from './views/list-views';
import { removeView } from './views/remove-view';
import { saveView } from './views/save-view';
import { findPeopleToContact } from './leads/find-people-to-contact';
import { getLead } from './leads/get-lead';
import { listLeadEngagements } from './leads/list-lead-engagements';
import { listLeads } from './leads/list-leads';
import { listSignals } from './leads/list-signals';
import { addMember } from './members/add-member';
import { changeMember } from './members/change-member';
import { deactivateMember } from './members/deactivate-member';
import { inviteMember, listInvitations, makeResetLink, withdrawInvitation } from './members/invitations';
import { listMembers } from './members/list-members';
import { putMember } from './members/put-member';
import { exportPerson, readPersonSection } from './privacy/export-person';
import { erasePerson, liftSuppression, suppressPerson } from './privacy/erase-person';
import { previewErasure } from './privacy/preview-erasure';
import { getProcessingReport } from './privacy/get-processing-report';
import { getRetention, setRetention } from './privacy/retention';
import { setDoNotContact } from './privacy/set-do-not-contact';
import { getPostSummary } from './posts/get-post-summary';
import { listPosts } from './posts/list-posts';
import { listPostQualifiedLeads } from './posts/list-post-qualified-leads';
import { getWatchlistProfile } from './watchlist/get-watchlist-profile';
import { listWatchlistSyncs } from './watchlist/list-watchlist-syncs';
import { listWatchlistProfiles } from './watchlist/list-watchlist-profiles';
import { putWatchlistProfile } from './watchlist/put-watchlist-profile';
import { removeWatchlistProfile } from './watchlist/remove-watchlist-profile';
import { saveWatchlistProfiles } from './watchlist/save-watchlist-profiles';
import { setWatchlistStatus } from './watchlist/set-watchlist-status';
import { syncWatchlist } from './watchlist/sync-watchlist';
import { createWebhook } from './webhooks/create-webhook';
import { deleteWebhook } from './webhooks/delete-webhook';
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries';
import { listWebhooks } from './webhooks/list-webhooks';
import { changeWebhook } from './webhooks/change-webhook';
import { pauseWebhook } from './webhooks/pause-webhook';
import { replayWebhook } from './webhooks/replay-webhook';
import { resumeWebhook } from './webhooks/resume-webhook';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret';
import { testWebhook } from './webhooks/test-webhook';
import { getMcpConnectionStatus } from './workspace/connection-status';
import { listRegisteredApps, registerApp, removeRegisteredApp } from './access/registered-apps';
import { createApiKey } from './workspace/create-api-key';
import { addWorkspace } from './workspace/add-workspace';
import { createWorkspace } from './workspace/create-workspace';
import { deleteWorkspace } from './workspace/delete-workspace';
import { endConnection } from './workspace/end-connection';
import { getCredits } from './workspace/get-credits';
import { getRevision } from './workspace/get-revision';
import { getWorkspaceAccess } from './workspace/get-workspace-access';
import { grantCredits } from './workspace/grant-credits';
import { findIndustries, findTitleGaps, getIcp, listIcpVersions, previewIcp } from './workspace/icp';
import { listJobs, retryJob } from './workspace/jobs';
import { listApiKeys } from './workspace/list-api-keys';
import { listCreditLedger } from './workspace/list-credit-ledger';
import { renameWorkspace } from './workspace/rename-workspace';
import { revokeApiKey } from './workspace/revoke-api-key';
import { setIcp } from './workspace/set-icp';

/** The queries, by the names that commands use. */
export const query = {
  getWorkspaceAccess,
  getMcpConnectionStatus,
  getAgentStatus,
  getAgentSetup,
  previewAgentSchedule,
  listAgentCandidates,
  listAgentRuns,
  findPeopleToContact,
  listLeads,
  countLeads,
  getActivitySummary,
  getLead,
  listLeadEngagements,
  listSignals,
  listTierChanges,
  listChanges,
  listWatchlistProfiles,
  listWatchlistSyncs,
  getWatchlistProfile,
  listAccountReports,
  getAccountReport,
  listPosts,
  listPostQualifiedLeads,
  getPostSummary,
  getPostAudience,
  getOrganizationAudience,
  getAudienceReadiness,
  getDiscovery,
  getRetention,
  getProcessingReport,
  previewErasure,
  listBatches,
  getBatch,
  previewImport,
  getImport,
  listRefusedRows,
  listWebhooks,
  listWebhookDeliveries,
  listDigests,
  previewDigest,
  listMembers,
  listInvitations,
  listApiKeys,
  listConnections,
  listAccessRequests,
  listOwnAccessRequests,
  listPermits,
  listRegisteredApps,
  listAudit,
  listAccesses,
  listConnectAttempts,
  listLeadHistory,
  getCredits,
  getRevision,
  findOtherPeople,
  listViews,
  listCreditLedger,
  listJobs,
  listDiscoveries,
  getIcp,
  listIcpVersions,
  findIndustries,
  findTitleGaps,
  previewIcp,
};

export const queries: readonly Query[] = Object.values(query);

/** The actions, by the names that commands use. */
export const action = {
  mergeAccounts,
  splitAccount,
  decideLead,
  decideLeads,
  saveView,
  removeView,
  correctComment,
  saveWatchlistProfiles,
  putWatchlistProfile,
  setWatchlistStatus,
  removeWatchlistProfile,
  syncWatchlist,
  enableAgent,
  setAgentStatus,
  runAgent,
  previewAgent,
  decideCandidate,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  addDigest,
  changeDigest,
  removeDigest,
  sendDigest,
  changeWebhook,
  pauseWebhook,
  resumeWebhook,
  replayWebhook,
  setIcp,
  createApiKey,
  revokeApiKey,
  addMember,
  changeMember,
  putMember,
  deactivateMember,
  inviteMember,
  withdrawInvitation,
  makeResetLink,
  endConnection,
  endOwnConnection,
  answerAccessRequest,
  forbidApp,
  registerApp,
  removeRegisteredApp,
  retryJob,
  renameWorkspace,
  createWorkspace,
  grantCredits,
  findAudience,
  retryDiscovery,
  cancelDiscovery,
  exportPerson,
  readPersonSection,
  startImport,
  undoBatch,
  cancelImport,
  erasePerson,
  suppressPerson,
  liftSuppression,
  setDoNotContact,
  setRetention,
  addWorkspace,
  deleteWorkspace,
};

export const actions: readonly Action[] = Object.values(action);

export const catalogue: readonly Operation[] = [...queries, ...actions];

/** What MCP offers. The types allow only queries here, and a test checks the catalogue once more. */
export const mcpQueries: readonly Query[] = queries.filter(({ interfaces }) => interfaces.mcp);
