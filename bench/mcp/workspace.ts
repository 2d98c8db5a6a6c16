/** What every server of this benchmark serves: the catalogue, one query without a database, and a workspace of leads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { queries } from '../../tools/catalogue';
import { defineQuery, type Query } from '../../tools/define';
import type { Opener } from '../../src/auth/api-keys';
import { workspaceReader } from '../../src/workspace/open-workspace';
import { dataAccessOfScopes, scopes } from '../../src/auth/rights';
import type { Workspace } from '../../src/workspace/workspace';
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/facade/migrate';
import { organizations } from '../../src/store/tables/access';
import { insertInto } from '../../src/database/define';
import { people } from '../../src/store/tables/engagement';
import { accounts, leads } from '../../src/store/tables/leads';

export const organizationId = '00000000-0000-4000-8000-000000000001';
const leadCount = 2_000;
const at = 1_780_000_000_000;

const row = z.strictObject({
  id: z.string(),
  name: z.string(),
  headline: z.string(),
  company: z.string(),
  icpMatchPercent: z.int(),
  intentScore: z.int(),
  leadTier: z.string(),
});

const rows = Array.from({ length: 10 }, (_, n) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  name: `Person ${n}`,
  headline: 'Head of Sales at Acme',
  company: 'Acme',
  icpMatchPercent: 80 + n,
  intentScore: 40 + n,
  leadTier: 'QUALIFIED',
}));

/** Ten rows from memory: what is left is the cost of the protocol. */
export const tenRows = defineQuery({
  name: 'list_ten_rows',
  title: 'List ten rows',
  description: 'Lists ten rows that are always the same, without asking the database.',
  right: 'readLeads',
  rest: null,
  input: z.strictObject({ limit: z.int().min(1).max(100).default(50).describe('Ignored.') }),
  output: z.strictObject({ data: z.array(row) }),
  run: () => Promise.resolve({ data: rows }),
});

export const measured: readonly Query[] = [...queries, tenRows];

/** Fills a SQLite file. Returns its URL and how to remove it. */
export async function makeDatabase(): Promise<{ url: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-'));
  const url = `sqlite:${join(folder, 'bench.db')}`;
  const db = await Database.open(url);
  await migrateUp(db);
  await fill(db);
  await db.close();
  return { url, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function fill(db: Database): Promise<void> {
  await insertInto(db, organizations, [{ id: organizationId, name: 'Bench', revision: 1, created_at: at }]);
  await fillWorkspace(db, organizationId, leadCount);
}

/** Puts leads of one company into a workspace. */
export async function fillWorkspace(db: Database, organization_id: string, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const id = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;
  await insertInto(db, accounts, [
    {
      organization_id,
      id: 'acme.example',
      name: 'Acme',
      domain: 'acme.example',
      industry: 'Software',
      company_size: '51-200',
      known: 0,
      created_at: at,
    },
  ]);
  const shared = { organization_id, account_id: 'acme.example', owner_id: null, created_at: at, updated_at: at };
  await insertInto(
    db,
    people,
    numbers.map((n) => ({
      ...shared,
      id: id(n),
      display_name: `Person ${n}`,
      headline: 'Head of Sales at Acme',
      title: 'Head of Sales',
      seniority: 'director',
      job_function: 'sales',
      company_name: 'Acme',
      company_size: '51-200',
      industry: 'Software',
      country: 'DE',
      region: 'Berlin',
      profile_url: `https://www.network.example/in/person-${n}`,
      email: `person${n}@acme.example`,
      email_status: 'verified',
      email_source: 'enrichment',
      followers: n,
      is_company: 0 as const,
      stated_title: null,
      stated_company: null,
      stated_seniority: null,
      stated_function: null,
      standing: null,
      read_confidence: null,
      disposition_set_at: null,
      disposition_reason: null,
      owner_set_at: null,
      do_not_contact: 0 as const,
      enriched_at: null,
      disposition: 'ACTIVE' as const,
      observed_at: at,
    })),
  );
  await insertInto(
    db,
    leads,
    numbers.map((n) => ({
      ...shared,
      id: id(n),
      disposition: 'ACTIVE' as const,
      origin: 'watchlist' as const,
      icp_match_percent: n % 100,
      intent_score: n % 100,
      lead_tier: 'QUALIFIED' as const,
      disqualified: 0 as const,
      signal_count: 1,
      first_signal_at: at + n,
      last_signal_at: at + n,
      scored_at: at,
      signal_revision: 1,
      score_revision: 1,
      fit_grade: 'B' as const,
      priority: 0,
      priority_revision: 1,
      change_revision: 0,
      undated_count: 0,
      last_dated_at: at + n,
      named_company: null,
      tier_row: null,
      tier_gaps: '',
      excluded_because: null,
      company_key: 'acme',
      search_text: `person ${n}\nhead of sales at acme\nacme`,
    })),
  );
}

export function workspaceFor(db: Database): Opener<Workspace> {
  const cursorKey = Buffer.alloc(32, 1);
  return workspaceReader(db, { cursorKey, network: { namespace: 'li', hosts: ['linkedin.com'] } });
}

/** A handle with every right, for the servers that have no authentication. */
export function openWorkspace(db: Database): Workspace {
  return workspaceFor(db)(organizationId, dataAccessOfScopes(scopes), { kind: 'api_key', keyId: 'bench' });
}
