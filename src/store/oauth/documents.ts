/** Metadata documents that could not be used, and client assertions that were. */
import { placeholders, type Database } from '../../database/database';
import { documentFaultRows } from '../tables/models';
import type { DocumentFaultRow } from '../tables/oauth';

/** Most documents that are remembered as faulty. Strangers choose them, so the oldest make room. */
const mostFaults = 200;

/** Notes that a client's document could not be used. `since` stays while the fault lasts. */
export async function saveDocumentFault(
  db: Database,
  fault: Pick<DocumentFaultRow, 'client_id' | 'kind' | 'reason'>,
  now: number,
): Promise<void> {
  const known = await documentFaultRows(db).find({ client_id: fault.client_id });
  const since = known?.kind === fault.kind ? known.since : now;
  await documentFaultRows(db).save({ ...fault, reason: fault.reason.slice(0, 255), since, last_at: now });
  if (known) return;
  const rows = await db.select<{ client_id: string }>(
    `SELECT client_id FROM oauth_document_faults ORDER BY last_at DESC LIMIT ${mostFaults + 50}`,
  );
  const ids = rows.slice(mostFaults).map((row) => row.client_id);
  if (ids.length > 0) await db.run(`DELETE FROM oauth_document_faults WHERE client_id IN (${placeholders(ids)})`, ids);
}

/** A client's document can be used again. */
export async function forgetDocumentFault(db: Database, clientId: string): Promise<void> {
  await documentFaultRows(db).delete({ client_id: clientId });
}

/** The faults, latest first, at most `limit`. */
export function listDocumentFaults(db: Database, limit: number): Promise<readonly DocumentFaultRow[]> {
  return db.select<DocumentFaultRow>(
    `SELECT * FROM oauth_document_faults ORDER BY last_at DESC LIMIT ${Math.trunc(limit)}`,
  );
}

export async function deleteOldFaults(db: Database, before: number, limit: number): Promise<number> {
  return deleteSome(db, { table: 'oauth_document_faults', key: 'client_id', time: 'last_at' }, before, limit);
}

/** Notes an assertion as used. @returns false if it was used before. */
export async function useAssertion(db: Database, idHash: string, expiresAt: number): Promise<boolean> {
  const insert = db.dialect === 'sqlite' ? 'INSERT OR IGNORE' : 'INSERT IGNORE';
  const sql = `${insert} INTO oauth_assertions (id_hash, expires_at) VALUES (?, ?)`;
  return (await db.run(sql, [idHash, expiresAt])) === 1;
}

export async function deleteExpiredAssertions(db: Database, now: number, limit: number): Promise<number> {
  return deleteSome(db, { table: 'oauth_assertions', key: 'id_hash', time: 'expires_at' }, now, limit);
}

async function deleteSome(
  db: Database,
  { table, key, time }: { readonly table: string; readonly key: string; readonly time: string },
  before: number,
  limit: number,
): Promise<number> {
  const rows = await db.select<{ k: string }>(
    `SELECT ${key} AS k FROM ${table} WHERE ${time} < ? LIMIT ${Math.trunc(limit)}`,
    [before],
  );
  const keys = rows.map(({ k }) => k);
  return keys.length === 0 ? 0 : db.run(`DELETE FROM ${table} WHERE ${key} IN (${placeholders(keys)})`, keys);
}
