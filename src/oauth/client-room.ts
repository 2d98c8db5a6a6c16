/**
 * Room for clients. Anybody may register, from any number of addresses; so there is a ceiling for all of them together, and
 * clients that nobody approved make room for new ones.
 */
import type { Database } from '../store/database';
import { countClients, deleteUnusedClients } from '../store/oauth/clients';
import { OauthError } from './errors';

/** Clients that are kept at most; one is some 4 KB at most, so all of them are 80 MB at most. */
export const maximumClients = 20_000;
/** How long a person may take between the registration of a client and the first request, however crowded it is. */
const protectedFor = 10 * 60_000;
/** Removed at once when there is no room, so that the next ones find some. */
const batch = 500;
/** Registrations of this process between two counts: other processes register too. */
const countEvery = 100;

export class ClientRoom {
  private room = 0;
  /** Clients that are being stored, which a count may not show yet. */
  private readonly saving = new Set<Promise<void>>();
  private making: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly clock: () => number,
    private readonly ceiling: number = maximumClients,
  ) {}

  /**
   * Stores one client, if there is room.
   * @throws OauthError `service_unavailable` when there is none.
   */
  async store(save: () => Promise<void>): Promise<void> {
    if (this.room <= 0) {
      this.making ??= this.makeRoom().finally(() => (this.making = undefined));
      await this.making;
    }
    if (this.room <= 0) {
      throw new OauthError('service_unavailable', 'No more clients can be registered at the moment. Try again later.', {
        headers: { 'Retry-After': '600' },
      });
    }
    this.room -= 1;
    const saved = save();
    this.saving.add(saved);
    try {
      await saved;
    } finally {
      this.saving.delete(saved);
    }
  }

  private async makeRoom(): Promise<void> {
    // None is begun while room is made, so the count that follows shows all of this process.
    await Promise.allSettled(this.saving);
    let free = this.ceiling - (await countClients(this.db, this.ceiling));
    if (free <= 0) free += await deleteUnusedClients(this.db, this.clock() - protectedFor, batch);
    this.room = Math.min(free, countEvery);
  }
}
