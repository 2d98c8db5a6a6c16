import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createConnection } from 'mysql2';
import { DatabaseError } from 'sequelize';
import { isDatabaseUnavailable } from './unavailable';

const server = createServer((socket) => socket.destroy());
afterAll(() => server.close());

test('a statement for a connection that broke before it is something to try again later', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = createConnection({ host: '127.0.0.1', port });
  await once(connection, 'error');
  const error = await new Promise<unknown>((resolve) => connection.query('SELECT 1', resolve));
  expect(error).toMatchObject({ message: expect.stringContaining('closed state') });
  expect(error).not.toHaveProperty('code');
  if (!(error instanceof Error)) throw new Error('no error');
  const wrapped = new DatabaseError(Object.assign(error, { sql: 'SELECT 1' }));
  expect([isDatabaseUnavailable(error), isDatabaseUnavailable(wrapped)]).toEqual([true, true]);
});

test.each([new Error('other'), new TypeError('x is not a function'), 'text', null])('control: %s is not', (error) =>
  expect(isDatabaseUnavailable(error)).toBe(false),
);
