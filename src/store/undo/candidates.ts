/** Whom runs considered, on both sides of an undo. */
import { identityKey, type Identity } from '../discovery/people';
import type { Database } from '../database';
import type { CandidateRow } from '../tables/agent';
import { selectIn } from '../writes/batches';

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
