import { concurrentRequests, RequestLimiter } from './rate-limit';

/** A piece of work that ends when it is told to. */
function work() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ended, end: () => end() };
}
/** Does a piece of work when it is its turn. */
async function run<Result>(limiter: RequestLimiter, caller: string, piece: () => Promise<Result>): Promise<Result> {
  const leave = await limiter.enter(caller);
  try {
    return await piece();
  } finally {
    leave();
  }
}

/** Lets everything run that waits for nothing but its turn. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

test('works on so many requests of a caller at once, on the others in their order, and on other callers’ meanwhile', async () => {
  const limiter = new RequestLimiter(1_000);
  const started: number[] = [];
  const pieces = Array.from({ length: concurrentRequests + 3 }, work);
  const all = pieces.map((piece, n) =>
    run(limiter, 'a', () => {
      started.push(n);
      return piece.run();
    }),
  );
  await turns();
  expect(started).toHaveLength(concurrentRequests);
  expect(await run(limiter, 'b', () => Promise.resolve('at once'))).toBe('at once');
  pieces[0]?.end();
  await turns();
  expect(started).toHaveLength(concurrentRequests + 1);
  for (const piece of pieces) piece.end();
  await Promise.all(all);
  expect(started).toEqual(pieces.map((_, n) => n));
});

test('a place is free again after work that fails', async () => {
  const limiter = new RequestLimiter(1_000);
  const failing = Array.from({ length: 3 * concurrentRequests }, () =>
    run(limiter, 'a', () => Promise.reject(new Error('failed'))),
  );
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await run(limiter, 'a', () => Promise.resolve(1))).toBe(1);
});

test('refuses when too many wait', async () => {
  const limiter = new RequestLimiter(1_000);
  const piece = work();
  const many = Array.from({ length: 300 }, () => run(limiter, 'a', piece.run));
  piece.end();
  const outcomes = await Promise.allSettled(many);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(300 - 256 - concurrentRequests);
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited' } });
});

test('the time of work is limited beside the number of requests, and the window ends', async () => {
  let now = 1_000;
  const limiter = new RequestLimiter(600, () => now);
  const slow = () =>
    run(limiter, 'a', () => {
      now += 500;
      return Promise.resolve();
    });
  for (let n = 0; n < 120; n += 1) {
    // A quota of 600 requests brings 60 s of work: 120 searches of half a second.
    if (n === 0) expect(limiter.count('a').allowed).toBe(true);
    await slow();
    now -= 400;
  }
  const { allowed, headers, reason, retryAfter } = limiter.count('a');
  expect([allowed, headers[1], reason]).toEqual([
    false,
    expect.stringMatching(/^"work";r=0;t=\d+$/),
    expect.stringMatching(/60 s of work/),
  ]);
  expect(limiter.count('b').allowed).toBe(true);
  now += Number(retryAfter) * 1_000;
  expect(limiter.count('a').allowed).toBe(true);
});

test('a small quota is not used up by the time of its first request', async () => {
  let now = 1_000;
  const limiter = new RequestLimiter(3, () => now);
  for (const left of [2, 1, 0]) {
    expect(limiter.count('a').headers[1]).toBe(`"default";r=${left};t=60`);
    await run(limiter, 'a', () => Promise.resolve((now += 1)));
    now -= 1;
  }
  expect(limiter.count('a')).toMatchObject({ allowed: false, retryAfter: '60' });
});
