/** A workspace to import into, files to import, and what is in the store afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile, type ImportOptions, type ImportSummary } from '../../../src/ingest/import/importer';
import type { Database } from '../../../src/database/database';
import { createOrganization } from '../../../src/store/access/organizations';
import { openTestDatabase, type DatabaseKind, type OpenTestDatabase } from '../../support/databases';
import type { WatchlistEntry } from '../../../src/store/writes/watchlist';

/** The clock of every import of the tests. */
export const now = Date.UTC(2026, 10, 20, 12);

export const importOptions = { network: { namespace: 'li', hosts: ['linkedin.com'] }, now } satisfies ImportOptions;

export interface Site {
  readonly db: Database;
  readonly url: string;
  /** Makes another empty workspace. */
  workspace(): Promise<string>;
  /** Writes a file into the site's folder; returns its path. */
  file(name: string, text: string): string;
  close(): Promise<void>;
}

export async function openSite(kind: DatabaseKind): Promise<Site> {
  const opened: OpenTestDatabase = await openTestDatabase(kind);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-import-'));
  let made = 0;
  return {
    db: opened.db,
    url: opened.database.url,
    async workspace() {
      const row = await createOrganization(opened.db, `workspace ${(made += 1)}`, now);
      if (!row) throw new Error('the name is taken');
      return row.id;
    },
    file(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    async close() {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A site for the tests of a `describe`: opened before the first and closed after the last. */
export function useSite(kind: DatabaseKind): Omit<Site, 'close'> {
  let opened: Site | undefined;
  const site = () => {
    if (!opened) throw new Error('a site is open while tests and their hooks run');
    return opened;
  };
  beforeAll(async () => {
    opened = await openSite(kind);
  });
  afterAll(() => opened?.close());
  return {
    get db() {
      return site().db;
    },
    get url() {
      return site().url;
    },
    workspace: () => site().workspace(),
    file: (name, text) => site().file(name, text),
  };
}

/** Imports a file with the options of the tests. */
export function importInto(
  site: Pick<Site, 'db'>,
  organizationId: string,
  path: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportSummary> {
  return importFile(site.db, organizationId, path, { ...importOptions, ...options });
}

type Row = Record<string, string | number | null>;

/** Every table that an import writes. */
const tables = [
  'people',
  'person_identities',
  'profile_snapshots',
  'posts',
  'post_urns',
  'engagements',
  'leads',
  'lead_evidence',
  'lead_terms',
  'term_suffixes',
  'accounts',
  'account_aliases',
  'account_summaries',
  'monitored_profiles',
  'scoring_queue',
  'stale_summaries',
] as const;

/** All rows of a workspace exactly as they are, in a fixed order. */
export async function dump(db: Database, organizationId: string): Promise<Record<string, string[]>> {
  const result: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await db.select<Row>(`SELECT * FROM ${table} WHERE organization_id = ?`, [organizationId]);
    result[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return result;
}

/** What differs between two runs that did the same: ids, and when and in which revision a row was written. */
const perRun = (name: string) =>
  ['organization_id', 'id', 'lead_id', 'updated_at', 'changed_at'].includes(name) || name.endsWith('_revision');

/**
 * All rows of a workspace with ids replaced by what they stand for: people by their identities, posts by their URNs. Equal
 * for two workspaces that hold the same data. `term_suffixes` is left out: words that nobody carries any more stay there.
 */
export async function contents(db: Database, organizationId: string): Promise<Record<string, string[]>> {
  const select = (table: string) =>
    db.select<Row>(`SELECT * FROM ${table} WHERE organization_id = ?`, [organizationId]);
  const names = new Map<unknown, string>();
  const gather = async (table: string, id: string, text: (row: Row) => string) => {
    const parts = new Map<unknown, string[]>();
    for (const row of await select(table)) parts.set(row[id], [...(parts.get(row[id]) ?? []), text(row)]);
    for (const [key, list] of parts) names.set(key, list.sort().join('+'));
  };
  await gather('person_identities', 'person_id', (row) => `${row['kind']}:${row['value']}`);
  await gather('post_urns', 'post_id', (row) => String(row['urn']));
  for (const row of await select('monitored_profiles')) names.set(row['id'], `watch ${names.get(row['person_id'])}`);
  for (const row of await select('engagements')) {
    const [post, person] = [names.get(row['post_id']), names.get(row['person_id'])];
    names.set(row['id'], `${row['type']} ${person} ${post} ${row['discriminator']}`);
  }
  const named = (value: unknown) => names.get(value) ?? value;
  const result: Record<string, string[]> = {};
  for (const table of tables) {
    if (table === 'term_suffixes') continue;
    result[table] = (await select(table))
      .map((row) => {
        const own = names.get(row['id'] ?? row['lead_id']);
        const shown = Object.entries(row)
          .filter(([name]) => !perRun(name))
          .map(([name, value]) => [name, name === 'intent' ? evidence(String(value), named) : named(value)]);
        return JSON.stringify([own, Object.fromEntries(shown)]);
      })
      .sort();
  }
  return result;
}

/**
 * The evidence of intent names engagements by id. Of two that are worth the same, their ids decide which one a cap or bonus
 * falls on; the score, which is compared, does not depend on it.
 */
function evidence(text: string, named: (value: unknown) => unknown): string[] {
  return (JSON.parse(text) as Row[])
    .map((point) => JSON.stringify({ ...point, engagementId: named(point['engagementId']), points: undefined }))
    .sort();
}

/** Text as a CSV file. */
export function csv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    const text = value === null ? '' : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [header, ...rows].map((row) => row.map(cell).join(',')).join('\n');
}

/** Rows of the generic format. */
export function ndjson(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

export const activity = (n: number) => `urn:li:activity:${7_402_746_946_853_250_100n + BigInt(n)}`;
export const ugcPost = (n: number) => `urn:li:ugcPost:${7_402_746_945_318_140_000n + BigInt(n)}`;
export const memberId = (n: number) => `ACoAA${'Example'.repeat(4)}${String(n).padStart(6, '0')}`;
export const slugUrl = (slug: string) => `https://www.linkedin.com/in/${slug}/`;

/** An entry of the watchlist, known by its slug. */
export const watched = (slug: string, more: Partial<WatchlistEntry> = {}): WatchlistEntry => ({
  person: { memberId: null, slug, isCompany: false },
  profileUrl: slugUrl(slug),
  displayName: slug,
  headline: null,
  profileType: 'INFLUENCER',
  source: 'MANUAL_WATCHLIST',
  relationship: 'STANDARD',
  status: 'ACTIVE',
  label: null,
  followers: null,
  ...more,
});

/** Rows of `contents` without some columns. */
export function without(rows: readonly string[] | undefined, columns: readonly string[]): string[] {
  return (rows ?? [])
    .map((text) => {
      const row = JSON.parse(text) as [string, Record<string, unknown>];
      return JSON.stringify([
        row[0],
        Object.fromEntries(Object.entries(row[1]).filter(([name]) => !columns.includes(name))),
      ]);
    })
    .sort();
}
