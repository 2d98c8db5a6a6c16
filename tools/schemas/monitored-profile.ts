/** The Monitored profile resource. */
import { profileSources, profileStatuses, profileTypes, relationships } from '../../src/shared/values';
import { z } from 'zod';
import type { MonitoredProfileRecord } from '../../src/store/reads/profile-reads';
import { printDate, printDateOrNull } from '../dates';
import { timestamp } from './lead';
import { nameOrNull } from './profile';
import { address, count, timestampOrNull, uuid } from './values';
import { othersWordsOrNull } from '../words-of-others';

export const monitoredProfileSchema = z.strictObject({
  id: uuid('Monitored profile id, uuid.'),
  displayName: othersWordsOrNull('Name of the profile. Null if unknown.'),
  headline: othersWordsOrNull('Headline of the profile.'),
  profileUrl: address('Address of the profile.'),
  profileType: z.enum(profileTypes),
  source: z.enum(profileSources).describe('How the profile came onto the watchlist.'),
  relationship: z.enum(relationships),
  status: z.enum(profileStatuses),
  label: z.string().nullable().describe('Label given by the workspace.'),
  followers: count('Followers on the network.').nullable(),
  lastEngagementSyncAt: timestampOrNull('When engagement with its posts was last collected.'),
  leadCount: count('Active leads who engaged with its posts.'),
  createdAt: timestamp('When it was put on the watchlist.'),
});

export function showMonitoredProfile(row: MonitoredProfileRecord): z.input<typeof monitoredProfileSchema> {
  return {
    id: row.id,
    displayName: nameOrNull(row.display_name),
    headline: row.headline,
    profileUrl: row.profile_url,
    profileType: row.profile_type,
    source: row.source,
    relationship: row.relationship,
    status: row.status,
    label: row.label,
    followers: row.followers,
    lastEngagementSyncAt: printDateOrNull(row.last_engagement_sync_at),
    leadCount: row.lead_count,
    createdAt: printDate(row.created_at),
  };
}
