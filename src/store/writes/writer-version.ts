/** Which writers a database wants: a migration that changes what they must do raises the number, and older processes store nothing more. */

import { UnavailableError } from '../../database/unavailable';

/** What this release writes. Migrations that are all applied leave the same number in the database. */
export const writerVersion = '4';

/** A condition of the write that begins a transaction of a workspace; costs a look at one row and no statement of its own. */
export const writerIsCurrent = `NOT EXISTS (SELECT 1 FROM service_state w WHERE w.name = 'writer_version' AND w.value <> '${writerVersion}')`;

/** The database was migrated by a newer release, whose writers do more than this one's. */
export class OutdatedWriter extends UnavailableError {
  override readonly name = 'OutdatedWriter';

  constructor() {
    super(
      'A newer release migrated the database, and what this process would store lacks a part. Restart it with that release.',
    );
  }
}
