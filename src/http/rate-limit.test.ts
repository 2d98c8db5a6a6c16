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

describe('the time of work', () => {
  let now = 0;
  let limiter = new RequestLimiter(600, () => now);
  beforeEach(() => {
    now = 1_000;
    limiter = new RequestLimiter(600, () => now);
  });
  /** So many requests at once that take so long together. */
  const together = async (caller: string, count: number, milliseconds: number) => {
    const leave = await Promise.all(Array.from({ length: count }, () => limiter.enter(caller)));
    now += milliseconds;
    for (const over of leave) over();
  };

  it('is limited to half of the time, and comes back within seconds', async () => {
    for (let n = 0; n < 39; n += 1) await together('a', 1, 500);
    expect(limiter.count('a').allowed).toBe(true);
    await together('a', 1, 500);
    const { allowed, headers, reason, retryAfter } = limiter.count('a');
    expect([allowed, headers[1], headers[3], reason]).toEqual([
      false,
      '"work";r=0;t=2',
      '"work";q=30000;w=60',
      expect.stringMatching(/more than 30 s a minute; try again in 2 s/),
    ]);
    expect(limiter.count('b').allowed).toBe(true);
    now += Number(retryAfter) * 1_000;
    expect(limiter.count('a').allowed).toBe(true);
  });

  it('counts once for requests at the same time: a few slow searches lock nobody out', async () => {
    await together('a', 8, 5_000);
    await together('a', 8, 5_000);
    expect(limiter.count('a').allowed).toBe(true);
  });

  it('is used up by a request that does not end, while it runs', async () => {
    const leave = await limiter.enter('a');
    now += 60_000;
    expect(limiter.count('a').allowed).toBe(false);
    leave();
  });

  it('has no limit where the quota is as much as one caller can use', async () => {
    limiter = new RequestLimiter(1_200, () => now);
    for (let n = 0; n < 100; n += 1) await together('a', 8, 5_000);
    expect(limiter.count('a').allowed).toBe(true);
  });
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
