import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { clientAddress } from './client-address';
import { TooManyTries, Unauthenticated } from './unauthenticated';

const request = (headers: Record<string, string> = {}) => Object.assign(new IncomingMessage(new Socket()), { headers });
const limits = { perMinute: 5, spacing: 2, atOnce: 4, spacingOfAll: 0, atOnceOfAll: 0, patience: 20 };
let now = 1_000;
let address = '203.0.113.1';
const start = (other: Partial<typeof limits> = {}) =>
  new Unauthenticated(
    () => address,
    { ...limits, ...other },
    () => now,
  );
const from = (client: string) => (address = client);
beforeEach(() => from('203.0.113.1'));

test('each page has its own requests of an address, for a minute', () => {
  const limiter = start();
  const admitted = (name: string) =>
    Array.from({ length: 8 }, () => limiter.limited(request(), name)).filter(({ refused }) => !refused).length;
  expect([admitted('/consent'), admitted('/consent'), admitted('/sign-in')]).toEqual([5, 0, 5]);
  expect(limiter.limited(request(), '/consent').refused).toMatchObject({
    error: { code: 'rate_limited', status: 429 },
    headers: { 'Retry-After': '60', RateLimit: '"address";r=0;t=60', 'RateLimit-Policy': '"address";q=5;w=60' },
  });
  from('203.0.113.2');
  expect(admitted('/consent')).toBe(5);
  from('203.0.113.1');
  now += 60_001;
  expect(admitted('/consent')).toBe(5);
});

test('addresses of one IPv6 customer are one, and of one network ten', () => {
  const limiter = start();
  const admitted = (client: string) => {
    from(client);
    return Array.from({ length: 8 }, () => limiter.limited(request(), '/')).filter(({ refused }) => !refused).length;
  };
  expect([admitted('2001:db8:1:1::1'), admitted('2001:db8:1:1::2')]).toEqual([5, 0]);
  const others = Array.from({ length: 20 }, (_, n) => admitted(`2001:db8:1:${n + 2}::1`));
  expect(others.reduce((sum, n) => sum + n, 0)).toBe(45);
});

test('what comes together is spread, up to a bound; what comes one after the other is not', () => {
  const limiter = start({ perMinute: 1_000 });
  const wait = () => limiter.limited(request(), '/').wait;
  expect(Array.from({ length: 8 }, wait)).toEqual([0, 0, 0, 0, 2, 4, 6, 8]);
  expect(Array.from({ length: 20 }, wait).at(-1)).toBe(20);
  from('203.0.113.9');
  expect(wait()).toBe(0);
  for (let n = 0; n < 20; n += 1) {
    now += 3;
    expect(wait()).toBe(0);
  }
});

test('what costs no more than any answer is counted, and does not wait', () => {
  const limiter = start({ spacingOfAll: 3, atOnceOfAll: 1 });
  const admitted = Array.from({ length: 8 }, () => limiter.counted(request(), '/.well-known'));
  expect(admitted.filter(({ refused }) => !refused)).toHaveLength(5);
  expect(admitted.filter(({ wait }) => wait > 0)).toEqual([]);
  expect(limiter.limited(request(), '/').wait).toBe(0);
});

test('what many addresses ask together is spread too', () => {
  const limiter = start({ spacingOfAll: 3, atOnceOfAll: 2 });
  const waits = Array.from({ length: 5 }, (_, n) => {
    from(`203.0.113.${n}`);
    return limiter.limited(request(), '/').wait;
  });
  expect(waits).toEqual([0, 0, 3, 6, 9]);
});

test('tries of credentials: good ones are taken back, and the count is of the address alone', async () => {
  const limiter = start();
  const countTry = limiter.tries(request());
  for (let n = 0; n < 20; n += 1) (await countTry())();
  for (let n = 0; n < 5; n += 1) await countTry();
  await expect(countTry()).rejects.toThrow(TooManyTries);
  expect(limiter.limited(request(), '/consent').refused).toBeUndefined();
  from('203.0.113.2');
  await limiter.tries(request())();
});

test('tries of an address wait for their turn, beside what it asks of pages', async () => {
  const limiter = start({ perMinute: 1_000 });
  for (let n = 0; n < 4; n += 1) await limiter.tries(request())();
  expect(limiter.limited(request(), '/').wait).toBe(2);
});

describe('the address of the client', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.7, 203.0.113.5, 10.0.0.2' };
  const connected = (remoteAddress: string, headers: Record<string, string> = {}) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    return Object.assign(new IncomingMessage(socket), { headers });
  };
  test.each([
    ['false', '10.0.0.1', '10.0.0.1'],
    ['1', '10.0.0.1', '10.0.0.2'],
    ['2', '10.0.0.1', '203.0.113.5'],
    ['10.0.0.0/8', '10.0.0.1', '203.0.113.5'],
    ['loopback, uniquelocal', '10.0.0.1', '203.0.113.5'],
    ['loopback', '10.0.0.1', '10.0.0.1'],
    ['10.0.0.0/8', '192.0.2.1', '192.0.2.1'],
  ])('TRUST_PROXY=%s, connected from %s: %s', (trust, socket, expected) => {
    expect(clientAddress(trust)(connected(socket, forwarded))).toBe(expected);
    expect(clientAddress(trust)(connected(socket))).toBe(socket);
  });
  test('a setting that names no address', () => {
    expect(() => clientAddress('nowhere')).toThrow(/TRUST_PROXY is "nowhere"/);
  });
});
