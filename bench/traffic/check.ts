/** What was acknowledged, compared with what the database holds when everything has ended. */
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../src/database/database';
import { peoplePerImport, type Acknowledged } from './traffic';
import type { World } from './seed';

export interface Held {
  /** Acknowledged notes, imports and discoveries that are not there or are another's; one line each. */
  readonly lost: readonly string[];
  /** What was done more than once; one line each. */
  readonly doubled: readonly string[];
  /** Jobs that did not end well. */
  readonly dead: number;
}

/** How long work may go on after the last request, in milliseconds. */
const patienceMs = 240_000;

/** Waits until the work is done, then compares. */
export async function whatWasHeld(db: Database, { organizationId }: World, said: Acknowledged): Promise<Held> {
  const giveUpAt = performance.now() + patienceMs;
  while ((await openJobs(db, organizationId)) > 0 && performance.now() < giveUpAt) await setTimeout(1_000);
  const lost: string[] = [];
  const doubled: string[] = [];
  const outreach = await db.select<{ person_id: string; note: string | null; contacted_at: number | null }>(
    'SELECT person_id, note, contacted_at FROM lead_outreach WHERE organization_id = ?',
    [organizationId],
  );
  const byPerson = new Map(outreach.map((row) => [row.person_id, row]));
  for (const [id, { note, contactedAt }] of said.notes) {
    const row = byPerson.get(id);
    if (row?.note !== note) lost.push(`lead ${id}: ${row?.note ?? 'no note'} instead of ${note}`);
    else if (contactedAt !== null && Number(row.contacted_at) !== Date.parse(contactedAt))
      doubled.push(`lead ${id}: contacted again after ${contactedAt}`);
  }
  const batches = await db.select<{ reference: string | null; status: string; people_new: number }>(
    `SELECT reference, status, people_new FROM batches WHERE organization_id = ? AND kind = 'import'`,
    [organizationId],
  );
  for (const upload of said.imports) {
    const own = batches.filter(({ reference }) => reference === upload);
    const people = own.reduce((sum, one) => sum + one.people_new, 0);
    if (own.length === 0 || people < peoplePerImport)
      lost.push(`import ${upload}: ${people} people, ${own.map(({ status }) => status).join(' ')}`);
    if (own.length > 1) doubled.push(`import ${upload}: ${own.length} batches`);
  }
  const keys = await db.select<{ discovery_id: string; status: string; idempotency_key: string }>(
    `SELECT k.discovery_id, k.idempotency_key, d.status FROM discovery_keys k JOIN discoveries d
       ON d.organization_id = k.organization_id AND d.id = k.discovery_id WHERE k.organization_id = ?`,
    [organizationId],
  );
  const byKey = new Map(keys.map((row) => [row.idempotency_key, row]));
  for (const [key, id] of said.discoveries) {
    const row = byKey.get(key);
    if (row?.discovery_id !== id || row.status !== 'COMPLETED')
      lost.push(`discovery ${id}: ${row?.discovery_id ?? 'none'} ${row?.status ?? ''}`);
  }
  const [dead] = await db.select<{ n: number }>(
    `SELECT COUNT(*) AS n FROM jobs WHERE organization_id = ? AND status = 'dead'`,
    [organizationId],
  );
  return { lost, doubled, dead: Number(dead?.n) };
}

async function openJobs(db: Database, organizationId: string): Promise<number> {
  const [row] = await db.select<{ n: number }>(
    `SELECT COUNT(*) AS n FROM jobs WHERE organization_id = ? AND status NOT IN ('done', 'dead', 'cancelled')
       AND run_at < ?`,
    [organizationId, Date.now()],
  );
  return Number(row?.n);
}
