/** The outgoing client against a server that misbehaves: where it goes, how often it asks, how much it takes. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isOperatorAddress, isPublicAddress } from '../../src/shared/http-client/addresses';
import { HttpClient, type ClientOptions } from '../../src/shared/http-client/client';
import { OutgoingError } from '../../src/shared/http-client/exchange';

type Handler = (req: IncomingMessage, res: ServerResponse, count: number) => void;

let server: Server;
let base: string;
let handler: Handler;
let hits = 0;
let elsewhere = 0;

beforeAll(async () => {
  server = createServer((req, res) => {
    if (req.url === '/elsewhere') elsewhere += 1;
    hits += 1;
    handler(req, res, hits);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => (hits = 0));

const quick = { attempts: 4, baseMs: 2, capMs: 8, patienceMs: 2_000 };
const client = (options: Partial<ClientOptions> = {}) =>
  new HttpClient({
    baseUrl: base,
    namedBy: 'operator',
    headers: { 'X-API-KEY': 'the-secret-key' },
    retries: quick,
    timeoutMs: 60_000,
    ...options,
  });
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Handler =>
  (_req, res) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    res.end(JSON.stringify(body));
  };
const failure = async (promise: Promise<unknown>): Promise<OutgoingError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutgoingError)) throw new Error(`expected a failure, got ${String(error)}`);
  return error;
};

test('positive control: an answer arrives, with the key sent once', async () => {
  let seen: unknown;
  handler = (req, res, count) => {
    seen = req.headers['x-api-key'];
    json({ ok: true })(req, res, count);
  };
  expect((await client().get('/a?x=1')).value).toEqual({ ok: true });
  expect(seen).toBe('the-secret-key');
  expect(hits).toBe(1);
});

/** Sends bytes as they are, and keeps the connection open. */
const raw =
  (bytes: string): Handler =>
  (req) =>
    void req.socket.write(bytes);

test('positive control: an answer after an interim one, and half a character that UTF-8 cannot hold', async () => {
  const body = '["\\ud83d\\ude00", "\\ud83d", "a\\udc00b"]';
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  handler = raw(`HTTP/1.1 103 Early Hints\r\n\r\n${head}${body}`);
  expect((await client().get('/a')).value).toEqual(['😀', '\ufffd', 'a\ufffdb']);
});

