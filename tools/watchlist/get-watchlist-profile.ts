import { z } from 'zod';
import { defineQuery } from '../define';
import { notFound } from '../../src/shared/errors';
import { asUuid, input, pathId } from '../fields';
import { monitoredProfileSchema, showMonitoredProfile } from '../schemas/monitored-profile';
import * as examples from '../examples';

export const getWatchlistProfile = defineQuery({
  name: 'get_watchlist_profile',
  title: 'Get one watchlist profile',
  description:
    'One watched profile by id: relationship, type, status, label, followers, latest sync and how many active leads its posts brought. {list_watchlist_profiles} finds ids.',
  right: 'readWatchlist',
  rest: {
    method: 'GET',
    path: '/customer/watchlist/profiles/{monitoredProfileId}',
    tag: 'Watchlist',
    resource: 'MonitoredProfile',
    example: examples.monitoredProfile,
  },
  input: input({ monitoredProfileId: pathId('Monitored profile id, uuid.') }),
  output: z.strictObject({ data: monitoredProfileSchema }),
  async run(workspace, { monitoredProfileId }) {
    const id = asUuid(monitoredProfileId);
    const row = id && (await workspace.store.profiles.one(id));
    if (!row) throw notFound('watchlist profile');
    return { data: showMonitoredProfile(row) };
  },
});
