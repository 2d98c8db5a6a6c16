/** Starting, being ready, limiting, stopping. */
import { Agent, get, type IncomingMessage } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadSettings } from '../../config/settings';
import { Metrics } from '../../src/http/metrics';
import type { Handler } from '../../src/http/router';
import { HttpServer } from '../../src/http/server';
import { enqueue } from '../../src/jobs/enqueue';
import { startService } from '../../src/service/start';
import { migrateDown, migrateUp } from '../../src/store/facade/migrate';
import { migrations } from '../../src/store/migrations';
import { writerVersion } from '../../src/store/statements/writer-version';
import { addColumn, dropColumn, type Migration } from '../../src/database/migrations/migration';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { ReadinessProbe } from '../../src/http/health';
import { sharedValue } from '../../src/store/statements/service-state';
import { markRescored } from '../../src/store/writes/rescoring-times';
import { availableDatabases, createTestDatabase, openTestDatabase } from '../support/databases';
import { Database } from '../../src/database/database';
import { seedWorkspace } from '../support/seed';
import { bearer, send, silentLog, startTestService, type TestService } from '../support/service';

const running: TestService[] = [];
const started = async (...options: Parameters<typeof startTestService>) => {
  const service = await startTestService(...options);
  running.push(service);
  return service;
};

afterEach(async () => {
  for (const service of running.splice(0)) await service.end();
});

describe('starting', () => {
  it.each(availableDatabases())('is refused on %s while migrations are pending', async (kind) => {
    const database = await createTestDatabase(kind);
    const settings = loadSettings({ PORT: '0', DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
    await (await Database.open(database.url)).close();
    await expect(startService(settings, { log: silentLog })).rejects.toThrow(
      /^The database needs .+: run `leadlight migrate`, then start again\.$/,
    );
    await database.drop();
  });

  it('is refused in one line when the port is taken', async () => {
    const { port } = await started();
    const { database, close } = await openTestDatabase();
    const settings = loadSettings({ PORT: String(port), DATABASE_URL: database.url, DATA_DIR: join(tmpdir(), 'none') });
    await expect(startService(settings, { log: silentLog })).rejects.toThrow(
      /^Cannot listen on 127\.0\.0\.1:\d+: .+\.$/,
    );
    await close();
  });

  it('is refused in one line, without the password, when the database cannot be reached', async () => {
    const settings = loadSettings({ PORT: '0', DATABASE_URL: 'mysql://root:hunter2@127.0.0.1:1/none' });
    const refused = await startService(settings, { log: silentLog }).catch((error: unknown) => String(error));
    expect(refused).toMatch(/^StartRefused: The database cannot be opened: .+$/);
    expect(refused).not.toContain('hunter2');
  });

  it('is refused when TRUST_PROXY names no address', async () => {
    const { database, close } = await openTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-data-'));
    const settings = loadSettings({
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      TRUST_PROXY: '10.0.0.0/255.0.255.0',
    });
    await expect(startService(settings, { log: silentLog })).rejects.toThrow(/TRUST_PROXY/);
    await close();
    rmSync(dataDir, { recursive: true });
  });

  it.each(availableDatabases())('of several processes at once shares one secret on %s', async (kind) => {
    const { db, close } = await openTestDatabase(kind);
    let made = 0;
    const values = await Promise.all(
      Array.from({ length: 20 }, () => sharedValue(db, 'some_key', () => `value ${(made += 1)}`)),
    );
    expect(new Set(values).size).toBe(1);
    await close();
  });

  it('keeps cursors good over a restart', async () => {
    const first = await startTestService();
    const workspace = await seedWorkspace(first.db, 'restart');
    const key = await first.key(workspace.organizationId);
    const page = await send(first, '/api/v1/customer/leads?limit=1', { headers: bearer(key) });
    const cursor: string = JSON.parse(page.text).page.nextCursor;
    await first.stop();
    const settings = loadSettings({
      PORT: '0',
      DATABASE_URL: `sqlite:${await fileOf(first)}`,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'leadlight-data-')),
    });
    const second = await startService(settings, { log: silentLog });
    const next = await send(second, `/api/v1/customer/leads?limit=1&cursor=${cursor}`, { headers: bearer(key) });
    expect(next.status).toBe(200);
    expect(JSON.parse(next.text).data[0].id).toBe(workspace.leadIds[1]);
    await second.stop();
    await first.end();
    rmSync(settings.DATA_DIR, { recursive: true });
  });
});

