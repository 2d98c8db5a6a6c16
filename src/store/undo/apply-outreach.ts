/** Changes people's outreach to the replayed state. When merged people are separated, each gets their own outreach back. */
import { selectIn } from '../statements/in-parts';
import { noteLeadsChanged } from '../log/note-changes';
import { putOutreach, type OutreachValues } from '../writes/outreach';
import type { OutreachRow } from '../tables/outreach';
import { emptyPage, liveId, type Step } from './undo-run';

const said = [
  'status',
  'contacted_at',
  'contacted_by',
  'snoozed_until',
  'note',
  'decided_at',
] as const satisfies readonly (keyof OutreachRow)[];

/** Must run after the people. */
export const outreachStep: Step = async (run, after, limit) => {
  const { live, scratch, organizationId } = run;
  const own = await scratch.select<OutreachRow>(
    `SELECT * FROM lead_outreach WHERE organization_id = ? AND person_id > ?
     ${run.scope.ofScratch('people', 'person_id')} ORDER BY person_id LIMIT ${limit}`,
    [organizationId, after],
  );
  const known = await run.ids.liveOf(own.map((row) => row.person_id));
  const replayed = own.map((row) => ({ ...row, person_id: liveId(known, row.person_id) }));
  const ids = replayed.map((row) => row.person_id);
  if (ids.length === 0) return emptyPage;
  return {
    last: own.length < limit ? undefined : own.at(-1)?.person_id,
    rows: own.length,
    write: async () => {
      const stored = await selectIn<OutreachRow>(live, 'SELECT * FROM lead_outreach', organizationId, 'person_id', ids);
      const before = new Map(stored.map((row) => [row.person_id, row]));
      const changed = replayed.filter((row) => {
        const old = before.get(row.person_id);
        return old === undefined || said.some((name) => row[name] !== old[name]);
      });
      const rows = changed.map(({ organization_id: _, person_id: id, ...row }) => [id, row] as const);
      await putOutreach(live, organizationId, new Map<string, OutreachValues>(rows));
      await noteLeadsChanged(
        live,
        organizationId,
        changed.map((row) => row.person_id),
      );
    },
  };
};

/** Removes outreach that a person had from another person with whom they are no longer merged. */
export const unsaidOutreachStep: Step = async (run, after, limit) => {
  const { live, scratch, organizationId } = run;
  const people = await run.scope.liveIds('people', after, limit);
  const rows = await selectIn<{ id: string }>(
    live,
    'SELECT person_id AS id FROM lead_outreach',
    organizationId,
    'person_id',
    people,
  );
  const own = await run.ids.ownOf(rows.map(({ id }) => id));
  const replayed = await selectIn<{ id: string }>(
    scratch,
    'SELECT person_id AS id FROM lead_outreach',
    organizationId,
    'person_id',
    [...own.values()],
  );
  const said = new Set(replayed.map(({ id }) => id));
  const gone = rows.map(({ id }) => id).filter((id) => !said.has(own.get(id) ?? ''));
  const page = { last: people.length < limit ? undefined : people.at(-1), rows: rows.length };
  if (gone.length === 0) return { ...page, write: null };
  return {
    ...page,
    write: async () => {
      for (const id of gone) {
        await live.run('DELETE FROM lead_outreach WHERE organization_id = ? AND person_id = ?', [organizationId, id]);
      }
      await noteLeadsChanged(live, organizationId, gone);
    },
  };
};
