import { attemptDelays, delayBefore, jitter } from './attempts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

test('ten attempts: at once, then after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours', () => {
  expect(attemptDelays).toEqual([
    ...[0, 5 * second, 5 * minute, 30 * minute],
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
  ]);
  const delays = attemptDelays.map((_, at) => delayBefore(at + 1, null, 0));
  expect(delays).toEqual([...attemptDelays.slice(1), null]);
});

test('jitter lengthens a delay by a tenth at the most, and never shortens it', () => {
  expect(jitter).toBe(0.1);
  for (const [at, delay] of attemptDelays.slice(1).entries()) {
    expect(delayBefore(at + 1, null, 1)).toBe(Math.ceil(delay * (1 + jitter)));
  }
});

test.each([
  [1, 60_000, 60_000],
  [1, 1_000, 5_000],
  [2, 3_600_000, 3_600_000],
  [9, 60_000, 24 * hour],
])('after attempt %d with Retry-After of %d ms the next follows after %d ms', (attempts, retryAfter, delay) => {
  expect(delayBefore(attempts, retryAfter, 0)).toBe(delay);
});

test('Retry-After makes no further attempt', () => expect(delayBefore(10, 1_000, 0)).toBeNull());
