import { setImmediate } from 'node:timers/promises';
import { FileTurns } from './file-turns';

const staying = new AbortController().signal;

/** Asks for turns in order, and notes who has one. */
function asking() {
  const turns = new FileTurns();
  const running: string[] = [];
  const take = async (of: string, left = staying) => {
    const end = await turns.take(of, left);
    running.push(of);
    return () => {
      running.splice(running.indexOf(of), 1);
      end();
    };
  };
  return { take, running };
}

test('two at a time, and one of a workspace; the next one that may begins when a turn ends', async () => {
  const { take, running } = asking();
  const endA = await take('a');
  const [secondA, b, c] = [take('a'), take('b'), take('c')];
  const endB = await b;
  expect(running).toEqual(['a', 'b']);
  // The workspace that waits first still has a turn, so another goes before it.
  endB();
  const endC = await c;
  expect(running).toEqual(['a', 'c']);
  endA();
  const endSecond = await secondA;
  expect(running).toEqual(['c', 'a']);
  endC();
  endSecond();
  expect(running).toEqual([]);
  await take('b');
  await take('c');
});

test('who leaves waits no longer, and takes no turn', async () => {
  const { take, running } = asking();
  const end = await take('a');
  const leaving = new AbortController();
  const [left, next] = [take('a', leaving.signal), take('a')];
  leaving.abort(new Error('the client is gone'));
  await expect(left).rejects.toThrow('the client is gone');
  end();
  await next;
  expect(running).toEqual(['a']);
  await expect(take('b', leaving.signal)).rejects.toThrow('the client is gone');
  // Having begun, a turn no longer depends on who asked for it.
  const late = new AbortController();
  await take('c', late.signal);
  late.abort();
  expect(running).toEqual(['a', 'c']);
});

test('a client that leaves during its turn leaves the others in the line', async () => {
  const { take, running } = asking();
  const leaving = new AbortController();
  const end = await take('a');
  const [waited, next] = [take('a', leaving.signal), take('a')];
  end();
  const endWaited = await waited;
  leaving.abort();
  endWaited();
  await next;
  expect(running).toEqual(['a']);
});

test('a workspace that waits for many turns does not hold up the others', async () => {
  const turns = new FileTurns();
  const started: string[] = [];
  const work = async (of: string) => {
    const end = await turns.take(of, staying);
    started.push(of);
    // Gives way, so that the order is that of the turns.
    await setImmediate();
    end();
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c', 'd'].map(work));
  expect(started.slice(0, 4).sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(started).toHaveLength(9);
});

test('turns from before everybody had theirs do not count', async () => {
  const { take, running } = asking();
  (await take('a'))();
  const ends = [await take('c'), await take('d')];
  const [a, b] = [take('a'), take('b')];
  ends[0]?.();
  await a;
  expect(running).toEqual(['d', 'a']);
  ends[1]?.();
  await b;
});
