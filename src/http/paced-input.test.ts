/** In which order input that waits reaches the parser. The clock is the test's: each hand-over takes as long as the test says. */
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { InputTurns } from './paced-input';

const slice = 4 * 1024;
let now: number;
let heard: string[];

beforeEach(() => {
  now = 0;
  heard = [];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** A connection whose parser takes `costMs` for each slice; says what came. */
function connection(turns: InputTurns, name: string, costMs: number) {
  const socket = new Socket();
  socket._read = () => undefined;
  socket.push = (bytes: Buffer | null) => {
    heard.push(`${name} ${bytes === null ? 'end' : bytes.length}`);
    now += costMs;
    return true;
  };
  turns.pace(socket);
  return { send: (bytes: number) => socket.push(Buffer.alloc(bytes)), end: () => socket.push(null) };
}

test('short input goes to the parser at once, while the turn has time left', () => {
  const turns = new InputTurns();
  connection(turns, 'a', 1).send(slice);
  connection(turns, 'b', 1).send(100);
  expect(heard).toEqual([`a ${slice}`, 'b 100']);
});

test('of what waits the short comes before the long, whichever came first', async () => {
  const turns = new InputTurns();
  connection(turns, 'busy', 12).send(10);
  connection(turns, 'long', 3).send(2 * slice);
  connection(turns, 'short', 3).send(10);
  connection(turns, 'another', 3).send(20);
  expect(heard).toEqual(['busy 10']);
  await setImmediate();
  expect(heard.slice(1)).toEqual(['short 10', 'another 20']);
  await setImmediate();
  await setImmediate();
  expect(heard.slice(3)).toEqual([`long ${slice}`, `long ${slice}`]);
});

test('one byte more than a slice is long: it waits for the next turn, and is handed on in slices', async () => {
  const turns = new InputTurns();
  const { send, end } = connection(turns, 'a', 0);
  send(slice + 1);
  end();
  expect(heard).toEqual([]);
  await setImmediate();
  expect(heard).toEqual([`a ${slice}`, 'a 1', 'a end']);
});