async function fileOf(service: TestService): Promise<string> {
  const [row] = await service.db.select<{ file: string }>('PRAGMA database_list');
  return row?.file ?? '';
}

describe('readiness', () => {
  it.each(availableDatabases())('is lost on %s when the schema is older, and /healthz is not', async (kind) => {
    const service = await started({ kind });
    expect((await send(service, '/readyz')).status).toBe(200);
    await migrateDown(service.db);
    const answer = await until(
      () => send(service, '/readyz'),
      ({ status }) => status !== 200,
    );
    expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.text).error]).toEqual([
      503,
      '5',
      expect.objectContaining({ code: 'service_unavailable', message: expect.stringContaining('leadlight migrate') }),
    ]);
    expect((await send(service, '/healthz')).status).toBe(200);
  });
});

describe('beside a newer release that has migrated the database', () => {
  const steps = { up: [addColumn('people', 'shoe_size INTEGER')], down: [dropColumn('people', 'shoe_size')] };
  const later: Migration = { name: '9999-later', sqlite: steps, mysql: steps };

  it.each(availableDatabases())('is ready on %s while its writes do no harm, and no longer', async (kind) => {
    const service = await started({ kind });
    const { db } = service;
    const { organizationId, leadIds } = await seedWorkspace(db, `beside ${kind}`, 3);
    const key = { organizationId, name: 'beside', dataAccess: dataAccessFlags, expiresAt: null, canWrite: true };
    const { secret } = await createApiKey(db, key);
    const note = (text: string) =>
      send(service, `/api/v1/customer/leads/${leadIds[0]}`, {
        method: 'PATCH',
        headers: { ...bearer(secret), 'Content-Type': 'application/json' },
        body: JSON.stringify({ outreach: { status: 'CONTACTED', note: text } }),
      });
    // A probe of its own, because the service believes an answer for a second.
    const readiness = () => new ReadinessProbe(db).check();
    expect(await migrateUp(db, { migrations: [...migrations, later] })).toEqual(['9999-later']);
    expect(await readiness()).toEqual({ ready: true });
    expect((await note('called')).status).toBe(200);

    await db.run(`UPDATE service_state SET value = '999' WHERE name = 'writer_version'`);
    expect(await readiness()).toEqual({ ready: false, reason: 'The database has the schema of another version.' });
    expect((await note('called again')).status).toBe(503);

    await db.run('UPDATE service_state SET value = ? WHERE name = ?', [writerVersion, 'writer_version']);
    await db.run(`UPDATE schema_migrations SET checksum = 'other' WHERE name = '0002-oauth'`);
    expect(await readiness()).toMatchObject({ ready: false });
  });
});

