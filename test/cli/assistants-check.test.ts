/** `leadlight assistants check` against a running service: every step of every assistant, and what it says when one fails. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { loadSettings } from '../../config/settings';
import { discover } from '../../src/interfaces/cli/assistants/site';
import { replay, waysOf, type StepResult } from '../../src/interfaces/cli/assistants/replay';
import { checkPublicAddress } from '../../src/interfaces/cli/assistants/public-address';
import { startService, type Service } from '../../src/service/start';
import { vendors } from '../../src/shared/vendors';
import { silentLog } from '../support/service';
import { operator, type Operator } from './recorded-terminal';

let op: Operator;
let service: Service;
beforeAll(async () => {
  // Documents would be fetched from their vendors: test/oauth/vendors.test.ts has their hosts.
  op = operator({ OAUTH_CLIENT_DOCUMENTS: 'off', RUN_WORKER: 'false', HOST: '127.0.0.1', PORT: '0' });
  await op.run('migrate');
  await op.run('workspace create Acme');
  await op.run('member add ada@example.com --role OWNER');
  service = await startService(loadSettings(op.env), { log: silentLog });
  op.env['PORT'] = String(service.port);
});
afterAll(async () => {
  await service.stop(1_000);
  op.dispose();
});

/** A listening TCP server has an address of this form. */
const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;

const steps = (ran: Record<string, unknown>): readonly StepResult[] => {
  const { steps: all } = ran;
  // What the command prints is what this test is about.
  return Array.isArray(all) ? (all as StepResult[]) : [];
};

test('each registration goes from the challenge to a call after a refresh, and leaves no connection', async () => {
  const ran = await op.run('assistants check --json');
  const reported = steps(ran.json());
  const registering = vendors.filter(({ registrations }) => registrations.length > 0);
  expect(registering.length).toBeGreaterThan(4);
  for (const { title, registrations } of registering) {
    const own = reported.filter((one) => one.assistant === title && one.by.startsWith('registration'));
    const all = [
      'registration',
      'authorization',
      'consent',
      'redemption',
      'first call',
      'refresh',
      'call after refresh',
      'end',
    ];
    expect([title, own.map(({ step, ok }) => (ok ? step : `${step} failed`))]).toEqual([
      title,
      registrations.flatMap(() => all),
    ]);
  }
  // Those that only publish a document cannot connect where none is taken, and the exit status says so.
  expect(reported.filter(({ ok }) => !ok).map(({ assistant, step }) => [assistant, step])).toEqual(
    vendors.filter(({ registrations }) => registrations.length === 0).map(({ title }) => [title, 'document']),
  );
  expect([ran.status, ran.json()['healthy']]).toEqual([6, false]);
  const { json } = await op.run('connection list --json');
  expect(json()['connections']).toEqual([]);
  const { json: audit } = await op.run('audit --json --limit 1000');
  expect(JSON.stringify(audit())).toContain('"action":"mint_session"');
  expect(ran.out).not.toMatch(/eyJ|ll_|code=/);
  expect(await op.run('assistants check --only gemini')).toMatchObject({
    status: 0,
    out: expect.stringContaining('Gemini CLI'),
  });
});

test('a step that fails is the last one, with the sentence of the service', async () => {
  const [claude] = vendors;
  const [way] = claude ? waysOf(claude) : [];
  if (!claude || !way) throw new Error('no vendor');
  const { site } = await discover(`http://127.0.0.1:${service.port}`);
  const reported: StepResult[] = [];
  const none = () => Promise.resolve(undefined);
  await replay({ site, approve: undefined, standInFor: none, tell: (one) => reported.push(one) }, claude, way);
  expect(reported).toEqual([
    expect.objectContaining({
      step: 'authorization',
      ok: false,
      detail: expect.stringContaining('not known to this server'),
    }),
  ]);
});

test('no service, and an address whose proxy passes nothing, are said', async () => {
  const plain = createServer((_req, res) => res.writeHead(404).end('not here'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
  const port = portOf(plain);
  const reported: StepResult[] = [];
  await checkPublicAddress(`http://127.0.0.1:${port}`, (one) => reported.push(one));
  expect(reported.map(({ ok }) => ok)).toEqual([true, false, true, false, false, false, false, true]);
  await expect(discover(`http://127.0.0.1:${port}`)).rejects.toThrow('expected HTTP 401: HTTP 404');
  await new Promise((resolve) => plain.close(resolve));
  await expect(discover(`http://127.0.0.1:${port}`)).rejects.toThrow('does not answer');
  const good: StepResult[] = [];
  await checkPublicAddress(`http://127.0.0.1:${service.port}`, (one) => good.push(one));
  expect(good.filter(({ ok }) => !ok)).toEqual([]);
  expect(good.at(-1)).toMatchObject({ step: 'buffering', detail: 'requests are passed on as they come' });
});

test('a clock that is off, and a certificate that nobody trusts, are named', async () => {
  const late = createServer((_req, res) => res.writeHead(200, { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }).end('{}'));
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
  const reported: StepResult[] = [];
  await checkPublicAddress(`http://127.0.0.1:${portOf(late)}`, (one) => reported.push(one));
  expect(reported.filter(({ ok }) => !ok)).toEqual([
    expect.objectContaining({ step: 'clock', detail: expect.stringMatching(/differ by \d{5,} s/) }),
  ]);
  late.closeAllConnections();
  await new Promise((resolve) => late.close(resolve));

  const folder = join(__dirname, '../oauth/support/certificates');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const own = createSecureServer({ cert: read('client.example.crt'), key: read('client.example.key') });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const refused: StepResult[] = [];
  await checkPublicAddress(`https://127.0.0.1:${portOf(own)}`, (one) => refused.push(one));
  expect(refused.at(-1)).toMatchObject({ ok: false, detail: expect.stringMatching(/certificate/i) });
  await new Promise((resolve) => own.close(resolve));
});

test('a proxy that collects requests is named', async () => {
  const collecting = createServer((req, res) => req.resume().once('end', () => res.end('{}')));
  await new Promise<void>((resolve) => collecting.listen(0, '127.0.0.1', resolve));
  const port = portOf(collecting);
  const reported: StepResult[] = [];
  await checkPublicAddress(`http://127.0.0.1:${port}`, (one) => reported.push(one), 100);
  expect(reported.filter(({ ok }) => !ok)).toEqual([
    expect.objectContaining({ step: 'buffering', detail: expect.stringContaining('proxy_request_buffering off') }),
  ]);
  collecting.closeAllConnections();
  await new Promise((resolve) => collecting.close(resolve));
});
