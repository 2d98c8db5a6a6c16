import { z } from 'zod';
import { OperationError, notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid } from '../fields';

export const syncWatchlist = defineAction({
  name: 'sync_watchlist',
  title: 'Sync the watchlist now',
  description:
    'Queues a sync that reads the recent posts of one watched profile, or of all ACTIVE ones, and who engaged with them. It costs no credits. Settings limit what the source may charge. It skips PAUSED profiles.',
  right: 'syncWatchlist',
  rest: null,
  input: z.strictObject({
    monitoredProfileId: z.string().describe('One profile, uuid. All ACTIVE ones by default.').optional(),
  }),
  output: z.strictObject({
    profiles: z.array(z.strictObject({ id: z.string(), jobId: z.string() })).describe('What was queued.'),
  }),
  async run(workspace, { monitoredProfileId }) {
    if (workspace.audience.source === null) {
      throw new OperationError(
        'service_unavailable',
        'This installation has no source to read posts from: its setting DISCOVERY_SOURCE is none.',
      );
    }
    const ids = await profilesToSync(workspace.store.profiles, monitoredProfileId);
    const profiles: { id: string; jobId: string }[] = [];
    for (const id of ids) profiles.push({ id, jobId: await workspace.syncProfile(id) });
    const object = monitoredProfileId === undefined ? 'watchlist' : 'watchlist_profile';
    const id = monitoredProfileId?.toLowerCase() ?? workspace.organizationId;
    return { answer: { profiles }, changed: { kind: object, id, detail: `sync of ${profiles.length}` } };
  },
});

type Profiles = Parameters<typeof syncWatchlist.act>[0]['store']['profiles'];

async function profilesToSync(profiles: Profiles, wanted: string | undefined): Promise<string[]> {
  if (wanted === undefined) return profiles.activeIds();
  const id = asUuid(wanted);
  const row = id === undefined ? undefined : await profiles.one(id);
  if (!row) throw notFound('watched profile');
  if (row.status !== 'ACTIVE') throw new OperationError('conflict', 'This profile is paused: resume it first.');
  return [row.id];
}
