/** The leads of a large workspace are counted again when it was written to, and only then. */
import { insertLoader } from '../../bench/seed/load';
import { writeWorkspaceRows } from '../../bench/seed/world';
import { workOffQueue } from '../../src/scoring/rescore';
import { decideLead } from '../../src/store/writes/leads';
import { UsageReads } from '../../src/store/access/usage-reads';
import { writeWorkspace } from '../../src/store/log/workspace-lock';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const organizationId = '00000000-0000-7000-8000-000000000001';
const small = '00000000-0000-7000-8000-000000000002';

describe.each(availableDatabases())('counts of leads on %s', (kind) => {
  let opened: OpenTestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    const loader = insertLoader(opened.db);
    await writeWorkspaceRows({ id: organizationId, name: 'Large', leadCount: 1_300 }, 0, loader.write, () =>
      loader.breathe(),
    );
    await writeWorkspaceRows({ id: small, name: 'Small', leadCount: 20 }, 1, loader.write, () => loader.breathe());
    await loader.finish();
  });
  afterAll(() => opened.close());

  const shown = async (id = organizationId) => {
    const { apiVisibleLeadCount } = await new UsageReads(opened.db, id).usage();
    return apiVisibleLeadCount;
  };
  const active = async (id = organizationId) => {
    const sql = `SELECT id FROM leads WHERE organization_id = ? AND disposition = 'ACTIVE' ORDER BY id`;
    return (await opened.db.select<{ id: string }>(sql, [id])).map((row) => row.id);
  };

  it('follow every write of the workspace', async () => {
    const before = await active();
    expect(before.length).toBeGreaterThan(1_000);
    expect(await shown()).toBe(before.length);
    expect(await shown(small)).toBe((await active(small)).length);
    for (const [at, id] of before.slice(0, 3).entries()) {
      await decideLead(opened.db, organizationId, id, { disposition: 'CLIENT' });
      await workOffQueue(opened.db, organizationId, Date.UTC(2026, 6, 1));
      expect(await shown()).toBe(before.length - at - 1);
      expect(await shown()).toBe(before.length - at - 1);
    }
    expect(await shown(small)).toBe((await active(small)).length);
  });

  it('say nothing of a write that was taken back', async () => {
    const before = await shown();
    const undone = writeWorkspace(opened.db, organizationId, async () => {
      await opened.db.run(`DELETE FROM leads WHERE organization_id = ?`, [organizationId]);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(await shown()).toBe(before);
  });

  it('are not rebuilt while nothing was written', async () => {
    const before = await shown();
    const [id = ''] = await active();
    // Only this test writes without taking a revision.
    const set = async (disposition: string) =>
      opened.db.run('UPDATE leads SET disposition = ? WHERE organization_id = ? AND id = ?', [
        disposition,
        organizationId,
        id,
      ]);
    await set('CLIENT');
    expect(await shown()).toBe(before);
    await writeWorkspace(opened.db, organizationId, () => Promise.resolve());
    expect(await shown()).toBe(before - 1);
    await set('ACTIVE');
  });
});
