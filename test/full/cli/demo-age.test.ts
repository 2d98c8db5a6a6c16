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

  /** How many one would call; each of them said something, and said it lately. */
  async function priorityIn(id: string): Promise<number> {
    const rows = await site.db.select<{ said: number }>(
      `SELECT (SELECT COUNT(*) FROM engagements e WHERE e.organization_id = l.organization_id AND e.person_id = l.id
         AND e.comment_class IS NOT NULL) AS said
       FROM leads l WHERE l.organization_id = ? AND l.lead_tier = 'PRIORITY'`,
      [id],
    );
    expect(rows.every(({ said }) => said > 0)).toBe(true);
    return rows.length;
  }

  it.each(['2026-11-16', '2026-12-19', '2027-03-20', '2030-01-01'])('has leads worth showing on %s', async (today) => {
    const now = Date.parse(`${today}T15:00:00Z`);
    const examples = join(folder, today);
    cpSync(join(__dirname, '../../../examples/exports'), examples, { recursive: true });
    // What an import of the examples in place leaves beside them.
    writeFileSync(join(examples, 'brightmoor', 'airscale-2026-10-26.csv.rejects'), 'line 3\tno profile link\t,,\n');
    const places = { examples, rejects: folder, network, now };
    for (const workspace of [demoWorkspaces.other, demoWorkspaces.spanish]) {
      const id = await loadDemoWorkspace(site.db, workspace, places, () => undefined);
      expect(await priorityIn(id)).toBeGreaterThanOrEqual(8);
    }
    const id = await loadDemoWorkspace(site.db, demoWorkspaces.main, places, () => undefined);
    expect(await priorityIn(id)).toBeGreaterThanOrEqual(12);
    const [leads] = await site.db.select<{ latest: number }>(
      'SELECT MAX(last_signal_at) AS latest FROM leads WHERE organization_id = ?',
      [id],
    );
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
