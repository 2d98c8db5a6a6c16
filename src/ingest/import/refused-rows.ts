/** Decides whether a refused row may be written down. It may not if it names a person who must not be stored. */
import { referencesIn } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import { Marks } from '../../store/marks/marks';

/** @returns a test for the text of a row. It costs nothing when no one is suppressed. */
export function listableRows(db: Database, organizationId: string): (raw: string) => Promise<boolean> {
  const marks = new Marks(db, organizationId);
  return async (raw) => {
    const references = referencesIn(raw);
    await marks.look(references);
    return !references.some((reference) => marks.of(reference)?.effect === 'suppressed');
  };
}
