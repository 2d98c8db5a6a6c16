/** People whom a run considered. Functions that change rows run inside a write transaction of the workspace. */
import { placeholders, type Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { agentCandidates, type CandidateRow } from '../tables/agent';
import { insertInto } from '../../database/define';
import type { PersonRow } from '../tables/engagement';
import { inParts, selectIn } from '../statements/in-parts';

const columns = Object.keys(agentCandidates.columns);

/** The columns of a person's profile that a candidate keeps a copy of. */
const profileColumns = [
  'display_name',
  'headline',
  'title',
  'seniority',
  'job_function',
  'read_confidence',
  'company_name',
  'company_size',
  'industry',
  'country',
  'region',
  'profile_url',
] as const satisfies readonly (keyof PersonRow)[];

/** The part of a person's row that a candidate copies. */
export type CandidateProfile = Pick<PersonRow, (typeof profileColumns)[number]>;

/** Profiles of these people, by id. */
export async function profilesOf(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, CandidateProfile>> {
  const rows = await selectIn<CandidateProfile & { id: string }>(
    db,
    `SELECT id, ${profileColumns.join(', ')} FROM people`,
    organizationId,
    'id',
    ids,
  );
  return new Map(rows.map(({ id, ...profile }) => [id, profile]));
}

export const unknownPerson: CandidateProfile = {
  display_name: '',
  headline: null,
  title: null,
  seniority: null,
  job_function: null,
  read_confidence: null,
  company_name: null,
  company_size: null,
  industry: null,
  country: null,
  region: null,
  profile_url: null,
};

/** A person whom a run considers, and the post where they engaged. */
export interface Considered {
  readonly personId: string;
  readonly postUrn: string | null;
  readonly paid: boolean;
}

/** Adds people about whom a run will decide. People whom the run already has stay unchanged. */
export async function addConsidered(
  db: Database,
  organizationId: string,
  runId: string,
  people: readonly Considered[],
  now: number,
): Promise<void> {
  const rows = people.map(({ personId, postUrn, paid }): CandidateRow => ({
    organization_id: organizationId,
    id: newId(),
    run_id: runId,
    person_id: personId,
    member_id: null,
    slug: null,
    paid: paid ? 1 : 0,
    position: null,
    decision: null,
    reasons: null,
    ...unknownPerson,
    icp_match_percent: 0,
    intent_score: 0,
    lead_tier: 'UNQUALIFIED',
    post_urn: postUrn,
    lead_id: null,
    created_at: now,
  }));
  await insertInto(db, agentCandidates, rows, 'ignore');
}

/** Stores decisions about candidates. */
export async function saveCandidates(db: Database, rows: readonly CandidateRow[]): Promise<void> {
  const update = columns.filter(
    (name): name is Exclude<keyof typeof agentCandidates.columns, 'organization_id' | 'id'> =>
      name !== 'organization_id' && name !== 'id',
  );
  await insertInto(db, agentCandidates, rows, { update });
}

/** Finds a candidate that lists show. */
export async function findCandidate(
  db: Database,
  organizationId: string,
  id: string,
): Promise<CandidateRow | undefined> {
  const [row] = await db.select<CandidateRow>(
    `SELECT ${columns.join(', ')} FROM agent_candidates WHERE organization_id = ? AND id = ? AND position >= 0`,
    [organizationId, id],
  );
  return row;
}

/** Reads the reasons from a candidate's row. */
export function reasonsIn(text: string | null): string[] {
  const found: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
}

/** The note beside the run's reasons that a person changed the decision. */
const handReasons = { ACCEPTED: 'Accepted by hand.', REJECTED: 'Rejected by hand.' } as const;
/** The position of a candidate in the list: accepted people first, then existing leads, then rejected people. */
export const decisionPlaces = { ACCEPTED: 0, DUPLICATE: 1_000_000, REJECTED: 2_000_000 } as const;

/** A candidate after a person changed the run's decision. Its position changes. The run's own reasons stay. */
export function decidedByHand(row: CandidateRow, decision: keyof typeof handReasons): CandidateRow {
  const said: readonly string[] = Object.values(handReasons);
  const own = reasonsIn(row.reasons).filter((one) => !said.includes(one));
  return {
    ...row,
    decision,
    reasons: JSON.stringify([handReasons[decision], ...own]),
    position: decisionPlaces[decision] + ((row.position ?? 0) % 1_000_000),
  };
}

/** The next undecided people of a run, in the order they were found. */
export async function undecided(
  db: Database,
  organizationId: string,
  runId: string,
  limit: number,
): Promise<CandidateRow[]> {
  return db.select<CandidateRow>(
    `SELECT ${columns.join(', ')} FROM agent_candidates${db.useIndex('agent_candidates_listed')}
     WHERE organization_id = ? AND run_id = ? AND position IS NULL ORDER BY id LIMIT ${Math.trunc(limit)}`,
    [organizationId, runId],
  );
}

/** Which of these people this run considers. With `null`: which of them any run ever considered. */
export async function consideredAmong(
  db: Database,
  organizationId: string,
  runId: string | null,
  people: readonly string[],
): Promise<Set<string>> {
  const rows = await selectIn<{ person_id: string; run_id: string }>(
    db,
    `SELECT person_id, run_id FROM agent_candidates${db.useIndex('agent_candidates_person')}`,
    organizationId,
    'person_id',
    people,
  );
  return new Set(rows.filter((row) => runId === null || row.run_id === runId).map((row) => row.person_id));
}

/** Which of these people are leads, with any disposition. */
export async function leadsAmong(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<Set<string>> {
  const rows = await selectIn<{ id: string }>(db, 'SELECT id FROM leads', organizationId, 'id', people);
  return new Set(rows.map((row) => row.id));
}

/** Which of these people a run may consider: persons, not company pages, who have not objected to being contacted. */
export async function personsAmong(db: Database, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await selectIn<{ id: string }>(
    db,
    'SELECT id FROM people',
    organizationId,
    'id',
    ids,
    'AND is_company = 0 AND do_not_contact = 0',
  );
  return new Set(rows.map((row) => row.id));
}

/** URNs of posts by id. */
export async function urnsOfPosts(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectIn<{ id: string; urn: string }>(db, 'SELECT id, urn FROM posts', organizationId, 'id', ids);
  return new Map(rows.map((row) => [row.id, row.urn]));
}

/** A page of a run's candidates, in list order, and their total number. */
export async function listCandidates(
  db: Database,
  organizationId: string,
  runId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: CandidateRow[]; total: number }> {
  // Only ids are read from the index up to the offset. Whole rows are read for this page alone.
  const of = [organizationId, runId];
  const index = db.useIndex('agent_candidates_listed');
  const where = 'organization_id = ? AND run_id = ? AND position >= 0';
  const [counted] = await db.select<{ total: number }>(
    `SELECT COUNT(*) AS total FROM agent_candidates${index} WHERE ${where}`,
    of,
  );
  const ids = await db.select<{ id: string }>(
    `SELECT id FROM agent_candidates${index} WHERE ${where} ORDER BY position, id
     LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(offset)}`,
    of,
  );
  const found = await selectIn<CandidateRow>(
    db,
    `SELECT ${columns.join(', ')} FROM agent_candidates`,
    organizationId,
    'id',
    ids.map((row) => row.id),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return { rows: ids.flatMap(({ id }) => byId.get(id) ?? []), total: counted?.total ?? 0 };
}

/** Removes some candidates from before that time who did not become leads. Joins no transaction. */
export async function forgetCandidates(db: Database, before: number, limit: number): Promise<number> {
  const rows = await db.select<{ organization_id: string; id: string }>(
    `SELECT organization_id, id FROM agent_candidates WHERE created_at < ?
       AND (decision IS NULL OR decision = 'DUPLICATE' OR (decision = 'REJECTED' AND lead_id IS NULL))
     LIMIT ${Math.trunc(limit)}`,
    [before],
  );
  for (const { organization_id, id } of rows) await removeCandidates(db, organization_id, [id]);
  return rows.length;
}

/** Removes candidates, also from the answers of undone batches that name them. */
export async function removeCandidates(db: Database, organizationId: string, ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids)) {
    const of = [organizationId, ...part];
    const list = placeholders(part);
    await db.run(`DELETE FROM undo_affected WHERE organization_id = ? AND candidate_id IN (${list})`, of);
    await db.run(`DELETE FROM agent_candidates WHERE organization_id = ? AND id IN (${list})`, of);
  }
}
