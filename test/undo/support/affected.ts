/**
 * Whom an undo should name, by looking at everything before and after it: people about whom a later run decided, and of whom something is
 * not as it was that a run can decide by.
 */
import type { Database } from '../../../src/database/database';
import type { CandidateRow } from '../../../src/store/tables/agent';

type Row = Record<string, string | number | null>;

/** When something was written or seen. */
const bookkeeping: ReadonlySet<string> = new Set(['organization_id', 'created_at', 'updated_at', 'observed_at']);

export interface LeadState {
  /** By id. */
  readonly decisions: ReadonlyMap<string, CandidateRow>;
  /** What is known of somebody, as one text. */
  of(personId: string | null): string | undefined;
}

export async function leadStates(db: Database, org: string): Promise<LeadState> {
  const select = <T extends object = Row>(table: string) =>
    db.select<T>(`SELECT * FROM ${table} WHERE organization_id = ?`, [org]);
  const accounts = new Map((await select('accounts')).map((row) => [row['id'], row]));
  const facts = new Map<unknown, string[]>();
  const add = (person: unknown, what: unknown) => facts.get(person)?.push(JSON.stringify(what));
  for (const row of await select('people')) {
    const said = Object.entries(row).filter(([name]) => !bookkeeping.has(name) && name !== 'do_not_contact');
    const { domain, industry, company_size } = accounts.get(row['account_id'] ?? '') ?? {};
    facts.set(row['id'], [JSON.stringify(said), JSON.stringify([domain, industry, company_size])]);
  }
  for (const row of await select('person_identities')) add(row['person_id'], [row['kind'], row['value']]);
  for (const row of await select('agent_held_people')) add(row['person_id'], 'held');
  for (const row of await select('monitored_profiles')) add(row['person_id'], ['watched', row['id']]);
  for (const row of await select('engagements')) {
    const said = Object.entries(row).filter(([name]) => !bookkeeping.has(name) && name !== 'id');
    add(row['person_id'], said);
  }
  return {
    decisions: new Map((await select<CandidateRow>('agent_candidates')).map((row) => [row.id, row])),
    of: (id) => facts.get(id)?.sort().join('\n'),
  };
}

/** What an undo answers, as the rows hold it. */
export async function answered(db: Database, org: string, batchId: string) {
  const named = await db.select<{ id: string }>(
    'SELECT candidate_id AS id FROM undo_affected WHERE organization_id = ? AND batch_id = ?',
    [org, batchId],
  );
  const [row] = await db.select<{ removed: number; people: number }>(
    'SELECT decisions_removed AS removed, people_affected AS people FROM batches WHERE organization_id = ? AND id = ?',
    [org, batchId],
  );
  return { named: named.map(({ id }) => id).sort(), ...row };
}

/** @param later whether a run decided after what is taken back had begun. */
export function expected(before: LeadState, after: LeadState, later: (runId: string) => boolean) {
  const left = [...before.decisions.values()].filter(({ id }) => after.decisions.has(id));
  const changed = left.filter(
    ({ id, run_id: run, person_id: person }) =>
      later(run) && before.of(person) !== after.of(after.decisions.get(id)?.person_id ?? null),
  );
  const shown = changed.map(({ id }) => after.decisions.get(id)).filter((row) => (row?.position ?? -1) >= 0);
  return {
    named: changed.map(({ id }) => id).sort(),
    removed: before.decisions.size - left.length,
    people: new Set(shown.map((row) => row?.person_id)).size,
  };
}

/** Decisions that stay, without whom they are about. */
export const asMade = ({ decisions }: LeadState, ids: Iterable<string>) =>
  [...ids]
    .sort()
    .map((id) => ({ ...decisions.get(id), person_id: undefined, lead_id: undefined, position: undefined }));
