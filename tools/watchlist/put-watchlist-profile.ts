import { z } from 'zod';
import { invalid, notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import * as examples from '../examples';
import { monitoredProfileSchema, showMonitoredProfile } from '../schemas/monitored-profile';
import { expectRoomWatched, watchlistEntry, watchlistProfile, withProfileAddresses } from '../watchlist-entry';

export const putWatchlistProfile = defineAction({
  name: 'put_watchlist_profile',
  title: 'Watch one profile',
  description:
    'Adds a profile to the watchlist, or changes the entry of that address. Its posts and engagement from earlier imports are linked to it.',
  right: 'changeWatchlist',
  rest: {
    method: 'PUT',
    path: '/customer/watchlist/profiles',
    tag: 'Watchlist',
    resource: 'MonitoredProfile',
    example: examples.monitoredProfile,
    status: { created: 201, done: 200 },
    refuses: ['conflict'],
  },
  inTurn: true,
  input: watchlistProfile.pick({ profileUrl: true, profileType: true, relationship: true, label: true }),
  output: z.strictObject({ data: monitoredProfileSchema }),
  async run(workspace, given) {
    const { writes, network, store } = workspace;
    const [profile = given] = await withProfileAddresses([given], workspace);
    const entry = watchlistEntry(profile, network);
    if ('problem' in entry) throw invalid({ path: 'profileUrl', message: entry.problem });
    const { id, created } = await writes.saveWatchlistEntry(entry);
    if (created) expectRoomWatched(await writes.countWatched());
    const row = await store.profiles.one(id);
    if (!row) throw notFound('watched profile');
    return {
      answer: { data: showMonitoredProfile(row) },
      outcome: created ? 'created' : 'done',
      changed: { kind: 'watchlist_profile', id, detail: created ? 'added' : 'changed' },
    };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});
