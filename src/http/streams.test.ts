import { RequestLimiter } from './rate-limit';
import { wholeTime } from './work-meter';

const whom = (caller: string) => ({ caller, workspace: 'w' });

test('two streams of a caller and four of a workspace run at a time; more are refused until one has ended', async () => {
  const limiter = new RequestLimiter(
    60,
    wholeTime(() => 0),
  );
  const first = await limiter.stream(whom('a'));
  await limiter.stream(whom('a'));
  await expect(limiter.stream(whom('a'))).rejects.toMatchObject({ code: 'rate_limited' });
  await limiter.stream(whom('b'));
  await limiter.stream(whom('b'));
  await expect(limiter.stream(whom('c'))).rejects.toMatchObject({ code: 'rate_limited' });
  first.end();
  expect(await limiter.stream(whom('c'))).toBeDefined();
});

test('the pages of a stream count as work, so requests of its caller are refused when it has used up the time', async () => {
  let now = 0;
  const limiter = new RequestLimiter(
    60,
    wholeTime(() => now),
  );
  const stream = await limiter.stream(whom('a'));
  const leave = await stream.page();
  now += 20_000;
  leave();
  expect(limiter.count(whom('a')).allowed).toBe(false);
  expect(limiter.count({ caller: 'b', workspace: 'other' }).allowed).toBe(true);
});

test('of the streams of a workspace one page is read at a time, and those of another workspace beside it', async () => {
  const limiter = new RequestLimiter(
    60,
    wholeTime(() => 0),
  );
  const [first, second] = [await limiter.stream(whom('a')), await limiter.stream(whom('b'))];
  const leave = await first.page();
  let reads = false;
  const next = second.page().then((end) => {
    reads = true;
    end();
  });
  await (await limiter.stream({ caller: 'c', workspace: 'other' })).page();
  expect(reads).toBe(false);
  leave();
  await next;
  expect(reads).toBe(true);
});
