import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, pathId } from '../fields';
import { showMonitoredProfile } from '../schemas/monitored-profile';

export const removeWatchlistProfile = defineAction({
  name: 'remove_watchlist_profile',
  title: 'Stop watching a profile',
  description: 'Removes a profile from the watchlist. Posts, engagement and leads stay, without the link to it.',
  right: 'changeWatchlist',
  rest: {
    method: 'DELETE',
    path: '/customer/watchlist/profiles/{monitoredProfileId}',
    tag: 'Watchlist',
    resource: 'RemovedProfile',
    example: null,
    status: 204,
  },
  input: z.strictObject({ monitoredProfileId: pathId('Monitored profile id, uuid.') }),
  output: z.strictObject({ id: z.uuid(), removed: z.literal(true) }),
  async represent(workspace, { monitoredProfileId }) {
    const id = asUuid(monitoredProfileId);
    const row = id && (await workspace.store.profiles.one(id));
    if (!row) throw notFound('watched profile');
    return { data: showMonitoredProfile(row) };
  },
  async run({ writes }, { monitoredProfileId }) {
    const id = asUuid(monitoredProfileId);
    if (id === undefined || !(await writes.removeWatchlistEntry(id))) throw notFound('watched profile');
    return { answer: { id, removed: true as const }, changed: { kind: 'watchlist_profile', id, detail: 'removed' } };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});
