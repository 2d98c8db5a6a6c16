/** How many run at once, that each place is handed on, and that who is sent away never runs. */
import { HashQueue } from './hash-queue';
import { places, type Waiting } from './password-turns';

const from = (address: number): Waiting => ({ class: 'other', shares: [`address ${address}`] });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when it is told to. */
function workshop(atOnce: number) {
  const queue = new HashQueue(atOnce);
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const give = (name: string, who: Waiting) =>
    queue.run(who, async () => {
      started.push(name);
      await new Promise<void>((resolve) => running.set(name, resolve));
      running.delete(name);
      return { name };
    });
  const end = async (name: string) => {
    running.get(name)?.();
    await settled();
  };
  return { queue, running, started, give, end };
}

test('so many run at once; who waits runs when one ends, and gets what the work gives', async () => {
  const { give, end, running, started } = workshop(2);
  const answers = ['a', 'b', 'c', 'd'].map((name, at) => give(name, from(at)));
  await settled();
  expect([...running.keys()]).toEqual(['a', 'b']);
  await end('a');
  expect([...running.keys()]).toEqual(['b', 'c']);
  for (const name of ['b', 'c', 'd']) await end(name);
  expect(await Promise.all(answers)).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]);
  // All places are free again, and no more than there were.
  for (const [at, name] of ['e', 'f', 'g'].entries()) void give(name, from(at));
  await settled();
  expect([...running.keys()]).toEqual(['e', 'f']);
  expect(started).toHaveLength(6);
});

test('where too many wait one is sent away at once: it gets nothing and is never run', async () => {
  const { give, end, running, started } = workshop(1);
  const crowd = Array.from({ length: places.other + 3 }, (_, at) => give(`${at}`, from(0)));
  const refused: number[] = [];
  for (const [at, answer] of crowd.entries())
    void answer.then((given) => {
      if (given === undefined) refused.push(at);
    });
  await settled();
  // One runs and twelve wait.
  expect(refused).toHaveLength(2);
  while (running.size > 0) await end([...running.keys()][0] ?? '');
  const given = await Promise.all(crowd);
  expect(given.filter((one) => one === undefined)).toHaveLength(2);
  expect(started).toHaveLength(places.other + 1);
  for (const at of refused) expect(started).not.toContain(`${at}`);
});

test('work that fails hands its place on, and says why', async () => {
  const { queue, give, running } = workshop(1);
  await expect(queue.run(from(1), () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  void give('next', from(2));
  await settled();
  expect([...running.keys()]).toEqual(['next']);
});
