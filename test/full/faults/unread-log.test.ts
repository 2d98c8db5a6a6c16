/** Processes whose standard output is a full disk or a pipe that nobody reads: they go on, say so once, count it, and end when told to. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createServer as createHttpServer, type Server } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../../../scripts/database-server';
import { requestDiscovery } from '../../../src/ingest/discovery/request';
import { changeCredits } from '../../../src/store/credits/ledger';
import { createOrganization } from '../../../src/store/access/organizations';
import { Database } from '../../../src/database/database';
import { migrateUp } from '../../../src/store/facade/migrate';
import { withKeeper } from '../../../src/store/statements/keeper';
import { memoryKeeper } from '../../support/keeper';
import { atLength } from '../../support/at-length';
import { ended, Outputs } from './support/outputs';

/** Of some 250 bytes each: more than a pipe and what waits for it hold. */
const requests = 800;

/** A data folder with one workspace, copied for each test. */
let template: string;
let folder: string;
let env: Record<string, string>;
let outputs: Outputs;

beforeAll(async () => {
  folder = template = mkdtempSync(join(tmpdir(), 'leadlight-unread-'));
  const db = await openDatabase();
  await migrateUp(db);
  await createOrganization(db, 'Acme');
  await db.close();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-unread-'));
  cpSync(template, folder, { recursive: true });
  outputs = new Outputs(folder);
  env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' };
});

afterEach(async () => {
  await outputs.close();
  rmSync(folder, { recursive: true, force: true });
});

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 100));

const openDatabase = async () =>
  withKeeper(await Database.open(`sqlite:${join(folder, 'leadlight.db')}`), memoryKeeper());

/** One number of the database. */
async function countOf(sql: string): Promise<number> {
  const db = await openDatabase();
  const [row] = await db.select<{ total: number }>(sql, []);
  await db.close();
  return row?.total ?? 0;
}

function start(args: string[], stdout: number, stderr: number, more: Record<string, string> = {}): ChildProcess {
  return outputs.start(args, stdout, stderr, { ...env, ...more });
}

type Place = () => number;
type Named = readonly [name: string, output: Place];
const file = (name: string) => outputs.file(name);
const full: Place = () => outputs.full();
const stalled: Place = () => outputs.stalled();
const unread: Place = () => outputs.unread();
const closedPipe: Place = () => outputs.closedPipe();

const answerOf = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(60_000) });

async function ready(port: number): Promise<void> {
  for (;;) {
    const response = await answerOf(port, '/healthz').catch(() => undefined);
    if (response?.ok) return;
    await aMoment();
  }
}

