import { RequestLimiter, shares, type CountedFor } from './rate-limit';
import { wholeTime } from './work-meter';

const concurrentRequests = shares.caller.running;
/** A caller in a workspace of its own. */
const of = (caller: string): CountedFor => ({ caller, workspace: `of ${caller}` });

/** A piece of work that ends when it is told to. */
function work() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { run: () => ended, end: () => end() };
}
/** Does a piece of work when it is its turn. */
async function run<Result>(limiter: RequestLimiter, caller: string, piece: () => Promise<Result>): Promise<Result> {
  const leave = await limiter.enter(of(caller));
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
  let limiter = new RequestLimiter(
    600,
    wholeTime(() => now),
  );
  beforeEach(() => {
    now = 1_000;
    limiter = new RequestLimiter(
      600,
      wholeTime(() => now),
    );
  });
  /** So many requests at once that take so long together. */
  const together = async (caller: string, count: number, milliseconds: number) => {
    const leave = await Promise.all(Array.from({ length: count }, () => Promise.resolve(limiter.enter(of(caller)))));
    now += milliseconds;
    for (const over of leave) over();
  };

  it('is limited to half of the time, and comes back within seconds', async () => {
    for (let n = 0; n < 39; n += 1) await together('a', 1, 500);
    expect(limiter.count(of('a')).allowed).toBe(true);
    await together('a', 1, 500);
    const { allowed, headers, reason, retryAfter } = limiter.count(of('a'));
    expect([allowed, headers[1], headers[3], reason]).toEqual([
      false,
      '"work";r=0;t=2',
      '"work";q=30000;w=60',
      expect.stringMatching(/more than 30 s a minute; try again in 2 s/),
    ]);
    expect(limiter.count(of('b')).allowed).toBe(true);
    now += Number(retryAfter) * 1_000;
    expect(limiter.count(of('a')).allowed).toBe(true);
  });

  it('counts once for requests at the same time: a few slow searches lock nobody out', async () => {
    await together('a', 4, 5_000);
    await together('a', 4, 5_000);
    expect(limiter.count(of('a')).allowed).toBe(true);
  });

  it('is that of the service: what a request waits for on a busy machine does not count', async () => {
    const at = { now: 1_000, worked: 0 };
    limiter = new RequestLimiter(600, { now: () => at.now, worked: () => at.worked });
    const took = async (passed: number, worked: number, counts = true) => {
      const leave = await limiter.enter(of('a'), [], counts);
      at.now += passed;
      at.worked += worked;
      leave();
    };
    for (let n = 0; n < 10; n += 1) await took(20_000, 900);
    // What the service works on between two requests is not theirs.
    at.worked += 60_000;
    expect(limiter.count(of('a')).allowed).toBe(true);
    await took(20_000, 20_000, false);
    expect(limiter.count(of('a')).allowed).toBe(true);
    // Several threads work for more time than passes, which counts once.
    await took(19_000, 80_000);
    expect(limiter.count(of('a')).allowed).toBe(true);
    await took(5_000, 5_000);
    expect(limiter.count(of('a')).allowed).toBe(false);
  });

  it('is used up by a request that does not end, while it runs', async () => {
    const leave = await limiter.enter(of('a'));
    now += 60_000;
    expect(limiter.count(of('a')).allowed).toBe(false);
    leave();
  });

  it('has no limit where the quota is as much as one caller can use', async () => {
    limiter = new RequestLimiter(
      1_200,
      wholeTime(() => now),
    );
    for (let n = 0; n < 100; n += 1) await together('a', 4, 5_000);
    expect(limiter.count(of('a')).allowed).toBe(true);
  });
});

test('a small quota is not used up by the time of its first request', async () => {
  let now = 1_000;
  const limiter = new RequestLimiter(
    3,
    wholeTime(() => now),
  );
  for (const left of [2, 1, 0]) {
    expect(limiter.count(of('a')).headers[1]).toBe(`"default";r=${left};t=60`);
    await run(limiter, 'a', () => Promise.resolve((now += 1)));
    now -= 1;
  }
  expect(limiter.count(of('a'))).toMatchObject({ allowed: false, retryAfter: '60' });
});

