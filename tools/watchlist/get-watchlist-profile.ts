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
    'Reads one watched profile: relationship, type, status, label, followers, the latest engagement and how many active leads its posts brought. Use it when you have its id; {list_watchlist_profiles} finds ids. For its leads call {list_leads} with monitoredProfileIds.',
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
