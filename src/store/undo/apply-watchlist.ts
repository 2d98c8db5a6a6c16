/** Sets whom the watchlist's entries watch after merged people are separated. Nothing else of an entry is ever undone. */
import { insertInto } from '../../database/define';
import { monitoredProfiles, type MonitoredProfileRow } from '../tables/leads';
import { noteChanged } from './affected';
import { liveId, type Step, type UndoRun } from './undo-run';

/** Must run after the people and before their posts. */
export const watchlistStep: Step = async (run) => {
  const { live, scratch, organizationId } = run;
  const all = 'SELECT * FROM monitored_profiles WHERE organization_id = ?';
  // An entry without a person says nothing of anybody.
  const own = await scratch.select<MonitoredProfileRow>(`${all} ${run.scope.ofScratch('people', 'person_id')}`, [
    organizationId,
  ]);
  const known = await run.ids.liveOf(own.flatMap((row) => row.person_id ?? []));
  const replayed = own.map((row) => ({
    ...row,
    person_id: row.person_id === null ? null : liveId(known, row.person_id),
  }));
  return {
    last: undefined,
    rows: 0,
    write: async (revision) => {
      const stored = new Map(
        (await live.select<MonitoredProfileRow>(all, [organizationId])).map((row) => [row.id, row]),
      );
      const moved = replayed.filter((row) => stored.has(row.id) && stored.get(row.id)?.person_id !== row.person_id);
      // Two entries may swap people.
      for (const row of moved) await watch(run, row.id, null);
      for (const row of moved) await watch(run, row.id, row.person_id);
      // This entry was merged with another when their people were merged. Now they are two again.
      const apart = replayed.filter((row) => !stored.has(row.id));
      const revisions = { name_revision: revision, followers_revision: revision, sync_revision: revision };
      await insertInto(
        live,
        monitoredProfiles,
        apart.map((row) => ({ ...row, ...revisions })),
        'ignore',
      );
      const people = [...moved, ...apart].flatMap((row) => [row.person_id, stored.get(row.id)?.person_id ?? null]);
      await noteChanged(
        run,
        people.filter((id) => id !== null),
      );
    },
  };
};

async function watch({ live, organizationId }: UndoRun, entryId: string, personId: string | null): Promise<void> {
  await live.run('UPDATE monitored_profiles SET person_id = ? WHERE organization_id = ? AND id = ?', [
    personId,
    organizationId,
    entryId,
  ]);
}