/** Asks often enough that its log fills every pipe. @returns how many log lines it dropped. */
async function flooded(port: number): Promise<number> {
  await ready(port);
  const path = `/healthz/${'a'.repeat(39)}/${'b'.repeat(39)}/${'c'.repeat(39)}/${'d'.repeat(39)}`;
  for (let n = 0; n < requests; n += 1) expect((await answerOf(port, path)).status).toBe(404);
  expect((await answerOf(port, '/healthz')).status).toBe(200);
  const text = await (await answerOf(port, '/metrics')).text();
  return Number(/^leadlight_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

describe('a service', () => {
  it('whose log can be written loses no line, and says nothing of it', async () => {
    const port = await freePort();
    const child = start(['serve'], file('out'), file('err'), { PORT: String(port) });
    expect(await flooded(port)).toBe(0);
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    const lines = readFileSync(join(folder, 'out'), 'utf8').trimEnd().split('\n');
    expect(lines.filter((line) => line.includes('"status":404'))).toHaveLength(requests);
    expect(lines.at(-1)).toContain('"msg":"stopped"');
    expect(readFileSync(join(folder, 'err'), 'utf8')).not.toContain('dropped');
  });

  const outputsOfLog: readonly (readonly [...Named, reason: string])[] = [
    ['a full disk', full, 'no space left on device'],
    ['a pipe that nobody reads', unread, 'nobody reads it'],
    ['a pipe that was full before', stalled, 'nobody reads it'],
  ];
  it.each(atLength(outputsOfLog.slice(0, 2), outputsOfLog))(
    'whose standard output is %s answers, counts, says so once, and ends',
    async (_name, output, reason) => {
      const port = await freePort();
      const child = start(['serve'], output(), file('err'), { PORT: String(port) });
      expect(await flooded(port)).toBeGreaterThan(0);
      child.kill('SIGTERM');
      expect(await ended(child)).toBe(0);
      const said = readFileSync(join(folder, 'err'), 'utf8').split('\n');
      expect(said.filter((line) => line.includes('log cannot be written'))).toEqual([expect.stringContaining(reason)]);
    },
  );

  const outputsOfAll: readonly Named[] = [
    ['a pipe that was full before', stalled],
    ['a full disk', full],
    ['a pipe that nobody reads', unread],
  ];
  it.each(atLength(outputsOfAll.slice(0, 1), outputsOfAll))(
    'with %s for everything it says answers and ends all the same',
    async (_name, output) => {
      const port = await freePort();
      const both = output();
      const child = start(['serve'], both, both, { PORT: String(port) });
      expect(await flooded(port)).toBeGreaterThan(0);
      child.kill('SIGTERM');
      expect(await ended(child)).toBe(0);
    },
  );

  it('goes on with its log when the reader is back, and says how many lines are missing', async () => {
    const port = await freePort();
    const pipe = stalled();
    const child = start(['serve'], pipe, file('err'), { PORT: String(port) });
    expect(await flooded(port)).toBeGreaterThan(0);
    const reader = spawn('cat', [join(folder, 'fifo-0')], { stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    await new Promise<void>((resolve) =>
      reader.stdout.on('data', (part: Buffer) => {
        text += part.toString();
        if (/"dropped":\d+,"msg":"log lines could not be written and were dropped"\}\n/.test(text)) resolve();
      }),
    );
    // No line is mixed with another one.
    for (const line of text.replace(/^x+/, '').trimEnd().split('\n'))
      expect(() => JSON.parse(line) as unknown).not.toThrow();
    reader.kill();
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
  });
});

describe('a worker', () => {
  let source: Server | undefined;
  afterEach(() => {
    source?.closeAllConnections();
    source?.close();
    source = undefined;
  });

  const outputsOfWorker: readonly Named[] = [
    ['a pipe that was full before', stalled],
    ['a full disk', full],
    ['a pipe whose reader is gone', closedPipe],
  ];
  it.each(atLength(outputsOfWorker.slice(0, 1), outputsOfWorker))(
    'with %s for everything it says works and ends',
    async (_name, output) => {
      const both = output();
      const child = start(['worker'], both, both, { LOG_LEVEL: 'trace' });
      while ((await countOf('SELECT COUNT(*) AS total FROM job_schedules')) === 0) await aMoment();
      child.kill('SIGTERM');
      expect(await ended(child)).toBe(0);
    },
  );

  it('that waits for a source whose answer drips gives the discovery back when it is told to end', async () => {
    let asked = 0;
    source = createHttpServer((_req, res) => {
      asked += 1;
      res.writeHead(200, { 'Content-Type': 'application/json' });
      const drip = setInterval(() => res.write(' '), 500);
      res.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => source?.listen(0, '127.0.0.1', resolve));
    const address = source.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await queueDiscovery();
    const both = stalled();
    const child = start(['worker'], both, both, {
      DISCOVERY_SOURCE: 'unipile',
      UNIPILE_API_URL: `http://127.0.0.1:${port}/api/v1`,
      UNIPILE_API_KEY: 'the-unipile-key',
      UNIPILE_ACCOUNT_ID: 'acc_1',
    });
    while (asked === 0) await aMoment();
    child.kill('SIGTERM');
    expect(await ended(child)).toBe(0);
    // Otherwise it would be held until its lease ran out.
    const waiting = `SELECT COUNT(*) AS total FROM jobs WHERE name = 'discover-audience' AND status = 'waiting'`;
    expect(await countOf(waiting)).toBe(1);
  });
});

/** Asked for a while ago, so that it starts as soon as there is a worker. */
async function queueDiscovery(): Promise<void> {
  const db = await openDatabase();
  const [organization] = await db.select<{ id: string }>('SELECT id FROM organizations');
  const id = organization?.id ?? '';
  await changeCredits(db, id, 100, null);
  const now = Date.now() - 60_000;
  const urn = 'urn:li:activity:7400000000000000000';
  const asked = { urn, url: '', idempotencyKey: null, askedAt: now, holdSize: 100, source: 'unipile', now } as const;
  expect((await requestDiscovery(db, id, asked)).outcome).toBe('queued');
  await db.close();
}
