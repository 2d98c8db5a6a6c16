/**
 * Decisions of the runs that stay: each is kept unchanged, with the people as the run found them. When merged people are
 * separated, the decision goes to each of them whom the run's records name.
 */
import { placeholders, type Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { insertInto } from '../../database/define';
import { otherPlace } from '../writes/hidden-candidates';
import { identitiesOfPeople } from '../log/decisions';
import { identityKey, type Identity } from '../discovery/discovered-people';
import { agentCandidates, type CandidateRow } from '../tables/agent';
import { inParts, selectIn } from '../statements/in-parts';
import { releasePending } from '../writes/pending-people';
import { liveId, type UndoRun } from './undo-run';

type Databases = Pick<UndoRun, 'live' | 'scratch' | 'organizationId'>;

/**
 * Takes over a run's decisions about these replayed people. The first one gets the row itself. Another one who had been the
 * same person gets a copy.
 */
export async function takeOverDecisions(
  { live, scratch, organizationId }: Databases,
  runId: string,
  people: readonly string[],
): Promise<void> {
  const names = await identitiesOfPeople(scratch, organizationId, people);
  const owners = new Map<string, string>();
  for (const kind of ['member', 'slug'] as const) {
    const values = names.filter((name) => name.kind === kind).map(({ value }) => value);
    const sql = 'SELECT kind, value, person_id FROM person_identities';
    const where = `kind = '${kind}' AND value`;
    const rows = await selectIn<Identity & { person_id: string }>(live, sql, organizationId, where, values);
    for (const row of rows) owners.set(identityKey(row), row.person_id);
  }
  const met = [...new Set(owners.values())];
  const sql = 'SELECT * FROM agent_candidates';
  const ofAllRuns = await selectIn<CandidateRow>(live, sql, organizationId, 'person_id', met);
  const decided = ofAllRuns.filter((row) => row.run_id === runId);
  const byPerson = new Map(decided.map((row) => [row.person_id, row]));
  const ids = decided.map(({ id }) => id);
  const before = await selectIn<{ id: string }>(scratch, 'SELECT id FROM agent_candidates', organizationId, 'id', ids);
  const taken = new Set(before.map(({ id }) => id));
  const rows = new Map<string, CandidateRow>();
  for (const name of names) {
    const row = byPerson.get(owners.get(identityKey(name)) ?? '');
    if (!row || rows.has(name.person_id)) continue;
    const id = taken.has(row.id) ? newId() : row.id;
    taken.add(row.id);
    rows.set(name.person_id, ofPerson({ ...row, id }, name.person_id));
  }
  await insertInto(scratch, agentCandidates, [...rows.values()], 'ignore');
}

const ofPerson = (row: CandidateRow, personId: string) => ({
  ...row,
  person_id: personId,
  lead_id: row.lead_id === null ? null : personId,
});

/**
 * Releases the people a run accepted, once the whole run is replayed, including those a person rejected later.
 * @param byHand identities of people whom the run did not accept but a person accepted later; those follow in the log.
 */
export async function releaseAccepted(
  scratch: Database,
  organizationId: string,
  runId: string,
  byHand: ReadonlySet<string>,
): Promise<void> {
  const rows = await scratch.select<{ id: string }>(
    `SELECT person_id AS id FROM agent_candidates
     WHERE organization_id = ? AND run_id = ? AND (decision = 'ACCEPTED' OR (decision = 'REJECTED' AND lead_id IS NOT NULL))`,
    [organizationId, runId],
  );
  const ids = rows.map(({ id }) => id);
  const names = byHand.size === 0 ? [] : await identitiesOfPeople(scratch, organizationId, ids);
  const later = new Set(names.filter((name) => byHand.has(identityKey(name))).map((name) => name.person_id));
  await releasePending(
    scratch,
    organizationId,
    ids.filter((id) => !later.has(id)),
    null,
  );
}

/** Decisions about the people of a page, as `moveDecisions` needs them. */
export interface PageOfDecisions {
  /** With live ids of people. */
  readonly rows: readonly (CandidateRow & { person_id: string })[];
  /** Live rows about these people that were taken over, for them or for others. */
  readonly known: ReadonlySet<string>;
}

/** @param ids live ids of the page's people, by replayed id. */
export async function decisionsOf(
  { live, scratch, organizationId }: Databases,
  ids: ReadonlyMap<string, string>,
): Promise<PageOfDecisions> {
  const sql = 'FROM agent_candidates';
  const own = await selectIn<CandidateRow>(scratch, `SELECT * ${sql}`, organizationId, 'person_id', [...ids.keys()]);
  const rows = own.map((row) => {
    const personId = liveId(ids, row.person_id ?? '');
    return { ...ofPerson(row, personId), person_id: personId };
  });
  const people = [...new Set(rows.map((row) => row.person_id))];
  const there = await selectIn<{ id: string }>(live, `SELECT id ${sql}`, organizationId, 'person_id', people);
  const found = await selectIn<{ id: string }>(
    scratch,
    `SELECT id ${sql}`,
    organizationId,
    'id',
    there.map(({ id }) => id),
  );
  return { rows, known: new Set(found.map(({ id }) => id)) };
}

/** Moves decisions to the people they are about, in the transaction that moves identities to people. */
export async function moveDecisions(
  { live, organizationId }: UndoRun,
  { rows, known }: PageOfDecisions,
): Promise<void> {
  const sql = 'SELECT id, run_id, person_id FROM agent_candidates';
  type Place = Pick<CandidateRow, 'id' | 'run_id' | 'person_id'>;
  const ids = rows.map(({ id }) => id);
  const stored = new Map(
    (await selectIn<Place>(live, sql, organizationId, 'id', ids)).map((row) => [row.id, row.person_id]),
  );
  const elsewhere = rows.filter((row) => stored.get(row.id) !== row.person_id);
  if (elsewhere.length === 0) return;
  const people = [...new Set(elsewhere.map((row) => row.person_id))];
  const there = await selectIn<Place>(live, sql, organizationId, 'person_id', people);
  const inPlace = new Map(there.map((row) => [`${row.run_id} ${row.person_id}`, row.id]));
  const wayOf = (row: CandidateRow) => inPlace.get(`${row.run_id} ${row.person_id}`);
  // Another person's row that was taken over comes back with that person's page. A row of their own stays.
  const moved = elsewhere.filter((row) => known.has(wayOf(row) ?? row.id) || wayOf(row) === undefined);
  for (const part of inParts(moved.flatMap((row) => wayOf(row) ?? []))) {
    const sql = `DELETE FROM agent_candidates WHERE organization_id = ? AND id IN (${placeholders(part)})`;
    await live.run(sql, [organizationId, ...part]);
  }
  const objecting = new Set(
    (
      await selectIn<{ id: string }>(live, 'SELECT id FROM people', organizationId, 'do_not_contact = 1 AND id', people)
    ).map(({ id }) => id),
  );
  const placed = moved.map((row) => ({ ...row, position: placeOf(row, objecting.has(row.person_id)) }));
  await insertInto(live, agentCandidates, placed, { update: ['person_id', 'lead_id', 'position'] });
}

/** People who objected to contact are in no list. */
function placeOf({ position }: CandidateRow, hidden: boolean): number | null {
  if (position === null || position === -1) return position;
  return hidden === position < 0 ? position : otherPlace(position);
}

/** These people are no longer leads. Candidates whom a run skipped as existing leads can now be accepted by hand. */
export async function unlinkLeads(db: Database, organizationId: string, people: readonly string[]): Promise<void> {
  for (const part of inParts(people)) {
    await db.run(
      `UPDATE agent_candidates SET lead_id = NULL
       WHERE organization_id = ? AND decision = 'DUPLICATE' AND person_id IN (${placeholders(part)})`,
      [organizationId, ...part],
    );
  }
}
