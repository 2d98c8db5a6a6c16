/**
 * Everything an action can change in one workspace. As in workspace-store.ts, the organization is fixed when the handle is
 * opened, so no action can write into another workspace.
 */
import { storeIcp } from '../access/icp';
import { mergeAccounts, splitAccount, type Merged, type Split } from '../writes/accounts';
import { decideLeads, type LeadDecision } from '../writes/leads';
import {
  addMember,
  changeMember,
  expectRoomForMember,
  listMembers,
  type Member,
  type MemberChange,
  type NewMember,
} from '../access/members';
import {
  accountAt,
  accountCalled,
  insertAccount,
  insertPlace,
  isProved,
  memberAt,
  memberCalled,
  memberWithId,
  setAccountFacts,
  setExternalId,
  type NewPlace,
  type ProvisionedMember,
} from '../access/provisioned';
import { insertLink, withdrawInvitations, withdrawLink, withdrawLinksOf } from '../access/links';
import { insertOrganization, renameOrganization } from '../access/organizations';
import { dropSurplusEnded, endApiKey, insertApiKey, makersOfLiveKeys } from '../access/api-keys';
import type { CreditBalance } from '../../rules/credits/rules';
import { changeCredits } from '../credits/ledger';
import type { Database } from '../../database/database';
import { firstAnswer, keepAnswer, type FirstAnswer } from './idempotency';
import { actorColumns, recordAudits, type AuditActor, type AuditObject } from '../log/audit';
import { revokeConnection } from '../oauth/connections';
import type { ApiKeyRow } from '../tables/access';
import type { ProfileStatus } from '../tables/leads';
import type { LinkKind, LinkRow } from '../tables/links';
import { retryJobOf } from '../jobs/listing';
import { correctReading, type Correction } from '../writes/readings';
import { queueEverybody } from '../writes/scoring-queue';
import { writeWorkspace } from '../log/workspace-lock';
import {
  countWatched,
  removeWatchlistEntry,
  saveWatchlistEntry,
  setWatchlistStatus,
  type WatchlistEntry,
} from '../writes/watchlist';

export type { AuditActor, AuditObject };

