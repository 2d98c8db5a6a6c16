/** Proves that no suppressed person is stored, by comparing everything that identifies people with the marks. */
import { loggedRecords, identitiesIn } from '../ingest/import/import-log';
import { referencesIn } from '../../packages/reader/src';
import type { Database } from '../database/database';
import { textRows } from '../store/privacy/clean-texts';
import { usableKey } from '../store/statements/key-check';
import { Marks } from '../store/marks/marks';
import { markedRows } from '../store/marks/marked-rows';
import { personData } from '../store/privacy/person-data';
import { allTables } from '../store/tables/all';

/** How often a suppressed person was found, by table. Empty: nowhere. */
export type Leftovers = Readonly<Record<string, number>>;

/** @throws SuppressionKeyProblem when people cannot be recognised. */
export async function leftoversIn(db: Database, organizationId: string): Promise<Leftovers> {
  const found: Record<string, number> = {};
  const add = (place: string, count: number) => {
    if (count > 0) found[place] = (found[place] ?? 0) + count;
  };
  for await (const rows of markedRows(db, organizationId, await usableKey(db))) {
    add('person_identities', rows.filter(({ effect }) => effect === 'suppressed').length);
  }
  const marks = new Marks(db, organizationId);
  const suppressed = async (identities: readonly Parameters<Marks['of']>[0][]) => {
    await marks.look(identities);
    return identities.filter((identity) => marks.of(identity)?.effect === 'suppressed').length;
  };
  for await (const { records } of loggedRecords(db, organizationId)) {
    add('batch_records', await suppressed(records.flatMap(identitiesIn)));
  }
  for (const table of allTables) {
    for (const reach of personData[table.name] ?? []) {
      if (reach.kind !== 'texts') continue;
      for await (const rows of textRows(db, organizationId, table, reach)) {
        const texts = rows.flatMap((row) => reach.columns.map((column) => String(row[column] ?? '')));
        add(table.name, await suppressed(texts.flatMap(referencesIn)));
      }
    }
  }
  return found;
}