const faults: readonly (readonly [name: string, handler: Handler, kind: string, requests: number])[] = [
  ['500 for ever', json({}, 500), 'status', 4],
  ['429 for ever', json({}, 429), 'status', 4],
  ['429 that says to come in an hour', json({}, 429, { 'Retry-After': '3600' }), 'status', 1],
  ['401', json({}, 401), 'status', 1],
  ['404', json({}, 404), 'status', 1],
  ['a redirect to this machine', json({}, 302, { Location: '/elsewhere' }), 'redirect', 1],
  ['a redirect to a private address', json({}, 307, { Location: 'http://169.254.169.254/latest' }), 'redirect', 1],
  ['HTML', (_req, res) => void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'), 'bad_answer', 1],
  [
    'JSON that breaks off',
    (_req, res) => void res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"items":[{"a"'),
    'bad_answer',
    4,
  ],
  [
    'a body shorter than announced',
    (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      res.write('{"a":');
      setImmediate(() => res.destroy());
    },
    'cut_short',
    4,
  ],
  ['a reset', (req) => void req.socket.resetAndDestroy(), 'cut_short', 4],
  ['a hang', () => undefined, 'timeout', 4],
  ['compressed though not asked', json({}, 200, { 'Content-Encoding': 'gzip' }), 'bad_answer', 1],
  ['headers without end', raw(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(20_000)}`), 'too_large', 1],
  ['interim answers without end', raw('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20_000)), 'too_large', 1],
  [
    'another protocol',
    raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    'bad_answer',
    1,
  ],
  ['something that is no HTTP', raw('hello\n'), 'bad_answer', 4],
  ['more than is taken', json({ x: 'y'.repeat(3_000) }), 'too_large', 1],
];

test.each(faults)('%s', async (_name, faulty, kind, requests) => {
  handler = faulty;
  const error = await failure(client({ maxBytes: 2_000, timeoutMs: kind === 'timeout' ? 150 : 60_000 }).get('/a'));
  expect(error.kind).toBe(kind);
  expect(hits).toBe(requests);
  expect(elsewhere).toBe(0);
  expect(JSON.stringify([error.message, error.stack])).not.toMatch(/the-secret-key|"items"/);
});

const bulk =
  (body: string): Handler =>
  (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end(body);
  };
const large: readonly (readonly [name: string, body: string, reason: string])[] = [
  ['14 MB of brackets in brackets', '['.repeat(14_000_000), 'nested too deep'],
  ['14 MB of objects in objects', '{"a":'.repeat(2_800_000), 'nested too deep'],
  ['14 MB of empty arrays', `[${'[],'.repeat(4_600_000)}1]`, 'too many members'],
  ['14 MB of numbers', `{"items":[${'1,'.repeat(7_000_000)}1]}`, 'too many members'],
  ['a text of 14 MB', `["${'x'.repeat(14_000_000)}"]`, 'a string that is too long'],
  ['17 MB', `["${'x'.repeat(17_000_000)}"]`, 'too large'],
];

test.each(large)('%s: refused at the bound, and not asked for again', async (_name, body, reason) => {
  handler = bulk(body);
  const error = await failure(client({ timeoutMs: 60_000 }).get('/a'));
  expect([error.kind, error.reason, error.temporary]).toEqual(['too_large', reason, false]);
  expect(hits).toBe(1);
});

test('an answer in pieces of a byte each is read up to a number of pieces', async () => {
  const inPieces =
    (count: number): Handler =>
    (req) => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
      req.socket.end(`${head}1\r\n[\r\n${'1\r\n \r\n'.repeat(count)}1\r\n]\r\n0\r\n\r\n`);
    };
  handler = inPieces(1_000);
  expect((await client({ timeoutMs: 60_000 }).get('/a')).value).toEqual([]);
  handler = inPieces(60_000);
  expect((await failure(client({ timeoutMs: 60_000 }).get('/a'))).reason).toBe('in too many pieces');
});

test('waits as long as it is told, then goes on', async () => {
  // A timer of the same length, started before: a timer that was started later fires later.
  let isOver = false;
  handler = (req, res, count) => {
    if (count === 1) {
      setTimeout(() => (isOver = true), 950);
      return json({}, 429, { 'Retry-After': '1' })(req, res, count);
    }
    json({ isOver })(req, res, count);
  };
  const { value } = await client().get('/a');
  expect(value).toEqual({ isOver: true });
});

test('what has an effect is not sent again where it may have been carried out', async () => {
  for (const [faulty, requests] of [
    [json({}, 500), 1],
    [(req: IncomingMessage) => void req.socket.resetAndDestroy(), 1],
    [json({}, 429), 4],
    [json({}, 503), 4],
  ] as const) {
    hits = 0;
    handler = faulty;
    await failure(client().post('/runs', {}));
    expect(hits).toBe(requests);
  }
});

test('a host that only fails is left alone', async () => {
  handler = json({}, 500);
  const one = client();
  for (let at = 0; at < 20; at += 1) await failure(one.get('/a'));
  expect(hits).toBe(8);
  expect((await failure(one.get('/a'))).kind).toBe('circuit_open');
});

describe('where it goes', () => {
  const private_ = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '0.0.0.0', '192.168.1.1', '224.0.0.1'];
  const carrying = [
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '2002:a9fe:a9fe::1',
    '2001:0:a9fe:a9fe::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
  ];

  test('positive control: public addresses pass', () => {
    for (const address of ['93.184.216.34', '2606:4700::1111']) {
      expect(isPublicAddress(address)).toBe(true);
      expect(isOperatorAddress(address)).toBe(true);
    }
  });

  test.each([...private_, ...carrying])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    '169.254.169.254',
    '100.100.100.200',
    'fd00:ec2::254',
    'fd00:ec2:0:0::23',
    'fd20:ce::254',
    'fe80::1',
    '::ffff:169.254.169.254',
    '::ffff:7f00:1',
    '0.0.0.0',
    '64:ff9b::a9fe:a9fe',
  ])('an operator cannot mean %s', (address) => expect(isOperatorAddress(address)).toBe(false));

  test.each(private_.concat(carrying))('a stranger’s host at %s is not connected to', async (address) => {
    handler = json({});
    const resolve = () => Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
    const wanted = client({ baseUrl: 'http://vendor.example', namedBy: 'stranger', network: { resolve } });
    expect((await failure(wanted.get('/a'))).kind).toBe('refused_address');
  });

  test.each(['http://127.0.0.1', 'http://[::1]', 'http://8.8.8.8', 'http://0x7f000001', 'http://[::ffff:10.0.0.1]'])(
    'a stranger’s literal address %s is not connected to',
    async (baseUrl) => {
      expect((await failure(client({ baseUrl, namedBy: 'stranger' }).get('/a'))).kind).toBe('refused_address');
    },
  );

  test('an operator’s literal address is, unless it is link-local', async () => {
    expect((await failure(client({ baseUrl: 'http://169.254.169.254' }).get('/a'))).kind).toBe('refused_address');
  });
});

describe('work that is stopped', () => {
  const stopped = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => String(error));
  const enough = { ...quick, attempts: 1 };

  test('while a request reads: it ends, with the reason of the stop', async () => {
    const stop = new AbortController();
    handler = () => stop.abort(new Error('the process stops'));
    expect(await stopped(client().stoppedBy(stop.signal).get('/'))).toBe('Error: the process stops');
    expect(hits).toBe(1);
  });

  test.each([
    ['before it', (stop: AbortController) => stop.abort(new Error('stopped'))],
    ['during it', (stop: AbortController) => (handler = () => stop.abort(new Error('stopped')))],
  ])('when the host is tried again after a rest, %s: the next work tries it', async (_name, arrange) => {
    const shared = client({ retries: enough });
    const now = jest.spyOn(Date, 'now');
    try {
      handler = json({}, 500);
      for (let n = 0; n < 8; n += 1) await failure(shared.get('/'));
      expect((await failure(shared.get('/'))).kind).toBe('circuit_open');
      const later = Date.now() + 31_000;
      now.mockImplementation(() => later);
      const stop = new AbortController();
      arrange(stop);
      expect(await stopped(shared.stoppedBy(stop.signal).get('/'))).toBe('Error: stopped');
      handler = json({ good: true });
      expect((await shared.get('/')).value).toEqual({ good: true });
    } finally {
      now.mockRestore();
    }
  });
});
