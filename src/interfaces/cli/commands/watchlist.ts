import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { phraseFor } from '../../../shared/value-words';
import { relationships, type ProfileStatus } from '../../../shared/values';
import { openWorkspaceStore } from '../../../store/facade/workspace-store';
import { command, parameter, type CommandGroup } from '../command';
import { workspaceCommand, type NamedWorkspace } from '../workspace-command';
import { CliError } from '../exit-codes';
import { readText } from '../files';
import { networkOf } from '../../../ingest/import/network-setting';
import { operatorWorkspace } from '../operator';
import { scoreQueued } from '../../../scoring/queued-job';
import { syncProfile } from '../../../ingest/sync/request';
import { count, tableLines, timestamp } from '../text';
import { parseWatchlist, profileType } from '../../../../tools/watchlist-file';
import { workUntilDone } from '../work-here';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const profileId = parameter('<profile id>', 'from `watchlist list`', z.uuid('is not an id').toLowerCase());

const add = workspaceCommand({
  name: 'add',
  summary: 'Watch a profile. Engagement with its posts counts as found through the watchlist.',
  details:
    'Links posts and engagement of this profile that were imported earlier. Adding a watched profile again changes its entry.',
  arguments: { url: parameter('<profile url>', "the profile's or company page's address", z.string()) },
  options: {
    name: parameter('--name <name>', 'display name; default read from the address', z.string().max(200).optional()),
    type: parameter(
      '--type <type>',
      'TEAMMATE, COMPETITOR, INFLUENCER, INVESTOR or CUSTOM',
      profileType.default('CUSTOM'),
    ),
    relationship: parameter(
      '--relationship <relationship>',
      'SELF, STANDARD or COMPETITOR; default follows from the type',
      z.enum(relationships).optional(),
    ),
    label: parameter(
      '--label <label>',
      'your own word to filter by, at most 80 characters',
      z.string().max(80).optional(),
    ),
  },
  examples: ['watchlist add https://www.linkedin.com/in/ada-lovelace --type INFLUENCER --label Analytics'],
  async run({ organizationId, workspace }, args, options) {
    const { type: profileType, name: displayName, relationship, label } = options;
    const profile = { profileUrl: args.url, displayName, profileType, relationship, label };
    const { saved } = await action.saveWatchlistProfiles.act(workspace, { profiles: [profile] });
    const [entry] = saved;
    if (!entry) throw new Error('the watched profile was not saved');
    return {
      data: { organizationId, id: entry.id, created: entry.created },
      lines: [`${entry.created ? 'Watching' : 'Changed'} ${entry.displayName}`, `id  ${entry.id}`],
    };
  },
});

const list = workspaceCommand({
  name: 'list',
  summary: 'List the watched profiles, newest first.',
  examples: ['watchlist list --json'],
  async run({ db, organizationId }) {
    const order = { sortBy: 'createdAt', sortOrder: 'desc' } as const;
    const reads = openWorkspaceStore(db, organizationId).profiles;
    const { rows: profiles } = await reads.list(order, { limit: await reads.count(), after: null });
    return {
      data: {
        organizationId,
        profiles: profiles.map((row) => ({
          id: row.id,
          displayName: row.display_name,
          profileUrl: row.profile_url,
          profileType: row.profile_type,
          source: row.source,
          relationship: row.relationship,
          status: row.status,
          label: row.label,
          followers: row.followers,
          leadCount: row.lead_count,
          createdAt: timestamp(row.created_at),
        })),
      },
      lines: tableLines(
        ['ID', 'NAME', 'TYPE', 'RELATIONSHIP', 'STATUS', 'LABEL', 'LEADS'],
        profiles.map((row) => [
          row.id,
          row.display_name,
          phraseFor(row.profile_type),
          phraseFor(row.relationship),
          phraseFor(row.status),
          row.label,
          row.lead_count,
        ]),
      ),
    };
  },
});

const importFile = command({
  name: 'import',
  summary: 'Watch every profile of a CSV file.',
  details:
    'Columns: profileUrl (required), displayName, headline, profileType, source, relationship, status, label, followers. ' +
    'If a row cannot be used, the command names it and changes nothing.',
  arguments: { file: parameter('<file>', 'CSV with a header row', z.string()) },
  options: { workspace: workspaceOption },
  examples: ['watchlist import examples/exports/brightmoor/watchlist.csv -w "Acme Sales"'],
  async run(context, args, options) {
    const { entries, problems } = parseWatchlist(await readText(args.file), networkOf(context.settings));
    if (problems.length > 0) throw new CliError('usage', problems.map((line) => `${args.file}: ${line}`).join('\n'));
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const { added, known } = await action.saveWatchlistProfiles.act(workspace, { profiles: entries });
    return {
      data: { organizationId: organization.id, rows: entries.length, added, known },
      lines: [`${count(added, 'profile')} added, ${known} known before`],
    };
  },
});

