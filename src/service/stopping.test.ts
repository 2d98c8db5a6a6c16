import { answersMs, closingMs, databaseClosingMs, lingerMs, notReadyMs, stopMs, wholeStopMs } from './stopping';

describe('the delay of a stop', () => {
  it.each([
    ['a balancer asks', { setDelayMs: undefined, host: '0.0.0.0', readinessAskedAgoMs: 2_000 }, 5_000],
    ['nobody asked', { setDelayMs: undefined, host: '0.0.0.0', readinessAskedAgoMs: Infinity }, 0],
    ['nobody asks any more', { setDelayMs: undefined, host: '::', readinessAskedAgoMs: 61_000 }, 0],
    ['127.0.0.1', { setDelayMs: undefined, host: '127.0.0.1', readinessAskedAgoMs: 0 }, 0],
    ['127.1.2.3', { setDelayMs: undefined, host: '127.1.2.3', readinessAskedAgoMs: 0 }, 0],
    ['::1', { setDelayMs: undefined, host: '::1', readinessAskedAgoMs: 0 }, 0],
    ['localhost', { setDelayMs: undefined, host: 'localhost', readinessAskedAgoMs: 0 }, 0],
    ['a public address', { setDelayMs: undefined, host: '192.0.2.1', readinessAskedAgoMs: 0 }, 5_000],
    ['one that is set', { setDelayMs: 700, host: '127.0.0.1', readinessAskedAgoMs: Infinity }, 700],
    ['none that is set', { setDelayMs: 0, host: '0.0.0.0', readinessAskedAgoMs: 0 }, 0],
  ])('%s', (_name, circumstances, expected) => expect(notReadyMs(circumstances)).toBe(expected));

  it.each([0, 1_000, 5_000, 8_000, 300_000])('of %d ms leaves time for requests, and all fits in', (delay) => {
    expect(answersMs(delay)).toBeGreaterThanOrEqual(1_500);
    expect(delay + answersMs(delay) + closingMs + databaseClosingMs + lingerMs).toBe(wholeStopMs(delay));
  });

  it('fits in before `docker stop` kills, with every delay that is not set by hand', () => {
    expect(wholeStopMs(5_000)).toBe(stopMs);
    expect(stopMs).toBeLessThan(10_000);
  });
});
