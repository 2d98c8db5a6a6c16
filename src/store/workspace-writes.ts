/**
 * Everything an action can change in one workspace. Like the reads (workspace-store.ts), the organization is fixed when the
 * handle is opened, so no action can write into another workspace.
 */
import { storeIcp } from './admin/icp';
import { mergeAccounts, splitAccount, type Merged, type Split } from './admin/accounts';
import { decideLead, type LeadDecision } from './admin/leads';
import { addMember, changeMember, listMembers, type Member, type MemberChange, type NewMember } from './admin/members';
import { insertOrganization, renameOrganization } from './admin/organizations';
import { endApiKey, insertApiKey } from './api-keys';
import type { CreditBalance } from '../credits/rules';
import { changeCredits } from './credits/ledger';
import type { Database } from './database';
import { actorColumns, recordAudit, type AuditActor, type AuditObject } from './oauth/audit';
import { revokeConnection } from './oauth/connections';
import type { ApiKeyRow } from './tables/access';
import type { ProfileStatus } from './tables/leads';
import { queueEverybody } from './writes/scoring-queue';
import { removeWatchlistEntry, saveWatchlistEntry, setWatchlistStatus, type WatchlistEntry } from './writes/watchlist';

export type { AuditActor, AuditObject };

/** What each write does and answers is said where it is implemented. */
export interface WorkspaceWrites {
  /** Runs work in one transaction; what is written inside it stands or falls together. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Adds an entry to the audit log. */
  audit(actor: AuditActor, action: string, object: AuditObject): Promise<void>;
  create(name: string): Promise<boolean>;
  rename(name: string): Promise<boolean>;
  mergeAccounts(keep: string, drop: string): Promise<Merged>;
  splitAccount(accountId: string, alias: string): Promise<Split>;
  decideLead(leadId: string, decision: LeadDecision): Promise<boolean>;
  saveWatchlistEntry(entry: WatchlistEntry): Promise<{ id: string; created: boolean }>;
  setWatchlistStatus(profileId: string, status: ProfileStatus): Promise<boolean>;
  removeWatchlistEntry(profileId: string): Promise<boolean>;
  storeIcp(definition: string): Promise<{ version: number; changed: boolean }>;
  queueEverybody(): Promise<void>;
  insertApiKey(key: Omit<ApiKeyRow, 'organization_id'>): Promise<void>;
  endApiKey(keyId: string): Promise<boolean>;
  members(): Promise<Member[]>;
  addMember(member: Omit<NewMember, 'organizationId'>): Promise<{ userId: string; userCreated: boolean } | undefined>;
  changeMember(userId: string, change: Pick<Partial<Member>, 'role' | 'active'>): Promise<MemberChange>;
  changeCredits(amount: number, reference: string | null): Promise<CreditBalance | undefined>;
  endConnection(connectionId: string, actor: AuditActor): Promise<boolean>;
}

/** @param organizationId as authenticated; never a value a caller sent. */
export function openWorkspaceWrites(db: Database, organizationId: string): WorkspaceWrites {
  return {
    transaction: (work) => db.transaction(work),
    audit: (actor, action, { kind, id, detail, ofInstallation }) =>
      recordAudit(db, {
        at: Date.now(),
        action,
        organization_id: ofInstallation ? null : organizationId,
        ...actorColumns(actor),
        object_kind: kind,
        object_id: id,
        detail: detail?.slice(0, 255) ?? null,
      }),
    create: (name) => insertOrganization(db, organizationId, name),
    rename: (name) => renameOrganization(db, organizationId, name),
    mergeAccounts: (keep, drop) => mergeAccounts(db, organizationId, keep, drop),
    splitAccount: (accountId, alias) => splitAccount(db, organizationId, accountId, alias, Date.now()),
    decideLead: (leadId, decision) => decideLead(db, organizationId, leadId, decision),
    saveWatchlistEntry: (entry) => saveWatchlistEntry(db, organizationId, entry, Date.now()),
    setWatchlistStatus: (profileId, status) => setWatchlistStatus(db, organizationId, profileId, status),
    removeWatchlistEntry: (profileId) => removeWatchlistEntry(db, organizationId, profileId),
    storeIcp: (definition) => storeIcp(db, organizationId, definition),
    queueEverybody: () => queueEverybody(db, organizationId),
    insertApiKey: (key) => insertApiKey(db, { ...key, organization_id: organizationId }),
    endApiKey: (keyId) => endApiKey(db, organizationId, keyId, Date.now()),
    members: () => listMembers(db, organizationId),
    addMember: (member) => addMember(db, { ...member, organizationId }),
    changeMember: (userId, change) => changeMember(db, organizationId, userId, change),
    changeCredits: (amount, reference) => changeCredits(db, organizationId, amount, reference),
    endConnection: (connectionId, actor) => revokeConnection(db, organizationId, connectionId, actor),
  };
}
