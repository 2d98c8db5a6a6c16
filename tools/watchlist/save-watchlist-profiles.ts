import { z } from 'zod';
import { invalid } from '../../src/shared/errors';
import type { WatchlistEntry } from '../../src/store/writes/watchlist';
import { defineAction } from '../define';
import { expectRoomWatched, watchlistEntry, watchlistProfile, withProfileAddresses } from '../watchlist-entry';

/** Most profiles in one call, enough for a spreadsheet. All are saved, or none. */
const most = 5_000;

export const saveWatchlistProfiles = defineAction({
  name: 'save_watchlist_profiles',
  title: 'Watch profiles',
  description:
    'Adds profiles to the watchlist, or changes their entries. Their posts and engagement from earlier imports are linked to them. Either all of them are saved or none.',
  right: 'changeWatchlist',
  rest: null,
  inTurn: true,
  input: z.strictObject({ profiles: z.array(watchlistProfile).min(1).max(most).describe('Profiles to watch.') }),
  output: z.strictObject({
    saved: z.array(z.strictObject({ id: z.uuid(), displayName: z.string(), created: z.boolean() })),
    added: z.int().min(0),
    known: z.int().min(0),
  }),
  async run(workspace, { profiles: given }) {
    const { writes, network } = workspace;
    const profiles = await withProfileAddresses(given, workspace);
    const entries: WatchlistEntry[] = profiles.map((profile, at) => {
      const entry = watchlistEntry(profile, network);
      if ('problem' in entry) throw invalid({ path: `profiles[${at}].profileUrl`, message: entry.problem });
      return entry;
    });
    const saved: { id: string; displayName: string; created: boolean }[] = [];
    for (const entry of entries) {
      saved.push({ ...(await writes.saveWatchlistEntry(entry)), displayName: entry.displayName });
    }
    const added = saved.filter(({ created }) => created).length;
    if (added > 0) expectRoomWatched(await writes.countWatched());
    const [first, ...others] = saved;
    const id = others.length === 0 && first ? first.id : `${saved.length} profiles`;
    const detail = `${added} added, ${saved.length - added} known before`;
    return {
      answer: { saved, added, known: saved.length - added },
      changed: { kind: 'watchlist_profile', id, detail },
    };
  },
  async after(workspace) {
    await workspace.scoreQueue();
  },
});