/** Each write is documented where it is implemented. */
export interface WorkspaceWrites {
  /** Runs work in one transaction. All its writes are committed or rolled back together. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Adds an entry to the audit log for each object. */
  audit(actor: AuditActor, action: string, objects: readonly AuditObject[]): Promise<void>;
  create(name: string): Promise<boolean>;
  rename(name: string): Promise<boolean>;
  mergeAccounts(keep: string, drop: string): Promise<Merged>;
  splitAccount(accountId: string, alias: string): Promise<Split>;
  decideLeads(decisions: ReadonlyMap<string, LeadDecision>): Promise<ReadonlyMap<string, boolean>>;
  /** Sets the class of a comment as a person read it. */
  correctReading(comment: Parameters<typeof correctReading>[2]): Promise<Correction>;
  /** The answer that the caller's idempotency key got since then (epoch ms), if any. */
  firstAnswer(callerId: string, key: string, since: number): Promise<FirstAnswer | undefined>;
  keepAnswer(answer: FirstAnswer): Promise<void>;
  saveWatchlistEntry(entry: WatchlistEntry): Promise<{ id: string; created: boolean }>;
  countWatched(): Promise<number>;
  setWatchlistStatus(profileId: string, status: ProfileStatus): Promise<boolean>;
  removeWatchlistEntry(profileId: string): Promise<boolean>;
  storeIcp(definition: string): Promise<{ version: number; changed: boolean }>;
  queueEverybody(): Promise<void>;
  insertApiKey(key: Omit<ApiKeyRow, 'organization_id'>): Promise<void>;
  /** Who made the API keys that work at this time, epoch ms: one entry for each key. */
  makersOfApiKeys(now: number): Promise<readonly (string | null)[]>;
  dropSurplusEndedKeys(most: number, now: number): Promise<void>;
  endApiKey(keyId: string): Promise<boolean>;
  /** Runs work while no other writer of the workspace runs. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  members(): Promise<Member[]>;
  expectRoomForMember(): Promise<void>;
  memberCalled(externalId: string): Promise<ProvisionedMember | undefined>;
  memberAt(email: string): Promise<ProvisionedMember | undefined>;
  memberWithId(userId: string): Promise<ProvisionedMember | undefined>;
  accountAt(email: string): Promise<string | undefined>;
  isProved(userId: string): Promise<boolean>;
  accountCalled(externalId: string): Promise<string | undefined>;
  insertAccount(email: string, displayName: string): Promise<string | undefined>;
  insertPlace(userId: string, place: NewPlace): Promise<void>;
  setExternalId(userId: string, externalId: string): Promise<void>;
  setAccountFacts(userId: string, facts: { readonly email: string; readonly displayName: string }): Promise<void>;
  addMember(member: Omit<NewMember, 'organizationId'>): Promise<{ userId: string; userCreated: boolean } | undefined>;
  changeMember(userId: string, change: Pick<Partial<Member>, 'role' | 'active'>): Promise<MemberChange>;
  changeCredits(amount: number, reference: string | null): Promise<CreditBalance | undefined>;
  endConnection(connectionId: string, actor: AuditActor): Promise<boolean>;
  insertLink(link: LinkRow): Promise<void>;
  withdrawLink(linkId: string): Promise<boolean>;
  withdrawInvitations(email: string): Promise<void>;
  withdrawLinksOf(userId: string, kind: LinkKind): Promise<void>;
  retryJob(jobId: string, attempts: number): Promise<boolean>;
}

/** @param organizationId as authenticated; never a value that a caller sent. */
export function openWorkspaceWrites(db: Database, organizationId: string): WorkspaceWrites {
  return {
    transaction: (work) => db.transaction(work),
    audit: (actor, action, objects) =>
      recordAudits(
        db,
        objects.map(({ kind, id, detail, ofInstallation }) => ({
          at: Date.now(),
          action,
          organization_id: ofInstallation ? null : organizationId,
          ...actorColumns(actor),
          object_kind: kind,
          object_id: id,
          detail: detail?.slice(0, 255) ?? null,
        })),
      ),
    create: (name) => insertOrganization(db, organizationId, name),
    rename: (name) => renameOrganization(db, organizationId, name),
    mergeAccounts: (keep, drop) => mergeAccounts(db, organizationId, keep, drop),
    splitAccount: (accountId, alias) => splitAccount(db, organizationId, accountId, alias, Date.now()),
    decideLeads: (decisions) => decideLeads(db, organizationId, decisions),
    correctReading: (comment) =>
      writeWorkspace(db, organizationId, () => correctReading(db, organizationId, comment, Date.now())),
    firstAnswer: (callerId, key, since) => firstAnswer(db, organizationId, callerId, key, since),
    keepAnswer: (answer) => keepAnswer(db, organizationId, answer),
    countWatched: () => countWatched(db, organizationId),
    saveWatchlistEntry: (entry) => saveWatchlistEntry(db, organizationId, entry, Date.now()),
    setWatchlistStatus: (profileId, status) => setWatchlistStatus(db, organizationId, profileId, status),
    removeWatchlistEntry: (profileId) => removeWatchlistEntry(db, organizationId, profileId),
    storeIcp: (definition) => storeIcp(db, organizationId, definition),
    queueEverybody: () => queueEverybody(db, organizationId),
    insertApiKey: (key) => insertApiKey(db, { ...key, organization_id: organizationId }),
    makersOfApiKeys: (now) => makersOfLiveKeys(db, organizationId, now),
    dropSurplusEndedKeys: (most, now) => dropSurplusEnded(db, organizationId, most, now),
    endApiKey: (keyId) => endApiKey(db, organizationId, keyId, Date.now()),
    inTurn: (work) => writeWorkspace(db, organizationId, work),
    members: () => listMembers(db, organizationId),
    expectRoomForMember: () => expectRoomForMember(db, organizationId),
    memberCalled: (externalId) => memberCalled(db, organizationId, externalId),
    memberAt: (email) => memberAt(db, organizationId, email),
    memberWithId: (userId) => memberWithId(db, organizationId, userId),
    accountAt: (email) => accountAt(db, email),
    isProved: (userId) => isProved(db, userId),
    accountCalled: (externalId) => accountCalled(db, externalId),
    insertAccount: (email, displayName) => insertAccount(db, email, displayName, Date.now()),
    insertPlace: (userId, place) => insertPlace(db, organizationId, userId, place, Date.now()),
    setExternalId: (userId, externalId) => setExternalId(db, organizationId, userId, externalId),
    setAccountFacts: (userId, facts) => setAccountFacts(db, organizationId, userId, facts),
    addMember: (member) => addMember(db, { ...member, organizationId }),
    changeMember: (userId, change) => changeMember(db, organizationId, userId, change),
    changeCredits: (amount, reference) => changeCredits(db, organizationId, amount, reference),
    endConnection: (connectionId, actor) => revokeConnection(db, organizationId, connectionId, actor),
    insertLink: (link) => insertLink(db, { ...link, organization_id: organizationId }),
    withdrawLink: (linkId) => withdrawLink(db, organizationId, linkId, Date.now()),
    withdrawInvitations: (email) => withdrawInvitations(db, organizationId, email, Date.now()),
    withdrawLinksOf: (userId, kind) => withdrawLinksOf(db, userId, kind, Date.now()),
    retryJob: (jobId, attempts) => retryJobOf(db, organizationId, jobId, attempts, Date.now()),
  };
}
