/** A list that is read in parts, one for each disposition, while a lead moves from one part to another. */
import { openWorkspaceStore } from '../../src/store/facade/workspace-store';
import { decideLeads } from '../../src/store/writes/leads';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { seedWorkspace } from '../support/seed';

let opened: OpenTestDatabase;
beforeEach(async () => {
  opened = await openTestDatabase('sqlite');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await opened.close();
});

test('the lead stands in it once, and the page is as old as the first part', async () => {
  const { db } = opened;
  const { organizationId, leadIds } = await seedWorkspace(db, 'moving', 4);
  const filter = { disposition: ['ACTIVE', 'CLIENT'], sortBy: 'priority', sortOrder: 'desc' } as const;
  const list = (limit: number) => openWorkspaceStore(db, organizationId).leads.list(filter, { limit, after: null });
  const decide = (disposition: 'ACTIVE' | 'CLIENT') =>
    decideLeads(db, organizationId, new Map([[leadIds[0] ?? '', { disposition }]]));
  const select = db.select.bind(db);
  let reads = 0;
  jest.spyOn(db, 'select').mockImplementation(async (sql, params) => {
    const rows = await select(sql, params);
    // Each list reads leads twice: those that are active, then the clients.
    if (/ leads l\b/.test(sql) && (reads += 1) % 2 === 1) await decide('CLIENT');
    return rows;
  });

  const whole = await list(100);
  expect(whole.rows.map(({ id }) => id).sort()).toEqual([...leadIds].sort());
  await decide('ACTIVE');
  const [{ revision } = { revision: 0 }] = await select<{ revision: number }>(
    'SELECT revision FROM organizations WHERE id = ?',
    [organizationId],
  );
  expect((await list(3)).next?.revision).toBe(revision);
  expect(reads).toBe(4);
});
