/**
 * Requests sent ahead on connections that read nothing and go away: the process keeps neither memory nor descriptors of them,
 * and somebody else's requests are answered meanwhile.
 */
import { connect } from 'node:net';
import { bearer, send } from '../../support/service';
import { startAttackedService, type AttackedService } from './support/attacked-service';

/** ATTACK_ROUNDS raises it; a leak shows in the first. */
const rounds = Number(process.env['ATTACK_ROUNDS'] ?? 2);
const sockets = 10;
const ahead = 1_000;

jest.setTimeout(240_000 * rounds);

let service: AttackedService;
beforeAll(async () => {
  service = await startAttackedService();
});
afterAll(() => service.end());

const head = (line: string, ...fields: readonly string[]) =>
  [`${line} HTTP/1.1`, 'Host: a', ...fields, '', ''].join('\r\n');
const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const json = 'Content-Type: application/json';

const attacks: readonly (readonly [name: string, request: (key: string) => string])[] = [
  ['a long document', () => head('GET /api/v1/openapi.json')],
  ['a static file', () => head('GET /api/v1/docs/swagger-ui-bundle.js')],
  ['the head of a static file', () => head('HEAD /api/v1/docs/swagger-ui-bundle.js')],
  ['a list of leads', (key) => head('GET /api/v1/customer/leads?limit=50', `Authorization: Bearer ${key}`)],
  ['a wrong address', () => head('GET /nothing', 'Accept: text/html')],
  ['a message without a token', () => head('POST /api/v1/mcp', json, `Content-Length: ${message.length}`) + message],
  [
    'a form for express',
    () => head('POST /sign-in', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 3') + 'a=b',
  ],
  [
    'chunks with trailers',
    () =>
      head('POST /api/v1/mcp/oauth/token', json, 'Transfer-Encoding: chunked') + '2\r\n{}\r\n0\r\nX-Trailer: a\r\n\r\n',
  ],
  [
    'a body that waits for leave',
    () => head('POST /api/v1/mcp', json, 'Expect: 100-continue', 'Content-Length: 2') + '{}',
  ],
];

/** Writes requests on connections that are never read, until they are answered as far as the service goes, and cuts them. */
async function attack(bytes: string): Promise<void> {
  await Promise.all(
    Array.from(
      { length: sockets },
      (_, n) =>
        new Promise<void>((resolve) => {
          const socket = connect(service.port, '127.0.0.1');
          socket.pause();
          socket.on('error', () => undefined);
          socket.on('close', () => resolve());
          setTimeout(() => socket.write(bytes), n * 50);
          setTimeout(() => socket.destroy(), n * 50 + 400);
        }),
    ),
  );
}

/** Asks for another workspace while `running` runs. */
async function neighbourWhile(running: Promise<unknown>): Promise<void> {
  let over = false;
  void running.finally(() => (over = true));
  do {
    const { status } = await send(service, '/api/v1/customer/leads?limit=1', { headers: bearer(service.neighbourKey) });
    expect(status).toBe(200);
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set when the other ends
  } while (!over);
}

test.each(attacks)('%s', async (_name, request) => {
  const bytes = request(service.attackerKey).repeat(ahead);
  await attack(request(service.attackerKey));
  const before = await service.resources();
  for (let round = 0; round < rounds; round += 1) await neighbourWhile(attack(bytes));
  // What was closed is let go in time; a leak stays.
  let grown = { descriptors: Infinity, megabytes: Infinity };
  for (let look = 0; look < 60 && (grown.descriptors >= 10 || grown.megabytes >= 15); look += 1) {
    const after = await service.resources();
    grown = {
      descriptors: after.descriptors - before.descriptors,
      megabytes: after.megabytes - before.megabytes,
    };
  }
  expect(grown.descriptors).toBeLessThan(10);
  expect(grown.megabytes).toBeLessThan(15);
});

test('what a connection held is gone with it, and the service answers', async () => {
  expect((await send(service, '/readyz')).status).toBe(200);
  expect((await service.resources()).descriptors).toBeLessThan(100);
});
