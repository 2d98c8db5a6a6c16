/** A database from before there was a log, into which a sync or a run is the first to bring something: only that can be taken back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { query } from '../../../tools/catalogue';
import { batchInFull } from '../../../tools/batches/schemas';
import { dataAccessFlags, dataAccessOf } from '../../../src/auth/rights';
import { workspaceOpener } from '../../../src/workspace/open-workspace';
import { network } from '../../support/network';
import { openAgent } from '../../../src/ingest/agent/agent-service';
import { importFile } from '../../../src/ingest/import/importer';
import { loggedRecords } from '../../../src/ingest/import/import-log';
import { beforeBatch } from '../../../src/store/log/before';
import { changeCredits } from '../../../src/store/credits/ledger';
import { checkCounts } from '../../../src/store/writes/check-counts';
import { Database } from '../../../src/database/database';
import { migrateUp } from '../../../src/store/facade/migrate';
import { queueEverybody } from '../../../src/store/writes/scoring-queue';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { queueSync } from '../../../src/ingest/sync/request';
import { workOffQueue } from '../../../src/scoring/rescore';
import { ExportFolder, postIdAt } from '../../agent/support/folder';
import { fits, jobsOver, workOff } from '../../agent/support/workspace';
import { activity, dump, importOptions, ndjson, slugUrl, watched } from '../../import/support/site';
import { makeRelease, releases, rowsOf } from '../../store/support/releases';
import { atLength } from '../../support/at-length';
import { availableDatabases, createTestDatabase, type TestDatabase } from '../../support/databases';
import { memoryKeeper } from '../../support/keeper';
import { undo } from '../../undo/support/undoing';
import { withKeeper } from '../../../src/store/statements/keeper';

const hour = 3_600_000;
const now = Date.now();
const [release, latest] = releases;
const organizationId = String(rowsOf(release)['organizations']?.rows[0]?.[0]);

describe.each(availableDatabases())('an upgraded database on %s', (kind) => {
  let database: TestDatabase;
  let db: Database;
  let folder: ExportFolder;

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    db = withKeeper(await Database.open(database.url), memoryKeeper());
    await makeRelease(db, release);
    await migrateUp(db);
    await queueEverybody(db, organizationId);
    await workOffQueue(db, organizationId, now);
    folder = new ExportFolder();
    const id = postIdAt(now - 30 * hour);
    const author = { name: 'Ada', url: 'https://www.linkedin.com/in/ada' };
    folder.posts('posts.csv', author, [{ id, text: 'On forecasts', at: now - 30 * hour }]);
    const buying = { headline: fits, comment: 'How much is it? We would like to buy.', at: now - 5 * hour };
    folder.engagements(`${id}/all.csv`, id, [{ name: 'Zoe', slug: 'zoe-never-seen', ...buying }]);
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
    folder.remove();
  });

  const ids = async (table: 'leads' | 'people' | 'engagements' | 'posts' | 'accounts') => {
    const rows = await db.select<{ id: string }>(`SELECT id FROM ${table} WHERE organization_id = ? ORDER BY id`, [
      organizationId,
    ]);
    return rows.map(({ id }) => id);
  };

  it.each(['sync', 'agent_run'] as const)('takes a %s back and keeps what was there', async (what) => {
    const entry = watched('ada', { person: { memberId: null, slug: 'ada', isCompany: false } });
    const { id: profileId } = await saveWatchlistEntry(db, organizationId, entry, now);
    const before = { people: await ids('people'), engagements: await ids('engagements') };
    expect(before.engagements.length).toBeGreaterThan(10);
    if (what === 'sync') await queueSync(db, organizationId, profileId, now);
    else {
      await changeCredits(db, organizationId, 10, null, now);
      const agent = openAgent(db, organizationId, () => now);
      const limits = { creditsPerRun: 10, creditsPerDay: 10, watch: [entry.profileType], keywords: [] };
      await agent.enable({ pattern: '0 7 1 1 *', timeZone: 'UTC', ...limits });
      await agent.request('AGENT');
    }
    await workOff(db, jobsOver(folder.path));
    expect((await ids('engagements')).length).toBe(before.engagements.length + 1);

    const batches = await db.select<{ id: string; kind: string; status: string }>(
      'SELECT id, kind, status FROM batches WHERE organization_id = ?',
      [organizationId],
    );
    const kinds = batches.map((row) => `${row.kind} ${row.status}`).sort();
    expect(kinds).toEqual([`${what} DONE`, 'before DONE', 'by_hand OPEN'].sort());
    await undo(db, organizationId, [batches.find((row) => row.kind === what)?.id ?? ''], { now: Date.now });
    expect(await ids('engagements')).toEqual(before.engagements);
    expect(await ids('people')).toEqual(before.people);
    expect(await checkCounts(db, organizationId)).toMatchObject({ differences: [] });
  });

  // Of MySQL, whose statements are the same, the first two alone.
  if (kind === 'mysql' && !atLength(false, true)) return;

  it('which is killed anywhere while the log of it is made has everything in it once, and an import is taken back', async () => {
    const before = { people: await ids('people'), engagements: await ids('engagements') };
    const rows = await dump(db, organizationId);
    let killed = 0;
    for (let killAt = 0; ; killAt += 1) {
      const child = fork(join(__dirname, '../../undo/support/complete-log-process.cjs'), {
        env: {
          PATH: process.env['PATH'],
          LEADLIGHT_TEST_LOGGING: JSON.stringify({ url: database.url, organizationId, killAt }),
        },
        execArgv: [],
      });
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (signal === null) break;
      killed += 1;
    }
    expect(killed).toBeGreaterThan(5);
    const remaining: string[] = [];
    for await (const { records, batchId } of loggedRecords(db, organizationId)) {
      expect(batchId).toBe(beforeBatch);
      for (const record of records) {
        if (record.kind === 'stored-person')
          remaining.push(record.person.id, ...record.engagements.map(({ id }) => id));
        if (record.kind === 'stored-post') remaining.push(record.post.id);
        if (record.kind === 'stored-account') remaining.push(record.account.id);
      }
    }
    const stored = await Promise.all((['people', 'engagements', 'posts', 'accounts'] as const).map(ids));
    expect(remaining.sort()).toEqual(stored.flat().sort());
    expect(await dump(db, organizationId)).toEqual(rows);

    const path = join(folder.path, 'more.ndjson');
    const like = { kind: 'like', profileUrl: slugUrl('zoe-never-seen'), postUrl: activity(9) };
    writeFileSync(path, ndjson([like]));
    const { batchId } = await importFile(db, organizationId, path, importOptions);
    expect((await ids('people')).length).toBe(before.people.length + 1);
    await undo(db, organizationId, [batchId ?? ''], { now: Date.now });
    expect({ people: await ids('people'), engagements: await ids('engagements') }).toEqual(before);
    expect(await checkCounts(db, organizationId)).toMatchObject({ differences: [] });
  });
});

describe.each(availableDatabases())('a database of 0.2.0 on %s', (kind) => {
  it('has its batches taken back, with an answer; of one that was taken back before none is known', async () => {
    const database = await createTestDatabase(kind);
    const db = withKeeper(await Database.open(database.url), memoryKeeper());
    await makeRelease(db, latest);
    await migrateUp(db);
    const [organization] = rowsOf(latest)['organizations']?.rows ?? [];
    const org = String(organization?.[0]);
    const open = workspaceOpener(db, { cursorKey: Buffer.alloc(32), network });
    const caller = { kind: 'operator', name: 'root' } as const;
    const batch = async (id: string) =>
      batchInFull.parse(await query.getBatch.ask(open(org, dataAccessOf(dataAccessFlags), caller), { batchId: id }));
    const imports = await db.select<{ id: string; status: string }>(
      `SELECT id, status FROM batches WHERE organization_id = ? AND kind = 'import' ORDER BY id`,
      [org],
    );
    expect(imports.map(({ status }) => status)).toEqual(['DONE', 'UNDONE']);
    const [first, undone] = imports.map(({ id }) => id);
    expect((await batch(undone ?? '')).undone).toBeNull();
    await undo(db, org, [first ?? '']);
    await workOffQueue(db, org, Date.UTC(2026, 10, 20, 12));
    const { affected, ...counts } = (await batch(first ?? '')).undone ?? {};
    expect(counts).toEqual({ decisionsRemoved: 0, peopleAffected: 2 });
    // The import also said what the company of the other one is.
    expect(affected?.map((one) => [one.displayName, one.decision, one.leadId === null]).sort()).toEqual([
      ['Person 1', 'DUPLICATE', true],
      ['grace', 'ACCEPTED', false],
    ]);
    expect(await checkCounts(db, org)).toMatchObject({ pending: 0, differences: [] });
    await db.close();
    await database.drop();
  });
});
