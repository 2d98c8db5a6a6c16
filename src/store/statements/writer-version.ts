/**
 * The writer version that a database requires. A migration that changes what writers must do raises it, and older processes can
 * then store nothing more.
 */

import type { Database } from '../../database/database';
import { UnavailableError } from '../../database/unavailable';

/** The version this release writes. With all its migrations applied, the database has the same number. */
export const writerVersion = '6';

/** A condition of the write that begins each transaction of a workspace. It reads one row and needs no statement of its own. */
export const writerIsCurrent = `NOT EXISTS (SELECT 1 FROM service_state w WHERE w.name = 'writer_version' AND w.value <> '${writerVersion}')`;

/** Whether this release may still write to a database that a newer one has migrated. */
export async function mayWrite(db: Database): Promise<boolean> {
  const [row] = await db.select<{ value: string }>(
    `SELECT value FROM service_state WHERE name = 'writer_version' AND value <> ?`,
    [writerVersion],
  );
  return row === undefined;
}

/** Thrown when a newer release has migrated the database, and its writers do more than this release's. */
export class OutdatedWriter extends UnavailableError {
  override readonly name = 'OutdatedWriter';

  constructor() {
    super(
      'A newer release migrated the database, and this process would store incomplete data. Restart it with that release.',
    );
  }
}
