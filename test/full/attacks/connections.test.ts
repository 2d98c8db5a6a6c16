/** What one connection may hold of the process, and in which order it is answered. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { createLogger } from '../../../src/http/logging';
import type { ConnectionLimits } from '../../../src/http/connections';
import { Metrics } from '../../../src/http/metrics';
import type { Handler } from '../../../src/http/router';
import { HttpServer } from '../../../src/http/server';
import { sendBytes } from '../../support/service';

const get = (path: string, ...fields: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...fields, '', ''].join('\r\n');
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** A service with `/now`, `/held` (answers when the test says so) and `/long` (20 MB). */
class Subject {
  readonly lines: string[] = [];
  readonly started: string[] = [];
  readonly metrics = new Metrics();
  private readonly held: (() => void)[] = [];
  private constructor(
    readonly server: HttpServer,
    public port: number,
  ) {}

  static async start(limits: Partial<ConnectionLimits> = {}): Promise<Subject> {
    const lines: string[] = [];
    const log = createLogger({ LOG_LEVEL: 'info' }, { write: (line: string) => void lines.push(line) });
    const metrics = new Metrics();
    const server = new HttpServer({ log, metrics, securityHeaders: [], limits });
    const subject = Object.assign(new Subject(server, 0), { lines, metrics });
    const note: (handler: Handler) => Handler = (handler) => (req, res, segments) => {
      subject.started.push(res.requestId);
      return handler(req, res, segments);
    };
    const long = Buffer.alloc(20 * 2 ** 20, 'x');
    server.open([
      { path: '/now', answer: { GET: note((_req, res) => void res.end('now')) } },
      {
        path: '/read',
        answer: { POST: (req, res) => void req.on('data', () => undefined).on('end', () => res.end('read')) },
      },
      {
        path: '/pieces',
        answer: {
          POST: (req, res) => {
            const sizes: number[] = [];
            req.on('data', (piece: Buffer) => sizes.push(piece.length)).on('end', () => res.end(JSON.stringify(sizes)));
          },
        },
      },
      { path: '/long', answer: { GET: note((_req, res) => void res.end(long)) } },
      {
        path: '/held',
        answer: {
          GET: note((_req, res) => new Promise<void>((go) => subject.held.push(go)).then(() => void res.end('held'))),
        },
      },
    ]);
    subject.port = await server.listen(0, '127.0.0.1');
    return subject;
  }

  release(): void {
    for (const go of this.held.splice(0)) go();
  }

  logged(): Record<string, unknown>[] {
    return this.lines.map((line): Record<string, unknown> => ({ ...Object(JSON.parse(line)) }));
  }
}

let subject: Subject;
afterEach(() => subject.server.stop(0));

function opened(port: number): Promise<{ socket: Socket; text: () => string; closed: Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => (text += part.toString('latin1')));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return new Promise((resolve) => socket.once('connect', () => resolve({ socket, text: () => text, closed })));
}

async function until(isTrue: () => boolean): Promise<void> {
  // The limit of the test ends what never comes.
  while (!isTrue()) await new Promise((go) => setTimeout(go, 10));
}

test('answers a few requests that were sent ahead in their order, and keeps the connection', async () => {
  subject = await Subject.start();
  const text = await sendBytes(subject, get('/now').repeat(20) + get('/now', 'Connection: close'));
  expect(statuses(text)).toEqual(Array(21).fill(200));
  expect(text.match(/connection: close/gi)).toHaveLength(1);
});

test('a request begins when those before it are answered', async () => {
  subject = await Subject.start();
  const { socket, text } = await opened(subject.port);
  socket.write(get('/held', 'X-Request-Id: one') + get('/now', 'X-Request-Id: two'));
  await until(() => subject.started.length > 0);
  expect(subject.started).toEqual(['one']);
  subject.release();
  await until(() => statuses(text()).length === 2);
  expect(subject.started).toEqual(['one', 'two']);
  socket.destroy();
});

test('answers as many as may be outstanding, then closes the connection', async () => {
  subject = await Subject.start({ outstanding: 5 });
  const { socket, text, closed } = await opened(subject.port);
  socket.write(get('/held') + get('/now').repeat(100));
  await until(() => subject.started.length === 1);
  subject.release();
  await closed;
  expect(statuses(text())).toEqual(Array(5).fill(200));
  expect(subject.started).toHaveLength(5);
  await until(() => subject.logged().some(({ reason }) => reason !== undefined));
  expect(subject.logged()).toContainEqual(expect.objectContaining({ reason: 'too_far_ahead', requests: 96 }));
});

