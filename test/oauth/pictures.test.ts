/** A client's logo is fetched on a stranger's word, so from where and how much matters. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isPublicAddress } from '../../src/shared/http-client/addresses';
import { register } from './support/flow';
import { startTestServer, type TestServer } from './support/server';
import { fetchPicture, maximumPictureBytes, Pictures } from '../../src/interfaces/oauth/pictures';

const folder = join(__dirname, 'support', 'certificates');
const cert = readFileSync(join(folder, 'client.example.crt'), 'utf8');
const key = readFileSync(join(folder, 'client.example.key'), 'utf8');
const address = 'https://client.example/logo.png';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

let host: Server;
let handler: Handler;
let hits: string[] = [];

/** Everything as in service, but `client.example` is this machine and its certificate is trusted. */
const reachable = {
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  isAllowedAddress: (one: string) => one === '127.0.0.1',
  ca: cert,
  port: 0,
  // So long that no busy machine meets it.
  timeoutMs: 60_000,
};

beforeAll(async () => {
  host = createServer({ cert, key }, (req, res) => {
    hits.push(req.url ?? '');
    handler(req, res);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  reachable.port = (host.address() as AddressInfo).port;
});
afterAll(async () => {
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});
beforeEach(() => (hits = []));

const png = (length: number) => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(length - 4)]);
const answer =
  (body: Buffer | string, headers: Record<string, string> = {}, status = 200): Handler =>
  (_req, res) => {
    res.writeHead(status, { 'Content-Type': 'image/png', ...headers });
    res.end(body);
  };

test('positive control: a picture of the greatest size is passed on as it is', async () => {
  const sent = png(maximumPictureBytes);
  handler = answer(sent);
  expect(await fetchPicture(address, reachable)).toEqual({ type: 'image/png', bytes: sent });
});

test('the type is what the bytes say', async () => {
  handler = answer(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  expect(await fetchPicture(address, reachable)).toMatchObject({ type: 'image/jpeg' });
});

const refused: readonly (readonly [string, Handler])[] = [
  ['one byte too many', answer(png(maximumPictureBytes + 1))],
  ['a page that calls itself a picture', answer('<html><script>alert(1)</script>')],
  ['a picture that calls itself a page', answer(png(100), { 'Content-Type': 'text/html' })],
  ['a drawing, which can hold scripts', answer('<svg/>', { 'Content-Type': 'image/svg+xml' })],
  ['a compressed picture, which could be a bomb', answer(png(100), { 'Content-Encoding': 'gzip' })],
  ['a redirect, to a private address or anywhere', answer('', { Location: 'http://169.254.169.254/' }, 302)],
  ['an error', answer(png(100), {}, 404)],
  ['one that breaks off', answer(png(100), { 'Content-Length': '200' })],
  ['one that never ends', (_req, res) => res.writeHead(200, { 'Content-Type': 'image/png' }).write(png(100))],
];

test.each(refused)('refused: %s', async (name, given) => {
  handler = given;
  const timeoutMs = name === 'one that never ends' ? 500 : reachable.timeoutMs;
  expect(await fetchPicture(address, { ...reachable, timeoutMs })).toBe('none');
  // Nothing is followed, and nothing is asked for twice.
  expect(hits).toEqual(['/logo.png']);
});

test.each([
  ['http', 'http://client.example/logo.png', {}],
  ['another port', 'https://client.example:8443/logo.png', {}],
  ['an address in place of a name', 'https://127.0.0.1/logo.png', {}],
  ['the same in brackets', 'https://[::1]/logo.png', {}],
  ['a name with a private address', address, { isAllowedAddress: isPublicAddress }],
])('never asked: %s', async (_name, url, changes) => {
  handler = answer(png(100));
  expect(await fetchPicture(url, { ...reachable, ...changes })).toBe('none');
  expect(hits).toEqual([]);
});

const all = (pictures: Pictures, addresses: readonly string[]) =>
  Promise.all(addresses.map((one) => pictures.find(one)));

test.each([
  ['a picture', answer(png(100)), { type: 'image/png', bytes: png(100) }],
  ['no picture', answer('', {}, 404), 'none'],
])('sixty who ask at once, and who asks later: one fetch of %s', async (_name, given, wanted) => {
  handler = given;
  const pictures = new Pictures((one) => fetchPicture(one, reachable));
  const sixty = Array.from({ length: 60 }, () => address);
  expect(new Set((await all(pictures, sixty)).map((found) => JSON.stringify(found)))).toEqual(
    new Set([JSON.stringify(wanted)]),
  );
  expect(await pictures.find(address)).toEqual(wanted);
  expect(hits).toEqual(['/logo.png']);
});

test('sixty pictures of one slow host: two fetches at once, and another host has its turn', async () => {
  let underWay = 0;
  let most = 0;
  let answerAll = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answerAll = resolve));
  const pictures = new Pictures(async (one) => {
    if (one.includes('other.example')) return 'none';
    underWay += 1;
    most = Math.max(most, underWay);
    await answered;
    underWay -= 1;
    return 'none';
  });
  const slow = all(
    pictures,
    Array.from({ length: 60 }, (_, n) => `https://slow.example/${n}.png`),
  );
  expect(await pictures.find('https://other.example/logo.png')).toBe('none');
  answerAll();
  const found = await slow;
  expect(most).toBe(2);
  expect(found.filter((one) => one === 'none')).toHaveLength(10);
  expect(found.filter((one) => one === 'busy')).toHaveLength(50);
});

describe('at its address', () => {
  let server: TestServer;
  afterEach(() => server.close());
  const found = async (clientId: string) =>
    fetch(`${server.issuer}/authorize/picture?client_id=${encodeURIComponent(clientId)}`);

  test('a picture is passed on with its type, shows nothing but itself, and is fetched once a day', async () => {
    server = await startTestServer({ documents: reachable });
    const sent = png(200);
    handler = answer(sent, { 'Content-Type': 'image/webp', 'Set-Cookie': 'a=b' });
    const clientId = await register(server, { logo_uri: address });
    for (let n = 0; n < 3; n += 1) {
      const answered = await found(clientId);
      expect([answered.status, Buffer.from(await answered.arrayBuffer())]).toEqual([200, sent]);
      expect(Object.fromEntries(answered.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(answered.headers.get('set-cookie')).toBeNull();
    }
    expect(hits).toEqual(['/logo.png']);
  });

  test('one that is none is not found, and not asked for again', async () => {
    server = await startTestServer({ documents: reachable });
    handler = answer('<svg/>', { 'Content-Type': 'image/svg+xml' });
    const clientId = await register(server, { logo_uri: address });
    for (let n = 0; n < 2; n += 1) expect((await found(clientId)).status).toBe(404);
    expect(hits).toEqual(['/logo.png']);
  });
});
