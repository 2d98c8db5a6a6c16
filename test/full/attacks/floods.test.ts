/**
 * Bodies in thousands of tiny pieces, sent to addresses that answer before they read one: each piece costs the event loop the same
 * whatever it holds, so a few connections could hold it for seconds.
 */
import { connect } from 'node:net';
import { bearer, send } from '../../support/service';
import { startAttackedService, type AttackedService } from './support/attacked-service';

const sockets = 10;
/** Bytes for each connection: what the kernel takes at once and the process would parse before it turns to anybody else. */
const pieces = '1\r\na\r\n'.repeat(300_000);
const extended = `1;${'e'.repeat(200)}\r\na\r\n`.repeat(8_000);

let service: AttackedService;
beforeAll(async () => {
  service = await startAttackedService();
  for (let n = 0; n < 20; n += 1) await neighbour();
});
afterAll(() => service.end());

const neighbour = async () => {
  const headers = bearer(service.neighbourKey);
  expect((await send(service, '/api/v1/customer/leads?limit=1', { headers })).status).toBe(200);
};

const targets: readonly (readonly [name: string, line: string, body: string])[] = [
  ['a message without a token', 'POST /api/v1/mcp', pieces],
  ['a message with a wrong token', 'POST /api/v1/mcp HTTP/1.1\r\nAuthorization: Bearer x', pieces],
  ['a preflight', 'OPTIONS /api/v1/mcp HTTP/1.1\r\nOrigin: https://a.example', pieces],
  ['a method that is not answered', 'DELETE /api/v1/mcp', pieces],
  ['a document, asked for with a body', 'GET /api/v1/openapi.json', pieces],
  ['the head of a file', 'HEAD /api/v1/docs/swagger-ui-bundle.js', pieces],
  ['health', 'GET /healthz', pieces],
  ['an address that is not there', 'POST /nothing', pieces],
  ['a list without a key', 'GET /api/v1/customer/leads', pieces],
  ['a registration', 'POST /api/v1/mcp/oauth/register', pieces],
  ['a refresh', 'POST /api/v1/mcp/oauth/token', pieces],
  ['a form', 'POST /sign-in', pieces],
  ['chunks with extensions', 'POST /api/v1/mcp', extended],
  ['trailers', 'POST /nothing', `0\r\n${'a: b\r\n'.repeat(200_000)}`],
  [
    'requests behind one that is answered',
    'POST /nothing',
    `0\r\n\r\n${'GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(20_000)}`,
  ],
  ['fields of a second request', 'POST /nothing', `0\r\n\r\nGET / HTTP/1.1\r\n${'a:\r\n'.repeat(3_500)}`.repeat(20)],
];

/** @returns how many connections were closed by the service. */
async function flood(line: string, body: string): Promise<number> {
  const start = line.includes('HTTP/1.1') ? line : `${line} HTTP/1.1`;
  const head = `${start}\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const closed = Array.from(
    { length: sockets },
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(service.port, '127.0.0.1', () => {
          socket.write(head);
          // After the answer: what comes then is a body that nobody wants.
          setTimeout(() => socket.write(body), 100);
        });
        const late = setTimeout(() => {
          resolve(false);
          socket.destroy();
        }, 500_000);
        socket.resume();
        socket.on('error', () => undefined);
        socket.on('close', () => {
          clearTimeout(late);
          resolve(true);
        });
      }),
  );
  return (await Promise.all(closed)).filter(Boolean).length;
}

test.each(targets)('%s', async (_name, line, body) => {
  let over = false;
  const flooding = flood(line, body).finally(() => (over = true));
  do {
    await neighbour();
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set when the other ends
  } while (!over);
  expect(await flooding).toBe(sockets);
  // Some 20 ms on an idle machine; a second where the pieces are taken as fast as they come.
});
