/** A workspace under mixed traffic: leads, a key that writes, connected assistants, a session of the console, files of discoveries. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../scripts/database-server';
import { createApiKey } from '../../src/auth/api-keys';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { dataAccessFlags } from '../../src/auth/rights';
import { Database } from '../../src/database/database';
import { insertInto } from '../../src/database/define';
import { changeCredits } from '../../src/store/credits/ledger';
import { icpDefinitions } from '../../src/store/tables/leads';
import { runMeasured } from '../harness';
import { writeExport } from '../import/export-file';
import type { ImportResult, ImportSetup } from '../import/ours';
import { seedConnections } from '../oauth-seed';

export interface World {
  readonly organizationId: string;
  /** Of a key with every flag that may write. */
  readonly secret: string;
  /** Of an owner's session in the console. */
  readonly cookie: string;
  readonly clientId: string;
  readonly refreshTokens: readonly string[];
  /** Leads whose notes the traffic changes. */
  readonly leadIds: readonly string[];
  /** Posts that discoveries find in files. */
  readonly postUrns: readonly string[];
}

const connections = 20;
const changedLeads = 200;
const posts = ['7463211004839129088', '7463573392174456832', '7463935779509784576'];

/** Settings of every process that serves this world, besides its database and folders. */
export const worldSettings = (folder: string) => ({
  PUBLIC_URL: 'http://leadlight.test',
  SESSION_TOKEN_SECRET: 'a secret of the benchmark 0123456789abcdef',
  SUPPRESSION_KEY: 'b'.repeat(64),
  DISCOVERY_SOURCE: 'files',
  DISCOVERY_FILES_DIR: join(folder, 'found'),
  DISCOVERY_HOLD_CREDITS: '100',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
});

/**
 * Fills an empty database.
 * @param people how many leads' people it begins with.
 */
export async function seedWorld(databaseUrl: string, folder: string, people: number): Promise<World> {
  const scope = 'workspace:read leads:read analytics:read agent:read';
  const { organizationId, userId, clientId, refreshTokens } = await seedConnections(databaseUrl, connections, scope);
  const found = join(folder, 'found');
  mkdirSync(found, { recursive: true });
  for (const post of posts) {
    cpSync(join(repository, 'examples', 'discovery', post), join(found, post), { recursive: true });
  }
  const db = await Database.open(databaseUrl);
  try {
    const definition = JSON.stringify({ seniorities: ['director', 'vp', 'cxo'], functions: ['sales', 'marketing'] });
    await insertInto(db, icpDefinitions, [{ organization_id: organizationId, version: 1, definition, created_at: 0 }]);
    await changeCredits(db, organizationId, 100_000, null);
    const file = join(folder, 'seed.csv');
    const rows = people * 2;
    await writeExport(file, { rows, people, posts: 20 });
    const setup: ImportSetup = { databaseUrl, organizationId, file, dryRun: false, expectedRows: rows };
    await runMeasured<ImportResult>(join(__dirname, '..', 'import', 'ours.js'), setup);
    const key = { organizationId, name: 'traffic', dataAccess: dataAccessFlags, expiresAt: null, canWrite: true };
    const { secret } = await createApiKey(db, key);
    const leads = await db.select<{ id: string }>(
      `SELECT id FROM leads WHERE organization_id = ? AND disposition = 'ACTIVE' ORDER BY id LIMIT ${changedLeads}`,
      [organizationId],
    );
    return {
      ...{ organizationId, secret, clientId, refreshTokens },
      cookie: await new ConsoleSessions(db).start(userId),
      leadIds: leads.map(({ id }) => id),
      postUrns: posts.map((post) => `urn:li:activity:${post}`),
    };
  } finally {
    await db.close();
  }
}