test('closes a connection after its last request', async () => {
  subject = await Subject.start({ requests: 3 });
  const text = await sendBytes(subject, get('/now').repeat(10));
  expect(statuses(text)).toEqual([200, 200, 200]);
  expect(text.match(/connection: close/gi)).toHaveLength(1);
});

test('a request whose client left is logged and counted, also when it never was its turn', async () => {
  subject = await Subject.start();
  const { socket } = await opened(subject.port);
  socket.write(get('/held') + get('/now').repeat(4));
  await until(() => subject.started.length === 1);
  socket.destroy();
  await until(() => subject.lines.length === 5);
  expect(subject.logged()).toEqual(Array(5).fill(expect.objectContaining({ method: 'GET', aborted: true })));
  expect(subject.started).toHaveLength(1);
  const { body } = await subject.metrics.text();
  expect(body).toMatch(/duration_seconds_count\{method="GET",route="\/held",status="aborted"\} 1/);
  expect(body).toMatch(/duration_seconds_count\{method="GET",route="none",status="aborted"\} 4/);
});

test('an answer that its client does not read is given up', async () => {
  subject = await Subject.start({ readWithinMs: 200, readBytesPerSecond: 1e9 });
  const { socket, closed } = await opened(subject.port);
  socket.pause();
  socket.write(get('/long'));
  await until(() => subject.logged().some(({ path }) => path === '/long'));
  expect(subject.logged()).toContainEqual(expect.objectContaining({ reason: 'unread_answer' }));
  expect(subject.logged()).toContainEqual(expect.objectContaining({ path: '/long', aborted: true }));
  socket.resume();
  await closed;
});

test('a slow but steady reader gets the whole answer', async () => {
  subject = await Subject.start({ readWithinMs: 200, readBytesPerSecond: 1024 * 1024 });
  const { socket, closed, text } = await opened(subject.port);
  socket.write(get('/long', 'Connection: close'));
  const slow = setInterval(() => {
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  }, 40);
  await closed;
  clearInterval(slow);
  expect(text().length).toBeGreaterThan(20 * 2 ** 20);
});

test('what is no HTTP behind a good request does not stand in the place of its answer', async () => {
  subject = await Subject.start();
  const { socket, text, closed } = await opened(subject.port);
  socket.write(`${get('/held')}nonsense\r\n\r\n`);
  await until(() => subject.started.length === 1);
  subject.release();
  await closed;
  expect(text()).toMatch(/^HTTP\/1\.1 200 OK[^]*held$/);
});

test('a body whose client broke off after its answer gets no second one', async () => {
  subject = await Subject.start();
  const text = await sendBytes(subject, 'POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab');
  expect(statuses(text)).toEqual([404]);
});

test.each([
  ['many pieces', '1\r\na\r\n'.repeat(3_000)],
  ['many bytes', `10000\r\n${'a'.repeat(65_536)}\r\n`.repeat(40)],
])('a body of %s ends its connection, no matter who reads it', async (_name, chunks) => {
  subject = await Subject.start();
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
  expect(
    statuses(await sendBytes(subject, `${head('/read')}1\r\na\r\n0\r\n\r\n${get('/now', 'Connection: close')}`)),
  ).toEqual([200, 200]);
  // The client may find the connection reset while it writes.
  const refused = await sendBytes(subject, head('/read') + chunks).catch(() => '');
  expect(statuses(refused)).toEqual([]);
});

test.each([
  ['is read to its end, and the connection stays', `Content-Length: ${1024 * 1024}`, 'keep-alive'],
  ['will be cut, and the answer says that the connection closes', `Content-Length: ${1024 * 1024 + 1}`, 'close'],
  ['in chunks may be cut, and the answer says so too', 'Transfer-Encoding: chunked', 'close'],
])('the rest of a refused body %s', async (_says, field, connection) => {
  subject = await Subject.start();
  const { socket, text, closed } = await opened(subject.port);
  socket.write(`POST /nothing HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`);
  await until(() => statuses(text()).length === 1);
  expect(text()).toMatch(new RegExp(`^connection: ${connection}\r$`, 'im'));
  if (connection === 'close') return closed;
  socket.write(`${'a'.repeat(1024 * 1024)}${get('/now', 'Connection: close')}`);
  await closed;
  expect(statuses(text())).toEqual([404, 200]);
});

