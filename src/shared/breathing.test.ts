import { Breathing } from './breathing';

test('long work leaves a turn when its own was long, and only then', async () => {
  let now = 0;
  const breathing = new Breathing(() => now);
  expect(breathing.next()).toBeUndefined();
  now += 10;
  let others = 0;
  setImmediate(() => (others += 1));
  const turn = breathing.next();
  expect(others).toBe(0);
  await turn;
  expect([turn === undefined, others, breathing.next()]).toEqual([false, 1, undefined]);
});
