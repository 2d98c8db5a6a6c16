/** The consumer of examples/sync as its readers run it: a process of its own against a real service, killed and started again. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personRequests } from '../../../src/privacy/requests';
import { decideLead } from '../../../src/store/writes/leads';
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
/** Stands between the consumer and the service, and says when the consumer asks for a page and when it has been given one. */
let between: Server;
let onPage: (moment: 'asked' | 'answered') => void = () => {};
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'leadlight-example-'));
  const env = { DATABASE_URL: opened.database.url, DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '100000' };
  service = await startProcess(env);
  between = createServer((asked, answer) => {
    onPage('asked');
    const to = { port: service.port, path: asked.url, headers: asked.headers, agent: false };
    const passed = request(to, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer).once('finish', () => onPage('answered'));
    });
    passed.once('error', () => answer.destroy()).end();
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  between.closeAllConnections();
  await new Promise((resolve) => between.close(resolve));
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

  /** Runs it to its end, or until a page is asked for or answered. @returns its exit code, null when it was killed. */
  async function run(killed?: { at: 'asked' | 'answered'; page: number }): Promise<number | null> {
    const child = spawn(process.execPath, [program, copy], {
      env: { LEADLIGHT_URL: `http://127.0.0.1:${(between.address() as AddressInfo).port}/api/v1`, LEADLIGHT_KEY: key },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const seen = { asked: 0, answered: 0 };
    onPage = (moment) => {
      seen[moment] += 1;
      if (moment === killed?.at && seen[moment] === killed.page) child.kill('SIGKILL');
    };
    return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
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
  // Where this process waits for its turn, a run may end before it is killed: it does not count.
  for (let round = 0; unfinished < kills; round += 1) {
    for (const leadId of random.some(leadIds, 200)) {
      await decideLead(db, organizationId, leadId, { outreach: { note: `round ${round}` } });
    }
    await personRequests(db, organizationId).erase({ personId: leadIds[round] ?? '' }, { purge: false });
    await workOffQueue(db, organizationId, Date.now());
    // From the second page on, so that a killed run leaves a page behind.
    const at = random.pick(['asked', 'answered'] as const);
    if ((await run({ at, page: random.between(2, 3) })) === null) unfinished += 1;
    expect(existsSync(copy)).toBe(true);
    cursors.add(held().cursor);
  }
  expect(await run()).toBe(0);
  await expectInStep();
  expect(cursors.size).toBeGreaterThan(kills / 2);
});