test('a client that keeps its connections goes on after a body in chunks was refused', async () => {
  subject = await Subject.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const req = request({ agent, host: '127.0.0.1', port: subject.port, method, path }, (res) => {
        // What was not sent yet is of no use to anybody now: the answer is there.
        req.off('error', reject).on('error', () => undefined);
        res
          .resume()
          .on('error', () => undefined)
          .on('close', () => resolve(res.statusCode));
      });
      req.on('error', reject);
      // Twice, so that the client does not know the length when it sends the head.
      if (body !== '') req.write(body);
      req.end(body);
    });
  const answers: (number | undefined)[] = [];
  for (const body of ['a', 'a'.repeat(2 ** 20), 'a'.repeat(2 ** 22)]) {
    answers.push(await ask('POST', '/nothing', body), await ask('GET', '/now', ''));
  }
  agent.destroy();
  expect(answers).toEqual([404, 200, 404, 200, 404, 200]);
});

test('a body of many pieces ends its connection also when it comes after the answer', async () => {
  subject = await Subject.start();
  const { socket, text, closed } = await opened(subject.port);
  socket.write('POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  await until(() => statuses(text()).length === 1);
  socket.write('1\r\na\r\n'.repeat(5_000));
  await closed;
  // Its pieces ended it, and not the time that such a body has.
  expect(subject.logged().some(({ reason }) => reason === 'unwanted_body')).toBe(false);
});

test('what arrived at once is parsed in slices, whole and in order', async () => {
  subject = await Subject.start();
  const body = 'a'.repeat(60_000);
  const text = await sendBytes(
    subject,
    `POST /pieces HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}${get('/now', 'Connection: close')}`,
  );
  expect(statuses(text)).toEqual([200, 200]);
  const sizes = z.array(z.number()).parse(JSON.parse(/\[[\d,]+\]/.exec(text)?.[0] ?? ''));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(body.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4_096);
});

test('what follows too many requests sent ahead is dropped without being parsed', async () => {
  subject = await Subject.start({ outstanding: 5 });
  const text = await sendBytes(subject, get('/now').repeat(5_000));
  expect(statuses(text)).toEqual(Array(5).fill(200));
  await until(() => subject.logged().some(({ reason }) => reason !== undefined));
  const logged = subject.logged().find(({ reason }) => reason === 'too_far_ahead');
  // Those of the slice that held the sixth, of 165,000 bytes in all.
  expect(logged?.['requests']).toBeLessThan(200);
});

test('a client that ends its side behind a request does not disturb the others', async () => {
  subject = await Subject.start();
  const { socket, closed } = await opened(subject.port);
  socket.end(get('/now').repeat(3));
  await closed;
  expect(statuses(await sendBytes(subject, get('/now', 'Connection: close')))).toEqual([200]);
});

test('two Host headers are refused, one is not', async () => {
  subject = await Subject.start();
  const host = (...fields: readonly string[]) => sendBytes(subject, get('/now', ...fields, 'Connection: close'));
  expect(statuses(await host())).toEqual([200]);
  expect(await host('Host: a')).toMatch(/^HTTP\/1\.1 400 [^]*more than one Host/);
  expect(await host('host: b')).toMatch(/^HTTP\/1\.1 400 /);
});

test('a second Host is not hidden behind thousands of other fields', async () => {
  subject = await Subject.start();
  const fields = (many: number, last: string) =>
    sendBytes(subject, get('/now', 'Connection: close', ...Array<string>(many).fill('a:'), last));
  expect(statuses(await fields(150, 'b: c'))).toEqual([200]);
  expect(await fields(150, 'Host: b')).toMatch(/^HTTP\/1\.1 400 [^]*more than one Host/);
  expect(await fields(2_500, 'Host: b')).toMatch(/^HTTP\/1\.1 400 [^]*more than 200 header fields/);
});

test('an upgrade that nobody offers is an ordinary request; CONNECT is refused', async () => {
  subject = await Subject.start();
  const upgrade = await sendBytes(subject, get('/now', 'Connection: Upgrade, close', 'Upgrade: websocket'));
  expect(statuses(upgrade)).toEqual([200]);
  const tunnel = await sendBytes(subject, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
  expect(tunnel).toMatch(/^HTTP\/1\.1 405 [^]*"method_not_allowed"/);
  const trace = await sendBytes(subject, 'TRACE /now HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(trace).toMatch(/^HTTP\/1\.1 405 /);
});

test('while draining, requests are answered and their connections closed', async () => {
  subject = await Subject.start();
  const idle = await opened(subject.port);
  subject.server.drain();
  idle.socket.write(get('/now'));
  await idle.closed;
  expect(idle.text()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  expect(await sendBytes(subject, get('/now'))).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
});
