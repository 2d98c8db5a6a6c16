/** Whom runs considered, on both sides of an undo. */
import { identityKey, type Identity } from '../discovery/discovered-people';
import { placeholders, type Database } from '../../database/database';
import type { CandidateRow } from '../tables/agent';
import { inParts, selectIn } from '../writes/batches';
import type { Sides } from './sides';

const create =
  'CREATE TABLE IF NOT EXISTS live_candidates (own TEXT NOT NULL PRIMARY KEY, live TEXT NOT NULL UNIQUE) WITHOUT ROWID';

/** Notes which live row each replayed candidate is; of two that came apart the first one is it. */
export async function noteLiveRows(scratch: Database, rows: readonly (readonly [own: string, live: string])[]) {
  await scratch.run(create);
  const values = rows.map(([own, live]) => [own, live]);
  await scratch.insertRows('live_candidates', ['own', 'live'], values, 'ignore');
}

/**
 * Ids of the live rows of replayed candidates, by the id of these: the one that was noted, or else that of the same run and person where
 * it is nobody else's. Not to be called in a transaction of the live side.
 * @param replayed with the live ids of people.
 * @returns also the rows of others that stand where one of these will be.
 */
export async function liveRowsOf(
  { live, scratch, organizationId }: Pick<Sides, 'live' | 'scratch' | 'organizationId'>,
  replayed: readonly CandidateRow[],
): Promise<{ ids: ReadonlyMap<string, string>; inTheWay: readonly string[] }> {
  await scratch.run(create);
  const noted = await notedPairs(
    scratch,
    'own',
    replayed.map(({ id }) => id),
  );
  const ids = new Map(noted.map((pair) => [pair.own, pair.live]));
  const ofPeople = await selectIn<Pick<CandidateRow, 'id' | 'run_id' | 'person_id'>>(
    live,
    'SELECT id, run_id, person_id FROM agent_candidates',
    organizationId,
    'person_id',
    [...new Set(replayed.map((row) => row.person_id))],
  );
  const there = new Map(ofPeople.map((row) => [`${row.run_id} ${row.person_id}`, row.id]));
  const taken = await notedPairs(
    scratch,
    'live',
    ofPeople.map(({ id }) => id),
  );
  const others = new Set(taken.map((pair) => pair.live));
  const inTheWay: string[] = [];
  for (const { id, run_id: run, person_id: person } of replayed) {
    const row = there.get(`${run} ${person}`);
    if (row === undefined || row === ids.get(id)) continue;
    if (ids.has(id) || others.has(row)) inTheWay.push(row);
    else ids.set(id, row);
  }
  return { ids, inTheWay };
}

async function notedPairs(scratch: Database, column: 'own' | 'live', ids: readonly string[]) {
  const pairs: { own: string; live: string }[] = [];
  for (const part of inParts(ids)) {
    const sql = `SELECT own, live FROM live_candidates WHERE ${column} IN (${placeholders(part)})`;
    pairs.push(...(await scratch.select<{ own: string; live: string }>(sql, part)));
  }
  return pairs;
}

/** Takes the person from rows that will be about another one: two may change places. */
export async function setPersonAside(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids)) {
    await db.run(
      `UPDATE agent_candidates SET person_id = NULL WHERE organization_id = ? AND id IN (${placeholders(part)})`,
      [organizationId, ...part],
    );
  }
}

/** What people are called, by id. */
export async function identitiesOfPeople(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Identity[]>> {
  const rows = await selectIn<Identity & { person_id: string }>(
    db,
    'SELECT kind, value, person_id FROM person_identities',
    organizationId,
    'person_id',
    ids,
  );
  const found = new Map<string, Identity[]>();
  for (const { person_id: id, kind, value } of rows) found.set(id, [...(found.get(id) ?? []), { kind, value }]);
  return found;
}

/**
 * Rows of a run about people who have one of these names.
 * @param names by whatever they are to be found under.
 */
export async function candidatesByNames(
  db: Database,
  organizationId: string,
  runId: string,
  names: ReadonlyMap<string, readonly Identity[]>,
): Promise<Map<string, CandidateRow>> {
  const owners = new Map<string, string>();
  for (const kind of ['member', 'slug', 'company'] as const) {
    const values = [...names.values()].flat().filter((name) => name.kind === kind);
    const rows = await selectIn<Identity & { person_id: string }>(
      db,
      'SELECT kind, value, person_id FROM person_identities',
      organizationId,
      `kind = '${kind}' AND value`,
      values.map(({ value }) => value),
    );
    for (const row of rows) owners.set(identityKey(row), row.person_id);
  }
  const rows = await selectIn<CandidateRow>(db, 'SELECT * FROM agent_candidates', organizationId, 'person_id', [
    ...new Set(owners.values()),
  ]);
  const byPerson = new Map(
    rows.flatMap((row) => (row.run_id === runId && row.person_id ? [[row.person_id, row]] : [])),
  );
  const found = new Map<string, CandidateRow>();
  for (const [key, own] of names) {
    const row = own.map((name) => byPerson.get(owners.get(identityKey(name)) ?? '')).find((one) => one !== undefined);
    if (row) found.set(key, row);
  }
  return found;
}

/** Those of these people who are persons, also who objects to being contacted: they may have done so after a run met them. */
export async function everyPersonAmong(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await selectIn<{ id: string }>(
    db,
    'SELECT id FROM people',
    organizationId,
    'is_company = 0 AND id',
    ids,
  );
  return new Set(rows.map(({ id }) => id));
}
