/** Changes people to the replayed state: rows, identities and snapshots. People who no longer exist are removed at the end. */
import { newId } from '../../database/new-id';
import { insertInto, type RowOf } from '../../database/define';
import { people, personIdentities, profileSnapshots, type PersonRow } from '../tables/engagement';
import { noteLeadsChanged } from '../log/note-changes';
import { selectIn } from '../statements/in-parts';
import { markStale, queueScoring } from '../writes/engagement-writer';
import { noteChanged } from './affected';
import { decisionsOf, moveDecisions } from './decisions-that-stay';
import { emptyPage, grouped, liveId, type Step, type UndoRun } from './undo-run';

type IdentityRow = RowOf<typeof personIdentities>;
type SnapshotRow = RowOf<typeof profileSnapshots>;

/** Columns that are not compared: the time a row was written is no content, and an undo never removes an objection. */
const unsaid: readonly string[] = ['organization_id', 'id', 'updated_at', 'do_not_contact'];
const said = Object.keys(people.columns).filter((name): name is keyof PersonRow => !unsaid.includes(name));
const updatable = [...said, 'updated_at'] as const;

/** No decision depends on when a row was first written or its facts were seen, or on how sure they were read. */
const undecisive: readonly (keyof PersonRow)[] = ['created_at', 'observed_at', 'read_confidence'];
const facts = said.filter((name) => !undecisive.includes(name));

/**
 * Stores all replayed people as they were replayed. Their identities, and decisions of runs about them, are moved in the same
 * transaction as their row.
 */
export const peopleStep: Step = async (run, after, limit) => {
  const { live, scratch, organizationId } = run;
  const now = run.now();
  const own = await scratch.select<PersonRow>(
    `SELECT * FROM people WHERE organization_id = ? AND id > ? ${run.scope.ofScratch('people', 'id')}
     ORDER BY id LIMIT ${limit}`,
    [organizationId, after],
  );
  const ofPeople = { organizationId, ids: own.map(({ id }) => id) };
  const known = await run.ids.liveOf(ofPeople.ids);
  const named = <Row extends { person_id: string }>(row: Row): Row => ({
    ...row,
    person_id: liveId(known, row.person_id),
  });
  const rows = own.map((row) => ({ ...row, id: liveId(known, row.id) }));
  const ids = rows.map(({ id }) => id);
  const identities = (await identitiesOf(scratch, ofPeople)).map(named);
  const decisions = await decisionsOf(run, known);
  const snapshots = grouped((await snapshotsOf(scratch, ofPeople)).map(named), (row) => row.person_id);
  if (ids.length === 0) return emptyPage;
  return {
    last: own.length < limit ? undefined : own.at(-1)?.id,
    rows: own.length,
    write: async () => {
      const before = new Map(
        (await selectIn<PersonRow>(live, 'SELECT * FROM people', organizationId, 'id', ids)).map((row) => [
          row.id,
          row,
        ]),
      );
      const changed = rows.filter((row) => !samePerson(row, before.get(row.id), said));
      const updated = changed.map((row) => ({ ...row, updated_at: now }));
      await insertInto(live, people, updated, { update: updatable });
      const moved = await moveIdentities(run, identities);
      await moveDecisions(run, decisions);
      await replaceSnapshots(run, ids, snapshots);
      const different = changed.map(({ id }) => id);
      await noteLeadsChanged(live, organizationId, different, now);
      await queueScoring(live, organizationId, different, 'undo');
      const others = changed.filter((row) => !samePerson(row, before.get(row.id), facts));
      await noteChanged(run, [...others.map(({ id }) => id), ...moved]);
      const accounts = changed.flatMap((row) => [row.account_id, before.get(row.id)?.account_id ?? null]);
      await markStale(
        live,
        organizationId,
        'account',
        accounts.filter((id) => id !== null),
      );
    },
  };
};

interface OfPeople {
  readonly organizationId: string;
  readonly ids: readonly string[];
}

const identitiesOf = (db: UndoRun['live'], { organizationId, ids }: OfPeople) =>
  selectIn<IdentityRow>(db, 'SELECT * FROM person_identities', organizationId, 'person_id', ids);

const snapshotsOf = (db: UndoRun['live'], { organizationId, ids }: OfPeople) =>
  selectIn<SnapshotRow>(db, 'SELECT * FROM profile_snapshots', organizationId, 'person_id', ids);

const samePerson = (row: PersonRow, before: PersonRow | undefined, columns: readonly (keyof PersonRow)[]) =>
  before !== undefined && columns.every((name) => row[name] === before[name]);

/** Returns the people whose identities belonged to another person or to nobody, and those who had them. */
async function moveIdentities(run: UndoRun, identities: readonly IdentityRow[]): Promise<string[]> {
  const { live, organizationId } = run;
  const owners = new Map<string, string>();
  for (const kind of ['member', 'slug', 'company'] as const) {
    const values = identities.filter((row) => row.kind === kind).map(({ value }) => value);
    const known = await selectIn<IdentityRow>(
      live,
      'SELECT * FROM person_identities',
      organizationId,
      `kind = '${kind}' AND value`,
      values,
    );
    for (const { value, person_id } of known) owners.set(`${kind} ${value}`, person_id);
  }
  const moved = identities.filter((row) => owners.get(`${row.kind} ${row.value}`) !== row.person_id);
  await insertInto(live, personIdentities, moved, { update: ['person_id'] });
  return moved.flatMap((row) => [row.person_id, owners.get(`${row.kind} ${row.value}`) ?? row.person_id]);
}

async function replaceSnapshots(
  run: UndoRun,
  ids: readonly string[],
  replayed: ReadonlyMap<string, readonly SnapshotRow[]>,
): Promise<void> {
  const { live, organizationId } = run;
  const stored = grouped(await snapshotsOf(live, { organizationId, ids }), (row) => row.person_id);
  for (const id of ids) {
    const now = replayed.get(id) ?? [];
    if (snapshotTexts(now) === snapshotTexts(stored.get(id) ?? [])) continue;
    await live.run('DELETE FROM profile_snapshots WHERE organization_id = ? AND person_id = ?', [organizationId, id]);
    await insertInto(
      live,
      profileSnapshots,
      now.map((row) => ({ ...row, id: newId() })),
    );
  }
}

const snapshotTexts = (rows: readonly SnapshotRow[]) =>
  rows
    .map((row) => JSON.stringify([row.observed_at, row.headline, row.title, row.company_name, row.country, row.region]))
    .sort()
    .join('\n');