describe('the rate limit', () => {
  it('is per key: the next request is 429 with Retry-After, other keys go on', async () => {
    const service = await started({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
    const workspace = await seedWorkspace(service.db, 'rate', 3);
    const [key, other] = [await service.key(workspace.organizationId), await service.key(workspace.organizationId)];
    const ask = (path: string, secret = key) => send(service, `/api/v1/customer/${path}`, { headers: bearer(secret) });
    const answers = [
      await ask('leads'),
      await ask('leads?limit=0'),
      await ask('leads/x'),
      await ask('leads'),
      await ask('leads'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 429, 429]);
    expect(answers.map(({ headers }) => headers['ratelimit'])).toEqual([
      expect.stringMatching(/^"default";r=2;t=\d+$/),
      expect.stringMatching(/^"default";r=1;t=\d+$/),
      expect.stringMatching(/^"default";r=0;t=\d+$/),
      expect.stringMatching(/^"default";r=0;t=\d+$/),
      expect.stringMatching(/^"default";r=0;t=\d+$/),
    ]);
    expect(answers.map(({ headers }) => headers['ratelimit-policy'])).toEqual(Array(5).fill('"default";q=3;w=60'));
    const wait = Number(answers[3]?.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(JSON.parse(answers[3]?.text ?? '').error).toMatchObject({ code: 'rate_limited', status: 429 });
    expect((await ask('leads', other)).status).toBe(200);
  });

  it('does not count requests without a good key', async () => {
    const service = await started({ env: { RATE_LIMIT_PER_MINUTE: '1' } });
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await send(service, '/api/v1/customer/leads', { headers: bearer(`ll_${'a'.repeat(43)}`) });
      expect([answer.status, answer.headers['ratelimit']]).toEqual([401, undefined]);
    }
  });
});

describe('metrics', () => {
  const token = 'a-token-of-the-scraper';

  it('are for callers that send METRICS_TOKEN, behind a proxy too', async () => {
    const service = await started({ env: { METRICS_TOKEN: token, TRUST_PROXY: '1' } });
    const ask = (headers: Record<string, string>) => send(service, '/metrics', { headers });
    const right = await ask({ ...bearer(token), 'X-Forwarded-For': '203.0.113.9' });
    expect([right.status, right.text]).toEqual([200, expect.stringContaining('leadlight_database_up 1')]);
    expect((await ask({})).status).toBe(401);
    expect((await ask(bearer(`${token}x`))).status).toBe(401);
  });

  it('have a port of their own with METRICS_PORT, and are nowhere else then', async () => {
    const service = await started({ env: { METRICS_PORT: '0', TRUST_PROXY: 'loopback' } });
    const own = { port: service.metricsPort ?? 0 };
    expect((await send(own, '/metrics')).status).toBe(200);
    expect((await send(own, '/api/v1/openapi.json')).status).toBe(404);
    expect((await send(service, '/metrics')).status).toBe(404);
  });

  it.each(availableDatabases())('tell of jobs, scoring, connections and latency on %s', async (kind) => {
    const service = await started({ kind, env: { RUN_WORKER: 'false' } });
    const { organizationId } = await seedWorkspace(service.db, 'metrics', 3);
    const numbers = async () => {
      const { text } = await send(service, '/metrics');
      const lines = [...text.matchAll(/^(leadlight_[^ ]+) ([\d.e+-]+)$/gm)];
      return new Map(lines.map(([, name = '', value]) => [name, Number(value)]));
    };
    const before = await numbers();
    expect(before.get('leadlight_jobs{status="dead"}')).toBe(0);
    expect(before.get('leadlight_job_queue_age_seconds')).toBe(0);
    expect(before.get('leadlight_last_scoring_timestamp_seconds')).toBe(0);
    await enqueue(
      service.db,
      { name: 'nobody-runs-it', input: z.object({}) },
      {},
      { organizationId, now: Date.now() - 60_000 },
    );
    await markRescored(service.db, organizationId, 1_700_000_000_000);
    const after = await numbers();
    const grown = (name: string) => (after.get(name) ?? NaN) - (before.get(name) ?? NaN);
    expect(grown('leadlight_job_queue_depth')).toBe(1);
    expect(grown('leadlight_jobs{status="ready"}') + grown('leadlight_jobs{status="waiting"}')).toBe(1);
    expect(after.get('leadlight_job_queue_age_seconds')).toBeGreaterThan(50);
    expect(after.get('leadlight_job_lane_age_seconds{lane="asked"}')).toBeGreaterThan(50);
    expect(after.get('leadlight_job_lane_age_seconds{lane="minute"}')).toBe(0);
    expect(after.get('leadlight_last_scoring_timestamp_seconds')).toBe(1_700_000_000);
    expect(after.get('leadlight_database_statement_duration_seconds_count{kind="read"}')).toBeGreaterThan(0);
    const connections = ['used', 'idle', 'waiting'].map((state) =>
      after.get(`leadlight_database_connections{state="${state}"}`),
    );
    if (kind === 'sqlite') expect(connections).toEqual([undefined, undefined, undefined]);
    else expect((connections[0] ?? 0) + (connections[1] ?? 0)).toBeGreaterThan(0);
  });

  it('name every address of the OpenAPI document', async () => {
    const service = await started();
    const described = async (name: string, prefix: string) => {
      const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
        (await send(service, `/api/v1/${name}.json`)).text,
      );
      return Object.entries(document.paths).map(([path, item]) => ({ path, item, prefix }));
    };
    for (const { path, item, prefix } of [
      ...(await described('openapi', '/api/v1')),
      ...(await described('openapi-root', '')),
    ]) {
      const method =
        Object.keys(item).find((name) => ['get', 'post', 'put', 'patch', 'delete'].includes(name)) ?? 'get';
      await send(service, prefix + path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase() });
    }
    for (const page of ['/consent', '/sign-in']) await send(service, page);
    const { text } = await send(service, '/metrics');
    expect(text).toContain('route="/mcp/oauth/token"');
    expect(text).toContain('route="/sign-in"');
    expect(text).not.toContain('route="none"');
  });
});

