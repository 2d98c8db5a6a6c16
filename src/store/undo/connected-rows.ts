/** Reads of the live workspace that tell which rows are connected with others. */
import type { Database } from '../../database/database';
import { insertInto, type RowOf } from '../../database/define';
import { inParts, selectIn } from '../statements/in-parts';
import { accountAliases, accounts } from '../tables/leads';
import type { BatchRow } from '../tables/batches';
import type { IdentityKind } from '../tables/engagement';

interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
}

/** Ids of the people with these identities. */
export async function peopleWith(db: Database, organizationId: string, names: readonly Identity[]): Promise<string[]> {
  const found = new Set<string>();
  for (const kind of ['member', 'slug', 'company'] as const) {
    const values = names.filter((name) => name.kind === kind).map(({ value }) => value);
    const sql = 'SELECT person_id AS id FROM person_identities';
    const rows = await selectIn<{ id: string }>(db, sql, organizationId, `kind = '${kind}' AND value`, values);
    for (const { id } of rows) found.add(id);
  }
  return [...found];
}

/** Ids of the posts that these people wrote. */
export async function postsWrittenBy(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<string[]> {
  const sql = 'SELECT id FROM posts';
  return (await selectIn<{ id: string }>(db, sql, organizationId, 'author_person_id', people)).map(({ id }) => id);
}

/** Ids of the posts with these URNs. */
export async function postsWith(db: Database, organizationId: string, urns: readonly string[]): Promise<string[]> {
  const sql = 'SELECT post_id AS id FROM post_urns';
  return [...new Set((await selectIn<{ id: string }>(db, sql, organizationId, 'urn', urns)).map(({ id }) => id))];
}

/** All URNs of these posts. */
export const urnsOf = (db: Database, organizationId: string, posts: readonly string[]) =>
  selectIn<{ urn: string; post_id: string }>(
    db,
    'SELECT urn, post_id FROM post_urns',
    organizationId,
    'post_id',
    posts,
  );

/** Ids of the authors of these posts. */
export async function authorsOf(db: Database, organizationId: string, posts: readonly string[]): Promise<string[]> {
  const sql = 'SELECT author_person_id AS id FROM posts';
  const rows = await selectIn<{ id: string | null }>(db, sql, organizationId, 'id', posts);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Ids of everybody who engaged with these posts. */
export async function engagedWith(db: Database, organizationId: string, posts: readonly string[]): Promise<string[]> {
  const sql = `SELECT DISTINCT person_id AS id FROM engagements${db.useIndex('engagements_identity')}`;
  return (await selectIn<{ id: string }>(db, sql, organizationId, 'post_id', posts)).map(({ id }) => id);
}

/** Every company that these people were ever read to work for, and the names of those who are companies. */
export async function companyNamesOf(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<Set<string>> {
  const names = new Set<string>();
  for (const [sql, column] of [
    ['SELECT DISTINCT company_name AS name FROM profile_snapshots', 'person_id'],
    ['SELECT CASE WHEN is_company = 1 THEN display_name ELSE company_name END AS name FROM people', 'id'],
  ] as const) {
    for (const { name } of await selectIn<{ name: string | null }>(db, sql, organizationId, column, people)) {
      if (name !== null && name !== '') names.add(name);
    }
  }
  return names;
}

/** The accounts that have these names, and by which of them. */
export const accountsNamed = (db: Database, organizationId: string, keys: readonly string[]) =>
  selectIn<{ value: string; account_id: string }>(
    db,
    'SELECT value, account_id FROM account_aliases',
    organizationId,
    `kind = 'name' AND value`,
    keys,
  );

/** Accounts with their names. `isNamed`: nothing but names is known of it. */
export async function accountsWithNames(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<{ isNamed: boolean; names: string[] }> {
  const facts = await selectIn<RowOf<typeof accounts>>(db, 'SELECT * FROM accounts', organizationId, 'id', ids);
  const sql = 'SELECT * FROM account_aliases';
  const aliases = await selectIn<RowOf<typeof accountAliases>>(db, sql, organizationId, 'account_id', ids);
  return {
    isNamed:
      facts.every((row) => row.domain === null && row.industry === null && row.company_size === null) &&
      aliases.every(({ kind }) => kind === 'name'),
    names: aliases.map(({ value }) => value),
  };
}

/** Ids of all accounts. Accounts of one name are told by a number at the end of their ids. */
export async function accountIds(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db.select<{ id: string }>('SELECT id FROM accounts WHERE organization_id = ?', [organizationId]);
  return rows.map(({ id }) => id);
}

export interface Employed {
  readonly id: string;
  readonly account_id: string;
  readonly company_name: string;
  readonly created_at: number;
}

/** Of one account, so many people are enough. */
const someOfAccount = 200;

/** Some people who work for each of these accounts and are no companies. */
export async function someAt(db: Database, organizationId: string, accounts: readonly string[]): Promise<Employed[]> {
  const most = someOfAccount * accounts.length;
  const rows = await selectIn<Employed>(
    db,
    `SELECT id, account_id, company_name, created_at FROM people${db.useIndex('people_account')}`,
    organizationId,
    'is_company = 0 AND company_name IS NOT NULL AND account_id',
    accounts,
    `LIMIT ${most}`,
  );
  if (rows.length < most || accounts.length < 2) return rows;
  // A large account left no room for the others.
  const half = Math.ceil(accounts.length / 2);
  const parts = [accounts.slice(0, half), accounts.slice(half)];
  const halves: Employed[] = [];
  for (const part of parts) for (const row of await someAt(db, organizationId, part)) halves.push(row);
  return halves;
}

/** Those of these people whose profile never changed, with the company of that profile. */
export async function unchangedSince(
  db: Database,
  organizationId: string,
  people: readonly string[],
): Promise<Map<string, string | null>> {
  const sql = 'SELECT person_id, company_name FROM profile_snapshots';
  type Row = { person_id: string; company_name: string | null };
  const rows = await selectIn<Row>(db, sql, organizationId, 'person_id', people);
  const count = new Map<string, number>();
  for (const { person_id: id } of rows) count.set(id, (count.get(id) ?? 0) + 1);
  return new Map(rows.filter((row) => count.get(row.person_id) === 1).map((row) => [row.person_id, row.company_name]));
}

/** Those of these people who are active leads of their accounts. */
export async function leadsAt(db: Database, organizationId: string, people: readonly Employed[]): Promise<Set<string>> {
  // Without the hint, SQLite reads the index of all accounts of the workspace.
  const sql = `SELECT id, account_id FROM leads${db.usePrimaryKey('leads')}`;
  type Row = { id: string; account_id: string | null };
  const ids = people.map(({ id }) => id);
  const rows = await selectIn<Row>(db, sql, organizationId, `disposition = 'ACTIVE' AND id`, ids);
  const at = new Map(people.map((one) => [one.id, one.account_id]));
  return new Set(rows.filter((row) => row.account_id === at.get(row.id)).map(({ id }) => id));
}

/** Ids of everybody who works for these accounts, or was ever read to work for a company of which `isOne` says so. */
export async function everAt(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  isOne: (company: string) => boolean,
): Promise<string[]> {
  const found = new Set<string>();
  const now = await selectIn<{ id: string }>(db, 'SELECT id FROM people', organizationId, 'account_id', ids);
  for (const { id } of now) found.add(id);
  const names = await db.select<{ name: string }>(
    `SELECT DISTINCT company_name AS name FROM profile_snapshots WHERE organization_id = ? AND company_name IS NOT NULL
     UNION SELECT company_name FROM people WHERE organization_id = ? AND company_name IS NOT NULL
     UNION SELECT display_name FROM people WHERE organization_id = ? AND is_company = 1`,
    [organizationId, organizationId, organizationId],
  );
  const meant = names.map(({ name }) => name).filter(isOne);
  for (const [sql, column] of [
    ['SELECT person_id AS id FROM profile_snapshots', 'company_name'],
    ['SELECT id FROM people', 'company_name'],
    ['SELECT id FROM people', 'is_company = 1 AND display_name'],
  ] as const) {
    for (const { id } of await selectIn<{ id: string }>(db, sql, organizationId, column, meant)) found.add(id);
  }
  return [...found];
}

/** The first and the last chunk of each batch. */
export const placesOfBatches = (db: Database, organizationId: string) =>
  db.select<
    Pick<BatchRow, 'id' | 'status' | 'kind' | 'settings' | 'records'> & { from_revision: number; to_revision: number }
  >(
    `SELECT b.id, b.status, b.kind, b.settings, b.records, r.from_revision, r.to_revision FROM batches b
     JOIN (SELECT batch_id, MIN(revision) AS from_revision, MAX(revision) AS to_revision FROM batch_records
       WHERE organization_id = ? GROUP BY batch_id) r ON r.batch_id = b.id
     WHERE b.organization_id = ?`,
    [organizationId, organizationId],
  );

/** Copies all accounts but these into an empty scratch database. */
export async function copyAccounts(
  live: Database,
  scratch: Database,
  organizationId: string,
  but: ReadonlySet<string>,
): Promise<void> {
  const rows = await live.select<RowOf<typeof accounts>>('SELECT * FROM accounts WHERE organization_id = ?', [
    organizationId,
  ]);
  const aliases = await live.select<RowOf<typeof accountAliases>>(
    'SELECT * FROM account_aliases WHERE organization_id = ?',
    [organizationId],
  );
  await scratch.transaction(async () => {
    for (const part of inParts(rows.filter(({ id }) => !but.has(id)))) {
      await insertInto(scratch, accounts, part, 'ignore');
    }
    for (const part of inParts(aliases.filter((row) => !but.has(row.account_id)))) {
      await insertInto(scratch, accountAliases, part, 'ignore');
    }
  });
}

/** Replayed people and posts, by their names. */
export async function replayedRows(scratch: Database, organizationId: string) {
  const of = [organizationId];
  return {
    people: await scratch.select<Identity & { id: string }>(
      'SELECT kind, value, person_id AS id FROM person_identities WHERE organization_id = ?',
      of,
    ),
    posts: await scratch.select<{ urn: string; id: string }>(
      'SELECT urn, post_id AS id FROM post_urns WHERE organization_id = ?',
      of,
    ),
  };
}

const marked = (organizationId: string) => `undo:${organizationId}`;

/** What an undo noted in the live workspace about how far it came. */
export async function undoMark(db: Database, organizationId: string): Promise<string | undefined> {
  const [row] = await db.select<{ value: string }>('SELECT value FROM service_state WHERE name = ?', [
    marked(organizationId),
  ]);
  return row?.value;
}

/** Notes how far an undo came. Null: it has ended. */
export async function markUndo(db: Database, organizationId: string, value: string | null): Promise<void> {
  if (value === null) {
    await db.run('DELETE FROM service_state WHERE name = ?', [marked(organizationId)]);
    return;
  }
  await db.insertRows('service_state', ['name', 'value', 'updated_at'], [[marked(organizationId), value, Date.now()]], {
    key: ['name'],
    update: ['value', 'updated_at'],
  });
}
