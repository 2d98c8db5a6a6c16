/**
 * Everything an action can change in one workspace. As in workspace-store.ts, the organization is fixed when the handle is
 * opened, so no action can write into another workspace. Each write is documented where it is implemented.
 */
import { storeIcp } from '../access/icp';
import { mergeAccounts, splitAccount } from '../writes/accounts';
import { decideLeads } from '../writes/leads';
import { addMember, changeMember, expectRoomForMember, listMembers, type NewMember } from '../access/members';
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
} from '../access/provisioned';
import { insertLink, withdrawInvitations, withdrawLink, withdrawLinksOf } from '../access/links';
import { insertOrganization, renameOrganization } from '../access/organizations';
import { insertView, removeView } from '../access/saved-views';
import { dropSurplusEnded, endApiKey, insertApiKey, makersOfLiveKeys } from '../access/api-keys';
import { changeCredits } from '../credits/ledger';
import type { Database } from '../../database/database';
import { bind, type Bound } from './bind';
import { firstAnswer, keepAnswer } from './idempotency';
import { actorColumns, recordAudits, type AuditActor, type AuditObject } from '../log/audit';
import { revokeConnection } from '../oauth/connections';
import type { ApiKeyRow } from '../tables/access';
import type { LinkKind, LinkRow } from '../tables/links';
import { retryJobOf } from '../jobs/listing';
import { correctReading } from '../writes/readings';
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

/** Writes of one workspace. Those that take the time get the present one. */
const writes = {
  create: insertOrganization,
  rename: renameOrganization,
  mergeAccounts,
  splitAccount: (db: Database, organizationId: string, accountId: string, alias: string) =>
    splitAccount(db, organizationId, accountId, alias, Date.now()),
  decideLeads,
  /** Sets the class of a comment as a person read it. */
  correctReading: (db: Database, organizationId: string, comment: Parameters<typeof correctReading>[2]) =>
    writeWorkspace(db, organizationId, () => correctReading(db, organizationId, comment, Date.now())),
  firstAnswer,
  keepAnswer,
  countWatched,
  saveWatchlistEntry: (db: Database, organizationId: string, entry: WatchlistEntry) =>
    saveWatchlistEntry(db, organizationId, entry, Date.now()),
  setWatchlistStatus,
  removeWatchlistEntry,
  insertView,
  removeView,
  storeIcp,
  queueEverybody,
  insertApiKey: (db: Database, organizationId: string, key: Omit<ApiKeyRow, 'organization_id'>) =>
    insertApiKey(db, { ...key, organization_id: organizationId }),
  /** Who made the API keys that work at this time, epoch ms: one entry for each key. */
  makersOfApiKeys: makersOfLiveKeys,
  dropSurplusEndedKeys: dropSurplusEnded,
  endApiKey: (db: Database, organizationId: string, keyId: string) => endApiKey(db, organizationId, keyId, Date.now()),
  members: listMembers,
  expectRoomForMember,
  memberCalled,
  memberAt,
  memberWithId,
  // A person's account belongs to no workspace.
  accountAt: (db: Database, _organizationId: string, email: string) => accountAt(db, email),
  isProved: (db: Database, _organizationId: string, userId: string) => isProved(db, userId),
  accountCalled: (db: Database, _organizationId: string, externalId: string) => accountCalled(db, externalId),
  insertAccount: (db: Database, _organizationId: string, email: string, displayName: string) =>
    insertAccount(db, email, displayName, Date.now()),
  insertPlace: (db: Database, organizationId: string, userId: string, place: NewPlace) =>
    insertPlace(db, organizationId, userId, place, Date.now()),
  setExternalId,
  setAccountFacts,
  addMember: (db: Database, organizationId: string, member: Omit<NewMember, 'organizationId'>) =>
    addMember(db, { ...member, organizationId }),
  changeMember,
  changeCredits,
  endConnection: revokeConnection,
  insertLink: (db: Database, organizationId: string, link: LinkRow) =>
    insertLink(db, { ...link, organization_id: organizationId }),
  withdrawLink: (db: Database, organizationId: string, linkId: string) =>
    withdrawLink(db, organizationId, linkId, Date.now()),
  withdrawInvitations: (db: Database, organizationId: string, email: string) =>
    withdrawInvitations(db, organizationId, email, Date.now()),
  withdrawLinksOf: (db: Database, _organizationId: string, userId: string, kind: LinkKind) =>
    withdrawLinksOf(db, userId, kind, Date.now()),
  retryJob: (db: Database, organizationId: string, jobId: string, attempts: number) =>
    retryJobOf(db, organizationId, jobId, attempts, Date.now()),
  /** Adds an entry to the audit log for each object. */
  audit: (
    db: Database,
    organizationId: string,
    actor: AuditActor,
    action: string,
    objects: readonly AuditObject[],
  ): Promise<void> =>
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
};

export interface WorkspaceWrites extends Bound<typeof writes> {
  /** Runs work in one transaction. All its writes are committed or rolled back together. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work while no other writer of the workspace runs. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** @param organizationId as authenticated; never a value that a caller sent. */
export const openWorkspaceWrites = (db: Database, organizationId: string): WorkspaceWrites => ({
  ...bind(writes, db, organizationId),
  transaction: (work) => db.transaction(work),
  inTurn: (work) => writeWorkspace(db, organizationId, work),
});
