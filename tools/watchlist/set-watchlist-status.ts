import { z } from 'zod';
import { profileStatuses } from '../../src/shared/values';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, pathId } from '../fields';

export const setWatchlistStatus = defineAction({
  name: 'set_watchlist_status',
  title: 'Pause or resume a watchlist profile',
  description: 'Marks a watched profile as ACTIVE or PAUSED. Leads found through it stay.',
  right: 'changeWatchlist',
  rest: null,
  input: z.strictObject({
    monitoredProfileId: pathId('Monitored profile id, uuid.'),
    status: z.enum(profileStatuses).describe('ACTIVE profiles are followed, PAUSED ones are not.'),
  }),
  output: z.strictObject({ id: z.uuid(), status: z.enum(profileStatuses) }),
  async run({ writes }, { monitoredProfileId, status }) {
    const id = asUuid(monitoredProfileId);
    if (id === undefined || !(await writes.setWatchlistStatus(id, status))) throw notFound('watched profile');
    return { answer: { id, status }, changed: { kind: 'watchlist_profile', id, detail: status } };
  },
});
