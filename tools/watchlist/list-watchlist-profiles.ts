import { profileSources, profileStatuses, profileTypes, relationships } from '../../src/shared/values';
import { z } from 'zod';
import { profileSortFields } from '../../src/store/reads/profile-reads';
import { enumList, searchText, sortOrder } from '../fields';
import { defineList } from '../list';
import { monitoredProfileSchema, showMonitoredProfile } from '../schemas/monitored-profile';
import * as examples from '../examples';

export const listWatchlistProfiles = defineList({
  name: 'list_watchlist_profiles',
  title: 'List watchlist profiles',
  description:
    'The watchlist: profiles that the workspace watches (teammates, competitors, influencers, investors, others) with followers, latest sync and how many active leads their posts brought. Use it to find a profile id for other filters, or to compare sources of leads.',
  right: 'readWatchlist',
  rest: {
    method: 'GET',
    path: '/customer/watchlist/profiles',
    tag: 'Watchlist',
    resource: 'MonitoredProfile',
    example: examples.monitoredProfile,
  },
  filters: {
    profileType: z.enum(profileTypes).describe('One profile type.').optional(),
    profileTypes: enumList(profileTypes, 'Profile types.').optional(),
    source: z.enum(profileSources).describe('How the profile came onto the watchlist.').optional(),
    relationship: z.enum(relationships).describe('Relationship to the workspace.').optional(),
    label: searchText(80, 'Label, ignoring case and accents.').optional(),
    status: z.enum(profileStatuses).describe('ACTIVE profiles are followed, PAUSED ones are not.').optional(),
    search: searchText(160, 'Text in the name or headline, ignoring case and accents.').optional(),
    sortBy: z.enum(profileSortFields).default('createdAt').describe('Field to sort by. Unknown values come last.'),
    sortOrder,
  },
  item: monitoredProfileSchema,
  load: (workspace, filters, page) => workspace.store.profiles.list(filters, page),
  show: showMonitoredProfile,
});
