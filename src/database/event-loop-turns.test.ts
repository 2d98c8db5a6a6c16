import { EventLoopTurns } from './event-loop-turns';

let now = 0;
const elapsed = () => now;
/** Takes as long as a statement of this many milliseconds. */
const hold = (milliseconds: number) => void (now += milliseconds);

test('statements that are short together share a turn', () => {
  const turns = new EventLoopTurns(elapsed);
  expect([turns.next(), turns.next(), turns.next()]).toEqual([undefined, undefined, undefined]);
});

test('after a long one the others wait, one a turn, in the order they came, with the event loop free between them', async () => {
  const turns = new EventLoopTurns(elapsed);
  const order: string[] = [];
  const statement = async (name: string) => {
    const turn = turns.next();
    if (turn) await turn;
    order.push(name);
    hold(10);
  };
  const all = Promise.all(['first', 'second', 'third'].map(statement));
  setImmediate(() => order.push('a neighbour'));
  await all;
  expect(order).toEqual(['first', 'second', 'a neighbour', 'third']);
});

test('a later turn starts over', async () => {
  const turns = new EventLoopTurns(elapsed);
  expect(turns.next()).toBeUndefined();
  hold(10);
  await new Promise((resolve) => setImmediate(resolve));
  expect(turns.next()).toBeUndefined();
});

test('a transaction waits for one turn, not behind the statements that wait for theirs', async () => {
  const turns = new EventLoopTurns(elapsed);
  const order: string[] = [];
  const statement = async (name: string, turn: Promise<void> | undefined) => {
    if (turn) await turn;
    order.push(name);
    hold(10);
  };
  await Promise.all([
    statement('first', turns.next()),
    ...['second', 'third'].map((name) => statement(name, turns.next())),
    statement('of a transaction', turns.breathe()),
  ]);
  expect(order).toEqual(['first', 'second', 'of a transaction', 'third']);
});

test('a transaction whose turn is short waits for nothing', () => {
  const turns = new EventLoopTurns(elapsed);
  expect([turns.breathe(), turns.breathe()]).toEqual([undefined, undefined]);
});
