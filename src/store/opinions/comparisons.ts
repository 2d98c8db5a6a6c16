/** What comparisons of a second reader with the built-in one showed. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { opinionComparisons, type ComparisonRow } from '../tables/opinions';

/** Keeps a comparison in place of the reader's last one. */
export async function saveComparison(db: Database, row: ComparisonRow): Promise<void> {
  await insertInto(db, opinionComparisons, [row], {
    update: ['compared_at', 'comments', 'asked', 'built_in_right', 'second_right', 'beats'],
  });
}

/** The readers (`readerName`) of this workspace that were shown to read better than the built-in one. */
export async function provenReaders(db: Database, organizationId: string): Promise<ReadonlySet<string>> {
  const rows = await db.select<{ reader: string }>(
    'SELECT reader FROM opinion_comparisons WHERE organization_id = ? AND beats = 1',
    [organizationId],
  );
  return new Set(rows.map(({ reader }) => reader));
}
