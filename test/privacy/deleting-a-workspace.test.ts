/** A workspace is deleted: no row of it is left, others are untouched, and a crash in between is continued. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteRejectsFile } from '../../src/store/privacy/rejects-files';
import { action } from '../../tools/catalogue';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { beginDeletion, removeWorkspaceJob } from '../../src/privacy/delete-workspace';
import { weakestRules } from '../../src/rules/audience/privacy';
import { takeSnapshot } from '../../src/audience/snapshot';
import { saveSnapshot } from '../../src/store/audience/aggregates';
import type { AudienceSnapshotRow } from '../../src/store/tables/discovery';
import { disturbed } from '../agent/support/disturbed';
import { workOff } from '../agent/support/workspace';
import { createApiKey } from '../../src/auth/api-keys';
import { listAudit } from '../../src/store/log/audit';
import { allTables, workspaceTables } from '../../src/store/tables/all';
import { eventually, runnerOf } from '../jobs/support/runners';
import { network } from '../support/network';
import { availableDatabases } from '../support/databases';
import { importInto } from '../import/support/site';
import { openHousehold, type Household } from './support/household';

describe.each(availableDatabases())('deleting a workspace on %s', (kind) => {
  let house: Household;
  let other: string;
  beforeEach(async () => {
    house = await openHousehold(kind);
    other = await house.site.workspace();
    await importInto(house.site, other, house.file);
    for (const organizationId of [house.organizationId, other]) {
      await createApiKey(house.db, { organizationId, name: 'k', dataAccess: dataAccessFlags, expiresAt: null });
    }
  });
  afterEach(() => house.close());

  const handle = (organizationId: string) =>
    workspaceOpener(house.db, { cursorKey: Buffer.alloc(32), network })(organizationId, dataAccessOf(dataAccessFlags), {
      kind: 'operator',
      name: 'root',
    });

  /** Rows by table. */
  const rowsOf = async (organizationId: string) => {
    const counts: Record<string, string> = {};
    for (const { name } of workspaceTables) {
      const rows = await house.db.select(`SELECT * FROM ${name} WHERE organization_id = ?`, [organizationId]);
      if (rows.length > 0) counts[name] = JSON.stringify(rows);
    }
    return counts;
  };

  it('leaves nothing of it and everything of others', async () => {
    const before = await rowsOf(other);
    expect(Object.keys(await rowsOf(house.organizationId)).length).toBeGreaterThan(15);
    await action.deleteWorkspace.act(handle(house.organizationId), { confirm: true });
    expect(await rowsOf(house.organizationId)).toEqual({});
    expect(await rowsOf(other)).toEqual(before);
    for (const { name } of allTables) {
      const text = JSON.stringify(await house.db.select(`SELECT * FROM ${name}`));
      expect([name, text.includes(house.organizationId)]).toEqual([name, name === 'oauth_audit']);
    }
    const [entry] = await listAudit(house.db);
    expect(entry).toMatchObject({ action: 'delete_workspace', organization_id: null, object_id: house.organizationId });
    expect(await house.db.select("SELECT id FROM users WHERE email = 'owner@acme.example'")).toEqual([]);
    await expect(house.importAgain()).rejects.toThrow(/no workspace/);
  });

  it('ends keys and writing at once, and the worker finishes what was begun', async () => {
    await beginDeletion(house.db, house.organizationId, Date.now());
    expect(await house.db.select('SELECT id FROM api_keys WHERE organization_id = ?', [house.organizationId])).toEqual(
      [],
    );
    await expect(house.importAgain()).rejects.toThrow(/no workspace/);
    // Now, and not after the time that the caller has to finish it.
    await house.db.run("UPDATE jobs SET run_at = 0 WHERE name = 'delete-workspace'");
    const runner = runnerOf(house.db, [removeWorkspaceJob]);
    runner.start();
    await eventually(async () => {
      const left = await house.db.select("SELECT id FROM jobs WHERE name = 'delete-workspace'");
      return left.length === 0 || undefined;
    });
    await runner.stop();
    expect(await rowsOf(house.organizationId)).toEqual({});
  });

  it('takes along what work that was under way stored behind it', async () => {
    const { db, organizationId } = house;
    await takeSnapshot(db, organizationId, { rules: weakestRules, now: Date.now() });
    const saved = await db.select<AudienceSnapshotRow>('SELECT * FROM audience_snapshots WHERE organization_id = ?', [
      organizationId,
    ]);
    expect(saved.length).toBeGreaterThan(0);
    await beginDeletion(db, organizationId, Date.now());
    await db.run("UPDATE jobs SET run_at = 0 WHERE name = 'delete-workspace'");
    // A count that had begun before stores its snapshot, as soon as the deletion has gone by that table.
    let stored = 0;
    const counting = async () => {
      const left = await db.select('SELECT breakdown FROM audience_snapshots WHERE organization_id = ?', [
        organizationId,
      ]);
      if (left.length > 0 || stored > 0) return;
      stored = saved.length;
      await saveSnapshot(db, saved);
    };
    await workOff(db, disturbed([removeWorkspaceJob], 'delete-workspace', counting));
    expect(stored).toBeGreaterThan(0);
    expect(await rowsOf(organizationId)).toEqual({});
  });

  it('takes its files along; one that is gone already holds nothing up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-files-'));
    try {
      const [refused, upload, others, gone] = ['a.rejects', 'upload', 'others.rejects', 'gone.rejects'].map((name) =>
        join(folder, name),
      );
      if (!refused || !upload || !others || !gone) throw new Error('no paths');
      for (const path of [refused, upload, others]) writeFileSync(path, 'x');
      for (const path of [refused, gone, upload])
        await noteRejectsFile(house.db, house.organizationId, path, Date.now());
      await noteRejectsFile(house.db, other, others, Date.now());
      await action.deleteWorkspace.act(handle(house.organizationId), { confirm: true });
      expect(readdirSync(folder)).toEqual(['others.rejects']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('refuses one that is not there, and what is not confirmed', async () => {
    await expect(action.deleteWorkspace.act(handle(other), {})).rejects.toMatchObject({ code: 'validation_failed' });
    await action.deleteWorkspace.act(handle(other), { confirm: true });
    await expect(action.deleteWorkspace.act(handle(other), { confirm: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
