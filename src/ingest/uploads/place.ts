/** Which machine has the file of an upload. */
import type { Database } from '../../database/database';
import { usePlace } from '../../store/privacy/file-places';
import { keeperOf } from '../../store/statements/keeper';
import { OperationError } from '../../shared/errors';

/** The place in which this process keeps uploads. Empty for one that keeps none. */
export async function placeOfUploads(db: Database): Promise<string> {
  const place = keeperOf(db)?.places?.files;
  return place === undefined ? '' : usePlace(db, place, Date.now());
}

/** @throws OperationError `conflict` when another machine has the file. Nothing was touched then. */
export async function expectHere(db: Database, place: string): Promise<void> {
  if (place === (await placeOfUploads(db))) return;
  throw new OperationError(
    'conflict',
    'Another machine of this service has the file of this upload. Send the request again until that machine answers, or let all machines share FILES_DIR.',
  );
}
