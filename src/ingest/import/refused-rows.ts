/** Whether a refused row may be written down: not when it shows somebody who must not be stored. */
import { referencesIn } from '../../rules/privacy/references-in-text';
import type { Database } from '../../database/database';
import { Marks } from '../../store/privacy/marks';

/** @returns a question about the text of a row; where nobody is suppressed it costs nothing. */
export function listableRows(db: Database, organizationId: string): (raw: string) => Promise<boolean> {
  const marks = new Marks(db, organizationId);
  return async (raw) => {
    const references = referencesIn(raw);
    await marks.look(references);
    return !references.some((reference) => marks.of(reference)?.effect === 'suppressed');
  };
}