describe('connections of one person, and keys of one workspace', () => {
  const connection = (n: number, person = 'a person', workspace = 'a workspace'): CountedFor => ({
    caller: `connection ${n} of ${person} in ${workspace}`,
    person,
    workspace,
  });
  const key = (n: number, workspace = 'a workspace'): CountedFor => ({ caller: `key ${n} of ${workspace}`, workspace });
  const admitted = (limiter: RequestLimiter, whom: readonly CountedFor[], each: number) =>
    whom.flatMap((one) => Array.from({ length: each }, () => limiter.count(one))).filter(({ allowed }) => allowed)
      .length;
  const many = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

  test.each<[name: string, callers: readonly CountedFor[], admitted: number]>([
    ['one connection has its quota', [connection(1)], 10],
    ['two connections of one person have theirs', many(2, connection), 20],
    ['twelve connections of one person have two', many(12, (n) => connection(n)), 20],
    ['a person in twelve workspaces has no more', many(12, (n) => connection(n, 'a person', `workspace ${n}`)), 20],
    ['twelve keys of one workspace have five', many(12, (n) => key(n)), 50],
    ['twelve people with one connection each', many(12, (n) => connection(n, `person ${n}`)), 50],
    [
      'keys and connections of one workspace together',
      many(24, (n) => (n % 2 ? key(n) : connection(n, `person ${n}`))),
      50,
    ],
    ['keys of two workspaces', many(24, (n) => key(n, `workspace ${n % 2}`)), 100],
  ])('%s', (_name, callers, expected) => {
    expect(admitted(new RequestLimiter(10), callers, 15)).toBe(expected);
  });

  test('the fields name the limit of which least is left, and a refusal whose it is', () => {
    const limiter = new RequestLimiter(10);
    expect(limiter.count(connection(1)).headers).toEqual([
      'RateLimit',
      '"default";r=9;t=60',
      'RateLimit-Policy',
      '"default";q=10;w=60',
    ]);
    for (const n of [1, 2]) admitted(limiter, [connection(n)], 9);
    expect(limiter.count(connection(3)).headers).toEqual([
      'RateLimit',
      '"person";r=0;t=60',
      'RateLimit-Policy',
      '"person";q=20;w=60',
    ]);
    const refused = limiter.count(connection(3));
    expect([refused.allowed, refused.reason]).toEqual([
      false,
      'All 20 requests of this minute of all your connections are used up; try again in 60 s.',
    ]);
    expect(limiter.count(connection(1, 'a colleague')).allowed).toBe(true);
  });

  test('what is refused counts for nobody: a connection that goes on asking takes nothing from the colleagues', () => {
    const limiter = new RequestLimiter(10);
    admitted(
      limiter,
      many(12, (n) => connection(n)),
      1_000,
    );
    expect(admitted(limiter, [connection(1, 'a colleague')], 10)).toBe(10);
  });

  test('at once, a person has the places of one connection and a workspace some more', async () => {
    const limiter = new RequestLimiter(1_000);
    const started: string[] = [];
    const leaving: (() => void)[] = [];
    const ask = (whom: CountedFor) =>
      void Promise.resolve(limiter.enter(whom)).then((leave) => {
        started.push(whom.person ?? 'a key');
        leaving.push(leave);
      });
    for (let n = 0; n < 12; n += 1) for (let m = 0; m < 8; m += 1) ask(connection(n));
    await turns();
    expect(started).toHaveLength(4);
    for (let n = 0; n < 20; n += 1) ask(key(n));
    await turns();
    expect(started).toEqual([...Array<string>(4).fill('a person'), ...Array<string>(2).fill('a key')]);
    ask(connection(1, 'a person', 'another workspace'));
    ask(connection(1, 'a stranger', 'another workspace'));
    await turns();
    expect(started.slice(6)).toEqual(['a stranger']);
    // Every place that comes free is taken by one who waited, until all had theirs.
    for (let leave = leaving.shift(); leave; leave = leaving.shift()) {
      leave();
      await turns();
    }
    expect(started).toHaveLength(12 * 8 + 20 + 2);
  });

  test('the time of work counts for the person and the workspace too', async () => {
    let now = 1_000;
    const limiter = new RequestLimiter(
      600,
      wholeTime(() => now),
    );
    for (let n = 0; n < 40; n += 1) {
      const leave = await limiter.enter(connection(n));
      now += 500;
      leave();
    }
    expect(limiter.count(connection(99)).headers[1]).toMatch(/^"person-work";r=0;t=2$/);
    expect(limiter.count(connection(1, 'a colleague')).allowed).toBe(true);
    for (let n = 0; n < 60; n += 1) {
      const leave = await limiter.enter(connection(n, `person ${n}`));
      now += 900;
      leave();
    }
    expect(limiter.count(connection(1, 'somebody else')).headers[1]).toMatch(/^"workspace-work";/);
    expect(limiter.count(key(1)).allowed).toBe(false);
    expect(limiter.count(key(1, 'another workspace')).allowed).toBe(true);
  });
});
