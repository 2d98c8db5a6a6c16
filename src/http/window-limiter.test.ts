import { WindowLimiter } from './window-limiter';

test('gives each key its points and says how long to wait after them', () => {
  const limiter = new WindowLimiter(60);
  for (let n = 0; n < 3; n += 1) {
    expect(limiter.wait('a', 3)).toBe(0);
    limiter.add('a', 1);
  }
  expect(limiter.wait('a', 3)).toBe(60);
  expect([limiter.wait('a', 4), limiter.wait('b', 3)]).toEqual([0, 0]);
  limiter.add('a', -1);
  expect(limiter.wait('a', 3)).toBe(0);
});

test('taking back what nobody used gives nothing', () => {
  const limiter = new WindowLimiter(60);
  limiter.add('a', -1);
  limiter.add('a', 1);
  expect(limiter.wait('a', 1)).toBeGreaterThan(0);
});

test('starts over when the window is over, and not later for having been used', () => {
  let now = 1_000;
  const limiter = new WindowLimiter(60, () => now);
  limiter.add('a', 1);
  now += 59_000;
  limiter.add('a', 1);
  expect(limiter.wait('a', 2)).toBe(1);
  now += 1_001;
  expect(limiter.wait('a', 1)).toBe(0);
});

test('forgets the oldest of very many keys', () => {
  const limiter = new WindowLimiter(60);
  for (let n = 0; n <= 20_000; n += 1) limiter.add(`key ${n}`, 1);
  expect([limiter.wait('key 0', 1), limiter.wait('key 20000', 1)]).toEqual([0, 60]);
});
