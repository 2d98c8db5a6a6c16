/**
 * Room for clients. Anybody may register, from any number of addresses; so there is a ceiling for all of them together, and
 * clients that nobody approved make room for new ones.
 */
import type { Database } from '../../database/database';
import { countClients, deleteUnusedClients } from '../../store/oauth/clients';
import { OauthError } from './errors';
import { Quota } from './quota';

/** Clients that are kept at most; one is some 4 KB at most, so all of them are 80 MB at most. */
const maximumClients = 20_000;
/** How long a person may take between the registration of a client and the first request, however crowded it is. */
const protectedFor = 10 * 60_000;
/** Removed at once when there is no room, so that the next ones find some. */
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
