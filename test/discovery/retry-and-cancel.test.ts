/** What an operator may do about a discovery: `leadlight discovery retry|cancel`, before it starts, while it runs, after it ended. */
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { weakestRules } from '../../src/rules/audience/privacy';
import { abandonedJob } from '../../src/ingest/discovery/abandoned';
import { discoveryJob } from '../../src/ingest/discovery/job';
import { networkOf } from '../../src/ingest/import/network-setting';
import { loadSettings } from '../../config/settings';
import { openExport } from '../../src/ingest/import';
import type { IntakeRecord } from '../../src/ingest/import/records';
import { enqueue } from '../../src/jobs/enqueue';
import { Runner } from '../../src/jobs/runner';
import type { Source } from '../../src/ingest/sources/source';
import { creditBalance } from '../../src/store/credits/ledger';
import { Database } from '../../src/database/database';
import { findJob } from '../../src/store/jobs/listing';
import { leaveJob, claimJob } from '../../src/store/jobs/queue';
import { operator } from '../cli/recorded-terminal';
import { postUrnOf, writeReactions } from './support/exports';

const op = operator({ DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: __dirname });
const network = networkOf(loadSettings({}));
let db: Database;
let organizationId: string;
let runner: Runner | undefined;

/** A gate that pages wait at. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

/** A source of two pages of 30 people each; the second comes when the gate opens. Notes the states it was asked with. */
function slowSource(postId: string, second: Promise<void>) {
  const asked: unknown[] = [];
  const source: Source = {
    name: 'files',
    cannot: null,
    brings: 'two pages',
    costs: 'nothing',
    async *collect(_post, state) {
      asked.push(state);
      for (const page of [0, 1].slice(state === null ? 0 : 1)) {
        if (page === 1) await second;
        const path = `${op.dataDir}/page-${page}.json`;
        writeReactions(path, postId, 30, page * 30);
        const opened = await openExport(path, { network, now: Date.now(), post: postUrnOf(postId) });
        const records: IntakeRecord[] = [];
        for await (const batch of opened.records) records.push(...batch);
        yield { records, state: { page }, percent: 50 + 50 * page };
      }
    },
  };
  return { source, asked };
}

function work(source: Source | undefined, maxPeople = 1_000) {
  const jobs = [discoveryJob({ source, network, rules: weakestRules, maxPeople }), abandonedJob];
  runner = new Runner({ db, log: pino({ level: 'silent' }), jobs, concurrency: 2, pollMs: 10 });
  runner.start();
}

const started = z.object({ discoveryId: z.string() });
const start = async (post: string) => started.parse((await op.run(`discovery start ${post} --json`)).json());
const show = async (id: string) => (await op.run(`discovery show ${id} --json`)).json();

async function until(id: string, wanted: Record<string, unknown>) {
  for (let turn = 0; turn < 6_000; turn += 1) {
    const now = await show(id);
    if (Object.entries(wanted).every(([name, value]) => now[name] === value)) return now;
    await setTimeout(20);
  }
  throw new Error(`never ${JSON.stringify(wanted)}: ${JSON.stringify(await show(id))}`);
}

/** The job of a discovery is due now rather than in two seconds. */
const hurry = (id: string) => db.run(`UPDATE jobs SET run_at = 0 WHERE input LIKE ?`, [`%${id}%`]);

beforeAll(async () => {
  await op.run('migrate');
  organizationId = String((await op.run('workspace create "Acme Sales" --json')).json()['organizationId']);
  await op.run('credits grant 250');
  db = await Database.open(`sqlite:${op.dataDir}/leadlight.db`);
});
afterEach(async () => {
  await runner?.stop(5_000);
  runner = undefined;
});
afterAll(async () => {
  await db.close();
  op.dispose();
});

test('cancelled before it starts: nothing is paid, nothing runs, and it can be queued again', async () => {
  const { discoveryId } = await start(postUrnOf('7402746946853253121'));
  expect(await creditBalance(db, organizationId)).toEqual({ available: 150, held: 100, consumed: 0 });
  expect((await op.run(`discovery cancel ${discoveryId} --json`)).json()).toMatchObject({
    status: 'CANCELLED',
    stopReason: 'cancelled',
    creditsHeld: 0,
    creditsConsumed: 0,
  });
  expect(await creditBalance(db, organizationId)).toEqual({ available: 250, held: 0, consumed: 0 });
  const again = await op.run(`discovery cancel ${discoveryId}`);
  expect(again).toMatchObject({ status: 5, err: expect.stringContaining('has ended already: it is CANCELLED') });

  expect((await op.run(`discovery retry ${discoveryId} --json`)).json()).toMatchObject({ status: 'QUEUED' });
  const twice = await op.run(`discovery retry ${discoveryId}`);
  expect(twice).toMatchObject({ status: 5, err: expect.stringContaining('Only a discovery that failed') });
  await op.run(`discovery cancel ${discoveryId}`);
  expect((await op.run('audit --limit 3 --json')).json()).toMatchObject({
    entries: ['cancel_discovery', 'retry_discovery', 'cancel_discovery'].map((action) => ({
      action,
      actor: { kind: 'operator' },
      object: { kind: 'discovery', id: discoveryId },
    })),
  });
});

