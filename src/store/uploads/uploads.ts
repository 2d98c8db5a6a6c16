/** Rows of uploads: see tables/uploads.ts. Each change of a row is conditional on what its writer knows of it. */
import { newId } from '../../database/new-id';
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { uploads, type UploadRow } from '../tables/uploads';

/** Notes an upload of which nothing has arrived. @returns whether it is new; false when another request noted it before. */
export async function noteUpload(
  db: Database,
  { organizationId, id, place, length, now }: NewUpload,
): Promise<boolean> {
  const empty = { bytes: 0, reserved: 0, digest: null, complete: 0 as const, receiver: null };
  const row = {
    ...empty,
    organization_id: organizationId,
    id,
    place_id: place,
    length,
    created_at: now,
    updated_at: now,
  };
  return (await insertInto(db, uploads, [row], 'ignore')) > 0;
}

export interface NewUpload {
  readonly organizationId: string;
  readonly id: string;
  /** The place of its file. */
  readonly place: string;
  /** Bytes of the whole file; null when its sender did not say. */
  readonly length: number | null;
  /** Epoch ms. */
  readonly now: number;
}

export async function findUpload(db: Database, organizationId: string, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select<UploadRow>('SELECT * FROM uploads WHERE organization_id = ? AND id = ?', [
    organizationId,
    id,
  ]);
  return row;
}

export interface TakenUpload extends Omit<NewUpload, 'length'> {
  /** Position at which the part begins. */
  readonly at: number;
  /** SHA-256 of the whole file, hexadecimal, if the sender says it with this part. */
  readonly digest: string | undefined;
}

/**
 * Begins to receive a part. A request that received another one before finds that out with its next bytes.
 * @returns the id to advance with; undefined when the upload has another place, offset, or none.
 */
export async function takeUpload(
  db: Database,
  { organizationId, id, place, at, digest, now }: TakenUpload,
): Promise<string | undefined> {
  const receiver = newId();
  const changed = await db.run(
    `UPDATE uploads SET receiver = ?, digest = COALESCE(?, digest), updated_at = ?
     WHERE organization_id = ? AND id = ? AND place_id = ? AND bytes = ? AND complete = 0`,
    [receiver, digest ?? null, now, organizationId, id, place, at],
  );
  return changed > 0 ? receiver : undefined;
}

/** Notes bytes that are in the file. @returns false when another request receives the upload now, or it is gone. */
export async function advanceUpload(
  db: Database,
  organizationId: string,
  id: string,
  {
    receiver,
    from,
    to,
    now,
  }: { readonly receiver: string; readonly from: number; readonly to: number; readonly now: number },
): Promise<boolean> {
  const changed = await db.run(
    'UPDATE uploads SET bytes = ?, updated_at = ? WHERE organization_id = ? AND id = ? AND receiver = ? AND bytes = ?',
    [to, now, organizationId, id, receiver, from],
  );
  return changed > 0;
}

/**
 * Notes that all bytes are there and their digest is the one that the sender gave.
 * @returns false when another request received a part meanwhile, or the upload is gone.
 */
export async function completeUpload(
  db: Database,
  { organization_id: organizationId, id, receiver, bytes, digest }: UploadRow,
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE uploads SET complete = 1, length = bytes
     WHERE organization_id = ? AND id = ? AND receiver = ? AND bytes = ? AND digest = ? AND complete = 0`,
    [organizationId, id, receiver, bytes, digest],
  );
  return changed > 0;
}

/** Uploads of a place that nobody has added to since, and that are not whole. */
export async function orphanedUploads(
  db: Database,
  organizationId: string,
  place: string,
  since: number,
): Promise<string[]> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM uploads WHERE organization_id = ? AND place_id = ? AND updated_at < ? AND complete = 0
     AND (bytes < length OR digest IS NOT NULL)`,
    [organizationId, place, since],
  );
  return rows.map(({ id }) => id);
}

/** Notes the size of a file that was not received in parts. */
export async function setUploadSize(db: Database, organizationId: string, id: string, bytes: number): Promise<void> {
  await db.run('UPDATE uploads SET bytes = ? WHERE organization_id = ? AND id = ?', [bytes, organizationId, id]);
}

/**
 * Forgets an upload. A request that receives a part of it finds that out with the next bytes.
 * @returns false when it was forgotten already.
 */
export async function forgetUpload(db: Database, organizationId: string, id: string): Promise<boolean> {
  const removed = await db.run('DELETE FROM uploads WHERE organization_id = ? AND id = ?', [organizationId, id]);
  return removed > 0;
}
