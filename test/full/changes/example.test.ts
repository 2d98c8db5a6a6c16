/** The consumer of examples/sync as its readers run it: a process of its own against a real service, killed and started again. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { personRequests } from '../../../src/privacy/requests';
import { decideLead } from '../../../src/store/admin/leads';
import { workOffQueue } from '../../../src/scoring/rescore';
import { copyOf, differences, emptyDisk, listed } from '../../changes/support/consumer';
import { startProcess, type ServiceProcess } from '../../oauth/support/processes';
import { workspaceOf } from '../../store/support/ask';
import { Random } from '../../store/support/random';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';
import { runSeed } from '../../support/run-seed';
import { seedWorkspace } from '../../support/seed';
import { writingKey } from '../../webhooks/support/keys';

const program = join(__dirname, '../../../examples/sync/consumer.mjs');
const kills = 6;
const leads = 450;

let opened: OpenTestDatabase;
let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'leadlight-example-'));
  const env = { DATABASE_URL: opened.database.url, DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '100000' };
  service = await startProcess(env);
});
afterAll(async () => {
  await service.kill();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

test(`keeps a copy in step over ${kills} kills`, async () => {
  const { db } = opened;
  const random = new Random(runSeed);
  const { organizationId, leadIds } = await seedWorkspace(db, 'example', leads);
  const key = await writingKey(db, organizationId);
  const copy = join(folder, 'copy.json');

  /** Runs it to its end, or to a moment when it is killed. @returns its exit code, null when it was killed. */
  async function run(killAfterMs?: number): Promise<number | null> {
    const child = spawn(process.execPath, [program, copy], {
      env: { LEADLIGHT_URL: `http://127.0.0.1:${service.port}/api/v1`, LEADLIGHT_KEY: key },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    if (killAfterMs !== undefined) {
      await Promise.race([ended, setTimeout(killAfterMs)]);
      child.kill('SIGKILL');
    }
    return ended;
  }
  const held = () => {
    const { cursor, items } = JSON.parse(readFileSync(copy, 'utf8')) as { cursor: string; items: [string, object][] };
    return { cursor, disk: { ...emptyDisk(), items: new Map(items) } };
  };
  const expectInStep = async () => {
    expect(differences(copyOf(held().disk), await listed(workspaceOf(db, organizationId)))).toEqual([]);
  };

  expect(await run()).toBe(0);
  await expectInStep();
  const cursors = new Set([held().cursor]);
  let unfinished = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    for (const leadId of random.some(leadIds, 200)) {
      await decideLead(db, organizationId, leadId, { outreach: { note: `round ${kill}` } });
    }
    await personRequests(db, organizationId).erase({ personId: leadIds[kill] ?? '' }, { purge: false });
    await workOffQueue(db, organizationId, Date.now());
    if ((await run(random.between(20, 160))) === null) unfinished += 1;
    expect(existsSync(copy)).toBe(true);
    cursors.add(held().cursor);
  }
  expect(unfinished).toBeGreaterThan(0);
  expect(await run()).toBe(0);
  await expectInStep();
  expect(cursors.size).toBeGreaterThan(1);
});
