/** The demo is as fresh in years as it is now: its times move with the day it is loaded. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoWorkspaces, loadDemoWorkspace } from '../../../src/demo/workspaces';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const day = 86_400_000;

describe('the demo', () => {
  let site: OpenTestDatabase;
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-demo-'));

  beforeEach(async () => {
    site = await openTestDatabase();
  });
  afterEach(() => site.close());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['2026-11-16', '2026-12-19', '2027-03-20', '2030-01-01'])('has leads worth showing on %s', async (today) => {
    const now = Date.parse(`${today}T15:00:00Z`);
    const examples = join(folder, today);
    cpSync(join(__dirname, '../../../examples/exports'), examples, { recursive: true });
    // What an import of the examples in place leaves beside them.
    writeFileSync(join(examples, 'brightmoor', 'airscale-2026-10-26.csv.rejects'), 'line 3\tno profile link\t,,\n');
    const places = { examples, rejects: folder, network, now };
    const id = await loadDemoWorkspace(site.db, demoWorkspaces.main, places, () => undefined);
    const [leads] = await site.db.select<{ priority: number; latest: number }>(
      `SELECT SUM(lead_tier = 'PRIORITY') AS priority, MAX(last_signal_at) AS latest FROM leads WHERE organization_id = ?`,
      [id],
    );
    expect(leads?.priority).toBeGreaterThanOrEqual(3);
    expect(leads?.latest).toBeLessThanOrEqual(now);
    expect(leads?.latest).toBeGreaterThan(now - 4 * day);
    const [posts] = await site.db.select<{ latest: number }>(
      'SELECT MAX(published_at) AS latest FROM posts WHERE organization_id = ?',
      [id],
    );
    expect(posts?.latest).toBeLessThanOrEqual(now);
    expect(posts?.latest).toBeGreaterThan(now - 8 * day);
  });
});
