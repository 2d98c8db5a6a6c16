import fc from 'fast-check';
import { CircuitBreaker } from './circuit-breaker';
import { retryAfterOf, usualRetries, waitBefore } from './retry';

const now = Date.UTC(2026, 10, 22, 12);

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sun, 22 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['Fri, 31 Dec 2999 00:00:00 GMT', 86_400_000],
  ])('%j is %d ms', (header, ms) => expect(retryAfterOf(header, now)).toBe(ms));

  test.each([undefined, '', '-5', '1.5', 'soon', '1e3'])('%j says nothing', (header) =>
    expect(retryAfterOf(header, now)).toBeNull(),
  );
});

describe('waiting', () => {
  test('never sooner than told, never longer than a tenth more, and given up when told to wait for long', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 120_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (askedFor, random) => {
          const wait = waitBefore(usualRetries, 1, askedFor, random);
          if (askedFor > usualRetries.patienceMs) expect(wait).toBeNull();
          else expect(wait).toBeGreaterThanOrEqual(askedFor);
          if (wait !== null) expect(wait).toBeLessThanOrEqual(Math.ceil(askedFor * 1.1));
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });

  test('grows to its bound and ends', () => {
    const bounds = Array.from({ length: 10 }, (_, at) =>
      waitBefore({ ...usualRetries, attempts: 10 }, at + 1, null, 1),
    );
    expect(bounds).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, null]);
    expect(waitBefore(usualRetries, 1, null, 0)).toBe(250);
  });
});

test('the breaker opens after failures in a row, lets one try later, and closes when it succeeds', () => {
  const breaker = new CircuitBreaker(3, 1000);
  for (const at of [1, 2]) breaker.failed(at);
  expect(breaker.waitMs(2)).toBe(0);
  breaker.failed(3);
  expect(breaker.waitMs(503)).toBe(500);
  expect(breaker.waitMs(1003)).toBe(0);
  // One request is being tried, so the others keep waiting.
  expect(breaker.waitMs(1003)).toBe(1000);
  breaker.failed(1004);
  expect(breaker.waitMs(1005)).toBe(999);
  expect(breaker.waitMs(2004)).toBe(0);
  breaker.succeeded();
  expect(breaker.waitMs(2005)).toBe(0);
});
