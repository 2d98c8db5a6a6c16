/** Authorization requests and codes. Each is used once, by compare-and-set. */
import type { Database } from '../../database/database';
import { codeRows, requestRows } from '../tables/models';
import { moreThan } from '../../database/rows';
import type { CodeRow, RequestRow } from '../tables/oauth';

export async function saveRequest(db: Database, row: RequestRow): Promise<void> {
  await requestRows(db).insert(row);
}

/** Finds the request, whether or not it still waits. */
export async function findRequest(db: Database, tokenHash: string): Promise<RequestRow | null> {
  return (await requestRows(db).find({ token_hash: tokenHash })) ?? null;
}

/** Uses up the request. Exactly one of several callers gets true. */
export async function claimRequest(db: Database, tokenHash: string, now: number): Promise<boolean> {
  const open = { token_hash: tokenHash, used_at: null, expires_at: moreThan(now) };
  return (await requestRows(db).update({ used_at: now }, open)) === 1;
}

export async function saveCode(db: Database, row: CodeRow): Promise<void> {
  await codeRows(db).insert(row);
}

export async function findCode(db: Database, codeHash: string): Promise<CodeRow | null> {
  return (await codeRows(db).find({ code_hash: codeHash })) ?? null;
}

/** Uses up the code. Exactly one of several callers gets true. */
export async function claimCode(db: Database, codeHash: string, now: number): Promise<boolean> {
  const open = { code_hash: codeHash, used_at: null, expires_at: moreThan(now) };
  return (await codeRows(db).update({ used_at: now }, open)) === 1;
}

/**
 * How much space the stored requests take.
 * @param most the most rows to look at.
 * @param rowBytes what a row takes besides its texts of variable length.
 */
export async function sizeOfRequests(
  db: Database,
  most: number,
  rowBytes: number,
): Promise<{ readonly rows: number; readonly bytes: number }> {
  const texts = ['client_id', 'redirect_uri', 'scopes', 'state', 'login_hint', 'ui_locales', 'prompt'];
  // Texts of strangers that are not plain ASCII are percent-encoded or few, so characters are counted as bytes.
  const length = texts.map((column) => `COALESCE(LENGTH(${column}), 0)`).join(' + ');
  const [row] = await db.select<{ n: number; held: number | string | null }>(
    `SELECT COUNT(*) AS n, SUM(held) AS held FROM (SELECT ${length} AS held FROM oauth_requests LIMIT ${most}) AS some`,
  );
  const rows = row?.n ?? 0;
  return { rows, bytes: Number(row?.held ?? 0) + rows * rowBytes };
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
