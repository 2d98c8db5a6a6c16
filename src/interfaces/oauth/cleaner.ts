/** Removes rows that are no longer needed, a few at a time so that nobody waits for it. */
import type { Database } from '../../database/database';
import { deleteClientsOfGoneWorkspaces, deleteIdleClients, deleteUnusedClients } from '../../store/oauth/clients';
import { deleteDeadPermits } from '../../store/oauth/admin-consents';
import { deleteEndedGrants } from '../../store/oauth/grants';
import { deleteOldAccessRequests } from '../../store/oauth/access-requests';
import { deleteOldFaults, deleteExpiredAssertions } from '../../store/oauth/documents';
import { deleteOldAttempts } from '../../store/oauth/attempts';
import { deleteExpired } from '../../store/oauth/requests';
import { deleteEndedKeys } from '../../store/access/api-keys';
import { deleteOldLinks } from '../../store/access/links';
import { deleteExpiredSessions, forgetPlaces } from '../../store/access/session-rows';

const day = 24 * 3_600_000;

/** How long rows are kept after their use, so that replays are detected and operators can look back. */
const retention = {
  /** Requests wait ten minutes and are removed within one more. Until then a page can say that one has ended or was used. */
  requests: 0,
  codes: 7 * day,
  endedGrants: 30 * day,
  unredeemedApprovals: 7 * day,
  idleClients: 30 * day,
  /** Clients that nobody ever approved. */
  unusedClients: day,
  /** Requests of members for an app, answered or not. */
  accessRequests: 30 * day,
  sessions: day,
  /** Invitations and other links, after they expired. */
  links: 30 * day,
  /** API keys and provisioning keys after they ended, so that a yearly audit still finds their names. */
  endedKeys: 400 * day,
  /** Permits of clients that are gone: none that was given a moment ago, while its client was read. */
  deadPermits: day,
  /** Metadata documents that could not be used, for `doctor`. */
  documentFaults: 7 * day,
  /** Attempts of assistants to connect. */
  attempts: 7 * day,
  /** Places where a person signed in. Kept longer than trusted places are remembered (src/interfaces/web/known.ts). */
  places: 200 * day,
} as const;

const batchSize = 200;

/** Removes everything that is due. Returns the number of removed rows. */
export async function clean(db: Database, now: number, stopped: () => boolean = () => false): Promise<number> {
  const batches = [
    () => deleteExpired(db, { requests: now - retention.requests, codes: now - retention.codes }, batchSize),
    () =>
      deleteEndedGrants(
        db,
        { ended: now - retention.endedGrants, approved: now - retention.unredeemedApprovals },
        batchSize,
      ),
    () => deleteUnusedClients(db, now - retention.unusedClients, batchSize),
    () => deleteOldAccessRequests(db, now - retention.accessRequests, batchSize),
    () => deleteExpiredSessions(db, now - retention.sessions, batchSize),
    () => deleteOldLinks(db, now - retention.links, batchSize),
    () => deleteEndedKeys(db, now - retention.endedKeys, batchSize),
    () => deleteDeadPermits(db, now - retention.deadPermits, batchSize),
    () => forgetPlaces(db, now - retention.places, batchSize),
    () => deleteExpiredAssertions(db, now, batchSize),
    () => deleteOldFaults(db, now - retention.documentFaults, batchSize),
    () => deleteOldAttempts(db, now - retention.attempts),
    () => deleteClientsOfGoneWorkspaces(db, batchSize),
    () => deleteIdleClients(db, now - retention.idleClients, batchSize),
  ];
  let total = 0;
  for (const batch of batches) {
    for (let removed = await batch(); removed > 0 && !stopped(); removed = await batch()) {
      total += removed;
      await new Promise(setImmediate);
    }
  }
  return total;
}
