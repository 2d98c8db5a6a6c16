/**
 * Exports one person's data, section by section and page by page: what is stored, where each datum came from, and where they
 * are mentioned.
 */
import { identitiesIn } from '../ingest/import/import-log';
import { decodeRecords } from '../ingest/import/logged-records';
import { normalForm } from '../rules/privacy/key';
import { TextEraser } from '../../packages/reader/src';
import { chunkAfter } from '../store/log/chunks';
import { batchNames } from '../store/log/batch-names';
import type { Database } from '../database/database';
import { textRows } from '../store/privacy/clean-texts';
import { storedPeople, type StoredPerson } from '../store/privacy/erase-rows';
import { PacedEraser } from '../store/statements/paced-eraser';
import { storedRows, tablesOfPeople } from '../store/privacy/person-rows';
import type { AnyIdentity } from '../store/marks/marks';
import { personData } from '../store/privacy/person-data';
import { allTables } from '../store/tables/all';

export interface ExportPage {
  readonly rows: readonly unknown[];
  /** Where the next page begins. Null: this was the last page. */
  readonly next: number | null;
}

const pageSize = 500;
const received = 'received';
const mentions = 'mentions';

/**
 * Names of the sections: one for each table with rows about the person (`accessLog`: who read them), `received` for every record of an import, discovery or
 * run that named them (with its batch, source and date), and `mentions` for texts of others and of the service.
 */
export const exportSections: readonly string[] = [...tablesOfPeople.map((one) => one.section), received, mentions];

/**
 * A page of a section.
 * @param after `next` of the previous page; 0 from the beginning.
 * @returns undefined when nothing is stored about the person.
 */
export async function exportPage(
  db: Database,
  organizationId: string,
  personId: string,
  section: string,
  after: number,
): Promise<ExportPage | undefined> {
  const [person] = await storedPeople(db, organizationId, [personId]);
  if (!person) return undefined;
  if (section === received) return receivedRecords(db, organizationId, person, after);
  if (section === mentions) return { rows: await mentionsOf(db, organizationId, person), next: null };
  const table = tablesOfPeople.find((one) => one.section === section);
  if (!table) return undefined;
  const rows = await storedRows(db, organizationId, table, personId, after, pageSize);
  return { rows, next: rows.length === pageSize ? after + pageSize : null };
}

/** The records about the person in the next chunk of the log that has any. */
async function receivedRecords(
  db: Database,
  organizationId: string,
  person: StoredPerson,
  after: number,
): Promise<ExportPage> {
  const identityKey = ({ kind, value }: AnyIdentity) =>
    kind === 'company' ? '' : `${kind} ${normalForm({ kind, value })}`;
  const own = new Set(person.identities.map(identityKey));
  for (let chunk = await chunkAfter(db, organizationId, after); chunk;) {
    const { revision, batchId } = chunk;
    const records = decodeRecords(chunk.text).filter((record) =>
      identitiesIn(record).some((one) => own.has(identityKey(one))),
    );
    if (records.length > 0) {
      const [batch] = await batchNames(db, organizationId, [batchId]);
      const from = batch && {
        batchId,
        kind: batch.kind,
        source: batch.source,
        name: batch.name,
        date: new Date(batch.started_at).toISOString(),
      };
      return { rows: records.map((record) => ({ from, record })), next: revision };
    }
    chunk = await chunkAfter(db, organizationId, revision);
  }
  return { rows: [], next: null };
}

/** Texts that name the person: in the log, in jobs, and in other people's comments. */
async function mentionsOf(db: Database, organizationId: string, person: StoredPerson): Promise<object[]> {
  const eraser = new PacedEraser(new TextEraser([person.terms]));
  const found: object[] = [];
  for (const table of allTables) {
    for (const reach of personData[table.name] ?? []) {
      if (reach.kind !== 'texts') continue;
      for await (const rows of textRows(db, organizationId, table, reach)) {
        for (const row of rows) {
          for (const column of reach.columns) {
            const text = row[column];
            if (typeof text === 'string' && (await eraser.names(text))) found.push({ table: table.name, column, text });
          }
        }
      }
    }
  }
  return found;
}
