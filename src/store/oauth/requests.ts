/** Authorization requests and codes: each used once, by compare-and-set. */
import type { Database } from '../database';
import { insertInto } from '../tables/define';
import { oauthModels, rowOf } from './models';
import { oauthCodes, oauthRequests, type CodeRow, type RequestRow } from './tables';

export async function saveRequest(db: Database, row: RequestRow): Promise<void> {
  await insertInto(db, oauthRequests, [row]);
}

/** The request, whether it still waits or not. */
export async function findRequest(db: Database, tokenHash: string): Promise<RequestRow | null> {
  const found = await oauthModels(db).requests.findByPk(tokenHash);
  return found ? rowOf(found) : null;
}

/** Uses the request up. Of any number of callers one gets true. */
export async function claimRequest(db: Database, tokenHash: string, now: number): Promise<boolean> {
  const sql = 'UPDATE oauth_requests SET used_at = ? WHERE token_hash = ? AND used_at IS NULL AND expires_at > ?';
  return (await db.run(sql, [now, tokenHash, now])) === 1;
}

export async function saveCode(db: Database, row: CodeRow): Promise<void> {
  await insertInto(db, oauthCodes, [row]);
}

export async function findCode(db: Database, codeHash: string): Promise<CodeRow | null> {
  const found = await oauthModels(db).codes.findByPk(codeHash);
  return found ? rowOf(found) : null;
}

/** Uses the code up. Of any number of callers one gets true. */
export async function claimCode(db: Database, codeHash: string, now: number): Promise<boolean> {
  const sql = 'UPDATE oauth_codes SET used_at = ? WHERE code_hash = ? AND used_at IS NULL AND expires_at > ?';
  return (await db.run(sql, [now, codeHash, now])) === 1;
}

/** Removes requests and codes that expired before `before`, at most `limit` of each. Returns how many. */
export async function deleteExpired(
  db: Database,
  before: { requests: number; codes: number },
  limit: number,
): Promise<number> {
  const parts = [
    { table: 'oauth_requests', key: 'token_hash', before: before.requests },
    { table: 'oauth_codes', key: 'code_hash', before: before.codes },
  ];
  let removed = 0;
  for (const part of parts) {
    const chosen = `SELECT ${part.key} FROM (SELECT ${part.key} FROM ${part.table} WHERE expires_at < ? LIMIT ${limit}) AS old`;
    removed += await db.run(`DELETE FROM ${part.table} WHERE ${part.key} IN (${chosen})`, [part.before]);
  }
  return removed;
}