test('cancelled while it runs: what it found stays and is paid for; tried again, it goes on there', async () => {
  const postId = '7402746946853253122';
  const second = gate();
  const { source, asked } = slowSource(postId, second.passed);
  const { discoveryId } = await start(postUrnOf(postId));
  await hurry(discoveryId);
  work(source);
  await until(discoveryId, { status: 'RUNNING', peopleFound: 30 });
  expect((await op.run(`discovery cancel ${discoveryId} --json`)).json()).toMatchObject({
    status: 'CANCELLED',
    stopReason: 'cancelled',
    peopleFound: 30,
    creditsHeld: 0,
    creditsConsumed: 30,
  });
  second.open();
  // The job scores whom it found; the second page was fetched, and stored nothing.
  for (let people = 0; people < 30; await setTimeout(20)) {
    const [row] = await db.select<{ people: number }>(
      'SELECT COUNT(*) AS people FROM leads WHERE organization_id = ?',
      [organizationId],
    );
    people = row?.people ?? 0;
    expect(people).toBeLessThanOrEqual(30);
  }
  expect(await creditBalance(db, organizationId)).toEqual({ available: 220, held: 0, consumed: 30 });

  expect((await op.run(`discovery retry ${discoveryId} --json`)).json()).toMatchObject({ status: 'QUEUED' });
  await hurry(discoveryId);
  await until(discoveryId, { status: 'COMPLETED', peopleFound: 60, creditsConsumed: 60 });
  expect(asked).toEqual([null, { page: 0 }]);
  expect(await creditBalance(db, organizationId)).toEqual({ available: 190, held: 0, consumed: 60 });
});

test('it ends at the limit of people, which pays for no more; a lower limit set meanwhile ends it where it stands', async () => {
  const postId = '7402746946853253126';
  const before = await creditBalance(db, organizationId);
  const limited = await start(postUrnOf(postId));
  await hurry(limited.discoveryId);
  work(slowSource(postId, Promise.resolve()).source, 40);
  const reached = { status: 'COMPLETED', stopReason: 'limit', peopleFound: 40, creditsHeld: 0, creditsConsumed: 40 };
  expect(await until(limited.discoveryId, { status: 'COMPLETED' })).toMatchObject(reached);
  await runner?.stop(5_000);

  const second = gate();
  const { discoveryId } = await start(postUrnOf('7402746946853253127'));
  await hurry(discoveryId);
  work(slowSource('7402746946853253127', second.passed).source);
  await until(discoveryId, { status: 'RUNNING', peopleFound: 30 });
  const stopping = runner?.stop(5_000);
  second.open();
  await stopping;
  const lower = slowSource('7402746946853253127', Promise.resolve());
  work(lower.source, 20);
  const stands = { status: 'COMPLETED', stopReason: 'limit', peopleFound: 30, creditsConsumed: 30 };
  expect(await until(discoveryId, { status: 'COMPLETED' })).toMatchObject(stands);
  expect(lower.asked).toEqual([{ page: 0 }]);
  expect(await creditBalance(db, organizationId)).toMatchObject({ available: before.available - 70, held: 0 });
  await op.run('credits grant 70');
});

test('without credits for a hold a retry says so, and keeps what it was', async () => {
  const { discoveryId } = await start(postUrnOf('7402746946853253123'));
  await op.run(`discovery cancel ${discoveryId}`);
  await op.run('credits grant -- -150');
  const short = await op.run(`discovery retry ${discoveryId}`);
  expect(short).toMatchObject({ status: 5, out: expect.stringContaining('too few credits for a hold') });
  await op.run('credits grant 150');
  expect((await op.run(`discovery retry ${discoveryId} --json`)).json()).toMatchObject({ status: 'QUEUED' });
  await op.run(`discovery cancel ${discoveryId}`);
});

test.each([
  ['was cancelled by its own name', 'cancelled', { status: 'CANCELLED', stopReason: 'cancelled', failure: null }],
  [
    'died with a reason',
    'dead',
    { status: 'FAILED', failure: { code: 'internal_error', message: 'the disk is full' } },
  ],
])('a discovery whose job %s ends, and its credits come back', async (_how, how, expected) => {
  const before = await creditBalance(db, organizationId);
  const { discoveryId } = await start(postUrnOf(how === 'dead' ? '7402746946853253124' : '7402746946853253125'));
  const [job] = await db.select<{ id: string }>('SELECT id FROM jobs WHERE input LIKE ?', [`%${discoveryId}%`]);
  const id = job?.id ?? '';
  if (how === 'cancelled') expect((await op.run(`jobs cancel ${id}`)).status).toBe(0);
  else {
    const attempt = (await findJob(db, id))?.attempt ?? 0;
    await hurry(discoveryId);
    await db.run(`UPDATE jobs SET status = 'ready' WHERE id = ?`, [id]);
    await claimJob(db, { id, attempt }, { worker: 'w', until: Date.now() + 1_000, now: Date.now() });
    await leaveJob(db, { id, attempt: attempt + 1 }, { status: 'dead', now: Date.now(), error: 'the disk is full' });
  }
  expect(await show(discoveryId)).toMatchObject({ status: 'QUEUED' });
  await enqueue(db, { name: abandonedJob.name, input: z.object({}) }, {});
  work(undefined);
  await until(discoveryId, { status: expected.status });
  expect(await show(discoveryId)).toMatchObject(expected);
  expect(await creditBalance(db, organizationId)).toEqual(before);
});
