import { z } from 'zod';
import type { WatchlistSyncRow } from '../../src/store/tables/agent';
import type { SyncUnderWay } from '../../src/store/sync/lifecycle';
import { printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import { idList, input } from '../fields';
import { count, timestampOrNull, uuid } from '../schemas/values';

const sync = z.strictObject({
  monitoredProfileId: uuid('Watched profile.'),
  status: z
    .enum(['WAITING', 'RUNNING', 'COMPLETED', 'FAILED'])
    .describe('WAITING: a sync is queued, for the first time or after a failure that it tries again.'),
  startedAt: timestampOrNull('When the last sync began. Null if none did.'),
  finishedAt: timestampOrNull('When the last sync ended. Null if it was cut short, or has not ended.'),
  posts: count('Posts it read.'),
  engagements: count('New engagement it found.'),
  left: z
    .enum(['people', 'posts', 'day'])
    .nullable()
    .describe(
      'What it left for the next one: more people than one sync takes, older posts, more people than a day takes.',
    ),
  failure: z.string().nullable().describe('Why it failed, or what it could not read.'),
});

export const listWatchlistSyncs = defineQuery({
  name: 'list_watchlist_syncs',
  title: 'List syncs of watched profiles',
  description:
    'Shows the last sync of each of these watched profiles, or the one that waits or runs, and when all are synced next. Profiles that were never synced are left out.',
  right: 'readWatchlist',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ monitoredProfileIds: idList(1_000, 'Watched profiles.') }),
  output: z.strictObject({
    data: z.array(sync),
    syncs: z.boolean().describe('Whether this service can read posts. It can unless DISCOVERY_SOURCE is none.'),
    nextAt: timestampOrNull('When all ACTIVE profiles are synced next. Null if that is not planned.'),
  }),
  async run({ store: { profiles }, audience: { source } }, { monitoredProfileIds }) {
    const ids = [...new Set(monitoredProfileIds)];
    const last = new Map((await profiles.syncs(ids)).map((row) => [row.profile_id, row]));
    const underWay = await profiles.syncsUnderWay(ids);
    const next = source === null ? undefined : await profiles.nextSync();
    return {
      data: ids.flatMap((id) => showSync(id, last.get(id), underWay.get(id)) ?? []),
      syncs: source !== null,
      nextAt: printDateOrNull(next ?? null),
    };
  },
});

function showSync(
  monitoredProfileId: string,
  row: WatchlistSyncRow | undefined,
  job: SyncUnderWay | undefined,
): z.input<typeof sync> | undefined {
  if (!row && !job) return undefined;
  return {
    monitoredProfileId,
    status: statusOf(row, job),
    startedAt: printDateOrNull(row?.started_at ?? null),
    finishedAt: printDateOrNull(row?.finished_at ?? null),
    posts: row?.posts ?? 0,
    engagements: row?.engagements ?? 0,
    left: row?.stop_reason ?? null,
    failure: job?.error ?? row?.failure ?? null,
  };
}

/** A sync stored as running whose job has ended was cut short. */
function statusOf(row: WatchlistSyncRow | undefined, job: SyncUnderWay | undefined) {
  if (job) return job.status === 'running' ? 'RUNNING' : 'WAITING';
  return row?.status === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
}
