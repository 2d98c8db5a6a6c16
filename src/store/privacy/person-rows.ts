/** Everything the tables hold about one person, a page at a time. An export shows what an erasure reaches. */
import { placeholders, type Database } from '../../database/database';
import { allTables } from '../tables/all';
import { personData } from './person-data';

/** A row in readable form: times as RFC 3339, without the workspace's id. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

interface TableOfPeople {
  readonly table: string;
  /** Its section of an export: the name of the table, unless the interface has another. */
  readonly section: string;
  /** The column that holds the person's id. */
  readonly column: string;
  /** The columns that order the rows of one person. */
  readonly order: readonly string[];
  readonly times: ReadonlySet<string>;
}

/** Tables with erasing steps of their own, with the column that holds the person. */
const further: Readonly<Record<string, string>> = {
  leads: 'id',
  lead_evidence: 'lead_id',
  monitored_profiles: 'person_id',
  posts: 'author_person_id',
};

/** A table of pending work, which holds no facts about a person. */
const leftOut = 'scoring_queue';

/** Sections with a form of their own: the interface names them, not the table. */
const ownForms: Readonly<
  Record<string, { readonly section: string; show(row: StoredRow): Readonly<Record<string, unknown>> }>
> = {
  access_log: {
    section: 'accessLog',
    show: ({ at, caller_kind, caller_id, operation, lead_id }) => ({
      at,
      caller: { kind: caller_kind, id: caller_id },
      operation,
      leadId: lead_id,
    }),
  },
};

export const tablesOfPeople: readonly TableOfPeople[] = allTables.flatMap((table): TableOfPeople[] => {
  const reach = (personData[table.name] ?? []).find((one) => one.kind === 'rows');
  const column = reach?.kind === 'rows' ? reach.column : further[table.name];
  if (column === undefined || table.name === leftOut) return [];
  const order = table.primaryKey.filter((name) => name !== 'organization_id' && name !== column);
  const times = Object.keys(table.columns).filter((name) => name.endsWith('_at') || name === 'at');
  return [
    { table: table.name, section: ownForms[table.name]?.section ?? table.name, column, order, times: new Set(times) },
  ];
});

/**
 * Rows of a table about a person.
 * @param after how many rows were read before. A person has few rows in one table, so skipping by number is cheap enough.
 */
export async function storedRows(
  db: Database,
  organizationId: string,
  { table, column, order, times }: TableOfPeople,
  personId: string,
  after: number,
  limit: number,
): Promise<Readonly<Record<string, unknown>>[]> {
  const rows = await db.select<Record<string, string | number | null>>(
    `SELECT * FROM ${table} WHERE organization_id = ? AND ${column} = ?
     ORDER BY ${[column, ...order].join(', ')} LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(after)}`,
    [organizationId, personId],
  );
  const { show = (row: StoredRow) => row } = ownForms[table] ?? {};
  return rows.map((row) =>
    show(
      Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => name !== 'organization_id' && !name.endsWith('_revision'))
          .map(([name, value]) => [
            name,
            times.has(name) && typeof value === 'number' ? new Date(value).toISOString() : value,
          ]),
      ),
    ),
  );
}

/** How many rows each table holds about these people. Tables with none are missing. */
export async function countStoredRows(
  db: Database,
  organizationId: string,
  personIds: readonly string[],
): Promise<{ table: string; rows: number }[]> {
  if (personIds.length === 0) return [];
  const list = placeholders(personIds);
  const counted = await db.select<{ name: string; total: number }>(
    tablesOfPeople
      .map(
        ({ table, column }) =>
          `SELECT '${table}' AS name, COUNT(*) AS total FROM ${table} WHERE organization_id = ? AND ${column} IN (${list})`,
      )
      .join(' UNION ALL '),
    tablesOfPeople.flatMap(() => [organizationId, ...personIds]),
  );
  return counted.flatMap(({ name, total }) => (total > 0 ? [{ table: name, rows: total }] : []));
}
