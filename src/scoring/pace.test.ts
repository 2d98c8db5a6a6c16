import { setTimeout } from 'node:timers/promises';
import { Pace } from './pace';

const limits = { targetMs: 40, first: 100, least: 10, most: 400 };
/** Work on `count` items that takes `ms`. */
const take = (pace: Pace, count: number, ms: number) => pace.measure(count, () => setTimeout(ms));

describe('the size of a transaction', () => {
  it('shrinks until it fits the time, not below the least', async () => {
    const pace = new Pace(limits);
    await take(pace, 100, 160);
    expect(pace.size).toBeLessThanOrEqual(26);
    await take(pace, pace.size, 400);
    expect(pace.size).toBe(10);
  });

  it('at most doubles, up to the most', async () => {
    // A time that no stall of the machine exceeds.
    const pace = new Pace({ ...limits, targetMs: 60_000 });
    const sizes: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await take(pace, pace.size, 0);
      sizes.push(pace.size);
    }
    expect(sizes).toEqual([200, 400, 400, 400]);
  });

  it('does not grow from one that was not full', async () => {
    const pace = new Pace(limits);
    await take(pace, 5, 0);
    expect(pace.size).toBe(100);
  });

  it('is not made smaller by waiting for others', async () => {
    const pace = new Pace(limits);
    await pace.measure(100, async (begun) => {
      await setTimeout(200);
      begun();
    });
    expect(pace.size).toBe(200);
  });
});
