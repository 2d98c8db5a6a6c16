import { paceText } from './progress';

test.each([
  [0, 100, 5_000, ''],
  [10, 100, 500, ''],
  [10, 100, 2_000, ', 5/s, 18 s left'],
  [12_000, undefined, 1_000, ', 12,000/s'],
  [100, 100, 2_000, ', 50/s'],
  [10, 1_000, 10_000, ', 1/s, 16 min 30 s left'],
])('%s of %s after %s ms: %j', (done, total, elapsed, text) => {
  expect(paceText(done, total, elapsed)).toBe(text);
});
