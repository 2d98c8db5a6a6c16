/**
 * Room for clients. Anyone may register, from any number of addresses. So there is a ceiling for all of them together, and
 * unapproved clients make room for new ones.
 */
import type { Database } from '../../database/database';
import { countClients, deleteUnusedClients } from '../../store/oauth/clients';
import { OauthError } from './errors';
import { Quota } from './quota';

/** Most clients that are stored. One takes at most 4 KB, so all of them take at most 80 MB. */
const maximumClients = 20_000;
/** Time for a person between the registration of a client and the first request, however full the table is. */
const protectedFor = 10 * 60_000;
/** Rows to remove at once when there is no room, so that the next clients find some. */
const batch = 500;
const atOnce = 100;

export function clientQuota(
  db: Database,
  {
    clock,
    elapsed,
    ceiling = maximumClients,
  }: { clock: () => number; elapsed: () => number; ceiling?: number | undefined },
): Quota {
  return new Quota({
    atOnce,
    elapsed,
    async free() {
      const free = ceiling - (await countClients(db, ceiling));
      return free > 0 ? free : free + (await deleteUnusedClients(db, clock() - protectedFor, batch));
    },
    refusal: () =>
      new OauthError('service_unavailable', 'No more clients can be registered at the moment. Try again later.', {
        headers: { 'Retry-After': '600' },
      }),
  });
}