describe('stopping', () => {
  it('answers what has begun to arrive, closes its connections, and takes no new one', async () => {
    const { server, port, release, entered } = await serverWithGate();
    const running = send({ port }, '/slow');
    await entered;
    // This one has begun to arrive; what it asks for comes when the service is stopping already.
    const late = connect(port, '127.0.0.1');
    const lateText = receivedText(late);
    late.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    await send({ port }, '/healthz');

    const stopped = server.stop(3_600_000);
    await expect(send({ port }, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
    late.write('\r\n');
    expect(await lateText).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*ok/i);
    release();
    const answer = await running;
    expect([answer.status, answer.text, answer.headers.connection]).toEqual([200, 'done', 'close']);
    expect(await stopped).toBe(true);
  });

  it('is over as soon as the last request is, although its client would keep the connection', async () => {
    const { server, port, release, entered } = await serverWithGate();
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/slow', agent }, (res) => resolve(res.resume())).on('error', reject);
    });
    await entered;
    // Far longer than a test may take: it must not wait for it.
    const stopped = server.stop(3_600_000);
    release();
    expect((await answer).statusCode).toBe(200);
    expect(await stopped).toBe(true);
    agent.destroy();
  });

  it('closes idle connections at once and cuts hanging ones after the timeout', async () => {
    const service = await started();
    const idle = connect(service.port, '127.0.0.1');
    const hanging = connect(service.port, '127.0.0.1');
    hanging.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    await Promise.all([idle, hanging].map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    const closed = Promise.all(
      [idle, hanging].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    for (const socket of [idle, hanging]) socket.resume().on('error', () => undefined);
    await service.stop(300);
    await closed;
  });

  it('begins with a time in which it is not ready and answers all the same', async () => {
    const service = await started();
    const workspace = await seedWorkspace(service.db, 'drain', 1);
    const key = await service.key(workspace.organizationId);
    const drained = service.drain(300);
    const ready = await send(service, '/readyz');
    expect([ready.status, ready.headers.connection, ready.headers['retry-after']]).toEqual([503, 'close', '5']);
    expect((await send(service, '/healthz')).status).toBe(200);
    const read = await send(service, '/api/v1/customer/leads', { headers: bearer(key) });
    expect([read.status, read.headers.connection]).toEqual([200, 'close']);
    await drained;
  });

  it('may be asked for twice', async () => {
    const service = await started();
    await Promise.all([service.stop(), service.stop()]);
  });
});

/** A server with one address, `/slow`, that answers when the test says so. */
async function serverWithGate() {
  const server = new HttpServer({ log: silentLog, metrics: new Metrics(), securityHeaders: [] });
  const port = await server.listen(0, '127.0.0.1');
  const [gate, release] = signal();
  const [entered, enter] = signal();
  const slow: Handler = (_req, res) => {
    enter();
    return gate.then(() => void res.end('done'));
  };
  const quick: Handler = (_req, res) => void res.end('ok');
  server.open([
    { path: '/slow', answer: { GET: slow } },
    { path: '/healthz', answer: { GET: quick } },
  ]);
  return { server, port, release, entered };
}

function signal(): [happened: Promise<void>, happen: () => void] {
  let happen: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => (happen = resolve));
  return [happened, happen];
}

/** Everything that comes over a socket until it closes. */
function receivedText(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(parts).toString()));
  });
}

/** Asks again until the answer is the wanted one; the probe believes its last answer for a second. */
async function until<Answer>(ask: () => Promise<Answer>, wanted: (answer: Answer) => boolean): Promise<Answer> {
  // The limit of the test ends what never comes.
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