async function setStatus({ workspace }: NamedWorkspace, id: string, status: ProfileStatus) {
  const data = await action.setWatchlistStatus.act(workspace, { monitoredProfileId: id, status });
  return { data, lines: [`${id} is ${phraseFor(status).toLowerCase()} now`] };
}

const pause = workspaceCommand({
  name: 'pause',
  summary: 'Pause a watched profile. Stored posts and engagement stay.',
  arguments: { profile: profileId },
  examples: ['watchlist pause 0198c0de-0000-7000-8000-000000000000'],
  run: (at, args) => setStatus(at, args.profile, 'PAUSED'),
});

const resume = workspaceCommand({
  name: 'resume',
  summary: 'Resume a paused profile.',
  arguments: { profile: profileId },
  examples: ['watchlist resume 0198c0de-0000-7000-8000-000000000000'],
  run: (at, args) => setStatus(at, args.profile, 'ACTIVE'),
});

const sync = workspaceCommand({
  name: 'sync',
  summary: 'Read the recent posts of watched profiles now, and their engagement.',
  details:
    'All ACTIVE profiles, or one. The work is done here or by a service. The command waits for it, unless --no-wait is given.',
  arguments: { profile: parameter('[profile id]', 'from `watchlist list`; default all', z.string().optional()) },
  options: {
    wait: parameter('--no-wait', 'only queue the job, for a service or worker', z.boolean().default(true)),
  },
  examples: ['watchlist sync', 'watchlist sync 0198c0de-0000-7000-8000-000000000000'],
  async run({ db, organizationId, workspace }, args, options, context) {
    const given = args.profile === undefined ? {} : { monitoredProfileId: args.profile };
    const { profiles } = queuedSyncs.parse(await action.syncWatchlist.act(workspace, given));
    if (!options.wait) {
      const lines = [`Queued the sync of ${count(profiles.length, 'profile')}`];
      return { data: { organizationId, profiles }, lines };
    }
    const names = [syncProfile.name, scoreQueued.name];
    await workUntilDone(context, db, organizationId, { names, jobIds: profiles.map(({ jobId }) => jobId) });
    await workspace.scoreQueue();
    const done = await workspace.store.profiles.syncs(profiles.map(({ id }) => id));
    const failed = done.some((row) => row.status === 'FAILED');
    return {
      data: {
        organizationId,
        profiles: done.map((row) => ({
          id: row.profile_id,
          status: row.status,
          posts: row.posts,
          engagements: row.engagements,
          people: row.people,
          stopReason: row.stop_reason,
          failure: row.failure,
        })),
      },
      lines: [
        ...tableLines(
          ['PROFILE', 'STATUS', 'POSTS', 'NEW ENGAGEMENT', 'PEOPLE', 'LEFT FOR LATER', 'ERROR'],
          done.map((row) => [
            row.profile_id,
            phraseFor(row.status),
            row.posts,
            row.engagements,
            row.people,
            row.stop_reason === null ? '' : leftForLater[row.stop_reason],
            row.failure ?? '',
          ]),
        ),
        ...(profiles.length === 0 ? ['No profile is active, so there is nothing to sync'] : []),
      ],
      ...(failed ? { exit: 'failed' as const } : {}),
    };
  },
});

const queuedSyncs = z.object({ profiles: z.array(z.object({ id: z.string(), jobId: z.string() })) });

/** What the next sync has left to read, by the reason why this sync stopped. */
const leftForLater = {
  people: 'more people than one sync reads',
  posts: 'older posts',
  day: 'more people than all syncs read in a day',
} as const;

const remove = workspaceCommand({
  name: 'remove',
  summary: 'Stop watching a profile. Its posts, engagement and leads stay, without the link.',
  arguments: { profile: profileId },
  examples: ['watchlist remove 0198c0de-0000-7000-8000-000000000000'],
  async run({ workspace }, args) {
    const data = await action.removeWatchlistProfile.act(workspace, { monitoredProfileId: args.profile });
    return { data, lines: [`Removed ${args.profile}`] };
  },
});

export const watchlist: CommandGroup = {
  name: 'watchlist',
  summary: 'Profiles whose posts are watched.',
  commands: [add, list, importFile, sync, pause, resume, remove],
};
