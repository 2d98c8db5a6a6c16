import { Slots } from './slots';

const limits = { perKey: 2, total: 3, waitingPerKey: 1, patience: 20 };

test('one key takes its slots and no more; others go on', async () => {
  const slots = new Slots(limits);
  const first = await slots.acquire(['a']);
  await slots.acquire(['a']);
  const waiting = slots.acquire(['a']);
  // One waits already.
  expect(await slots.acquire(['a'])).toBeUndefined();
  expect(await slots.acquire(['b'])).toBeDefined();
  first?.();
  expect(await waiting).toBeDefined();
});

test('every key must have a slot, and all together are bounded', async () => {
  const slots = new Slots(limits);
  await slots.acquire(['a', 'x']);
  const second = await slots.acquire(['a', 'y']);
  expect(await slots.acquire(['a', 'z'])).toBeUndefined();
  await slots.acquire(['b', 'y']);
  expect(await slots.acquire(['c'])).toBeUndefined();
  second?.();
  expect(await slots.acquire(['c'])).toBeDefined();
});
