/**
 * A run that decides what another workspace's run decided: what stays of a run, in a workspace where what was taken back never came in. Whom
 * only runs know, and none accepted, is held.
 */
import type { Database } from '../../../src/database/database';
import { insertInto } from '../../../src/database/define';
import { newId } from '../../../src/database/new-id';
import { agentCandidates, type AgentRunRow, type CandidateRow } from '../../../src/store/tables/agent';
import { queueScoring } from '../../../src/store/writes/engagement-writer';

export interface Dictated {
  readonly run: Pick<AgentRunRow, 'candidates' | 'leads_created' | 'people_qualified'>;
  /** By the name of the profile under which the run met them. */
  readonly decided: ReadonlyMap<string, CandidateRow>;
}

async function runOf(db: Database, org: string, batchId: string): Promise<AgentRunRow> {
  const [run] = await db.select<AgentRunRow>('SELECT * FROM agent_runs WHERE organization_id = ? AND batch_id = ?', [
    org,
    batchId,
  ]);
  if (!run) throw new Error('no run');
  return run;
}

async function personOf(db: Database, org: string, slug: string): Promise<string | undefined> {
  const sql = `SELECT person_id FROM person_identities WHERE organization_id = ? AND kind = 'slug' AND value = ?`;
  return (await db.select<{ person_id: string }>(sql, [org, slug]))[0]?.person_id;
}

/** What a run has just decided about those it met. */
export async function decidedBy(
  db: Database,
  org: string,
  batchId: string,
  slugs: readonly string[],
): Promise<Dictated> {
  const run = await runOf(db, org, batchId);
  const rows = await db.select<CandidateRow>(
    'SELECT * FROM agent_candidates WHERE organization_id = ? AND run_id = ?',
    [org, run.id],
  );
  const decided = new Map<string, CandidateRow>();
  for (const slug of slugs) {
    const person = await personOf(db, org, slug);
    const row = rows.find((one) => one.person_id === person);
    if (row && person !== undefined) decided.set(slug, row);
  }
  expect(decided.size).toBe(rows.length);
  const { candidates, leads_created, people_qualified } = run;
  return { run: { candidates, leads_created, people_qualified }, decided };
}

/** Puts these decisions in the place of those that the run has just made. */
export async function dictate(
  db: Database,
  org: string,
  batchId: string,
  slugs: readonly string[],
  { run: counts, decided }: Dictated,
): Promise<void> {
  const run = await runOf(db, org, batchId);
  const of = [org, run.id];
  await db.run(
    'UPDATE agent_runs SET candidates = ?, leads_created = ?, people_qualified = ? WHERE organization_id = ? AND id = ?',
    [counts.candidates, counts.leads_created, counts.people_qualified, ...of],
  );
  await db.run('DELETE FROM agent_candidates WHERE organization_id = ? AND run_id = ?', of);
  for (const slug of slugs) {
    const person = await personOf(db, org, slug);
    if (person === undefined) continue;
    const row = decided.get(slug);
    if (row) {
      const place = { organization_id: org, id: newId(), run_id: run.id, person_id: person };
      await insertInto(db, agentCandidates, [{ ...row, ...place, lead_id: row.lead_id === null ? null : person }]);
    }
    const engaged = await db.select<{ origin: string }>(
      'SELECT origin FROM engagements WHERE organization_id = ? AND person_id = ? AND by_author = 0',
      [org, person],
    );
    const accepted = await db.select(
      `SELECT id FROM agent_candidates WHERE organization_id = ? AND person_id = ? AND decision = 'ACCEPTED'`,
      [org, person],
    );
    const held = accepted.length === 0 && engaged.length > 0 && engaged.every(({ origin }) => origin === 'agent');
    await db.run('DELETE FROM agent_held_people WHERE organization_id = ? AND person_id = ?', [org, person]);
    if (held) await db.insertRows('agent_held_people', ['organization_id', 'person_id'], [[org, person]]);
    await queueScoring(db, org, [person]);
  }
}
