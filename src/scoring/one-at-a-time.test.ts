import { oneAtATime } from './one-at-a-time';

test('a second preview of a workspace is refused while one runs, and not one of another or a later one', async () => {
  let end: () => void = () => undefined;
  const first = oneAtATime('a', () => new Promise<void>((resolve) => (end = resolve)));
  const next = () => Promise.resolve('done');
  expect(await oneAtATime('b', next)).toBe('done');
  await expect(oneAtATime('a', next)).rejects.toMatchObject({ code: 'rate_limited' });
  end();
  await first;
  expect(await oneAtATime('a', next)).toBe('done');
  await expect(oneAtATime('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await oneAtATime('a', next)).toBe('done');
});
