/**
 * A database node that is behind: the row of a connection is older than the token that is presented. Such a read is waited
 * for or answered 503; it never ends the connection.
 */
import * as flow from '../../oauth/support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../oauth/support/server';

interface Row {
  id: string;
  refresh_hash: string;
  previous_hash: string | null;
  successor: string | null;
  rotated_at: number | null;
  generation: number;
}

let server: TestServer;
let workspace: TestWorkspace;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await addWorkspace(server);
});
afterAll(() => server.close());

const rowOf = async (): Promise<Row> => {
  const [row] = await server.db.select<Row>('SELECT * FROM oauth_grants ORDER BY created_at DESC, id DESC LIMIT 1');
  if (!row) throw new Error('no row');
  return row;
};
/** Shows the service another state of the row, as a late node would. */
const put = (row: Row) =>
  server.db.run(
    'UPDATE oauth_grants SET refresh_hash = ?, previous_hash = ?, successor = ?, rotated_at = ?, generation = ? WHERE id = ?',
    [row.refresh_hash, row.previous_hash, row.successor, row.rotated_at, row.generation, row.id],
  );
const refresh = async (tokens: flow.Tokens) => {
  const answer = await flow.token(server, flow.refreshRequest(tokens));
  return { answer, next: { ...tokens, refresh: answer.status === 200 ? answer.said('refresh_token') : '' } };
};
const ended = async () => {
  const [row] = await server.db.select<{ n: number }>(
    'SELECT COUNT(*) AS n FROM oauth_grants WHERE revoked_at IS NOT NULL',
  );
  return row?.n;
};

test.each([1, 2, 5])(
  '%i rotations behind: 503 with Retry-After, and good again when the row has caught up',
  async (steps) => {
    const before = await ended();
    let tokens = await flow.connect(server, workspace);
    const stale = await rowOf();
    for (let n = 0; n < steps; n += 1) tokens = (await refresh(tokens)).next;
    const current = await rowOf();
    await put(stale);
    const { answer } = await refresh(tokens);
    expect([answer.status, answer.said('error', 'code'), answer.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '1',
    ]);
    expect(await ended()).toBe(before);
    await put(current);
    expect((await refresh(tokens)).answer.status).toBe(200);
  },
);

test('a row that catches up within a second is waited for', async () => {
  const first = await flow.connect(server, workspace);
  const stale = await rowOf();
  const { next } = await refresh(first);
  const current = await rowOf();
  await put(stale);
  // It catches up as soon as it was read too early.
  const { oauth } = server;
  const findGrant = oauth.findGrant.bind(oauth);
  const reads = jest.spyOn(oauth, 'findGrant').mockImplementationOnce(async (id) => {
    const found = await findGrant(id);
    await put(current);
    return found;
  });
  expect((await refresh(next)).answer.status).toBe(200);
  expect(reads.mock.calls.length).toBeGreaterThan(1);
  reads.mockRestore();
});

test('a database that was put back to a backup: invalid_grant for what came later, and nothing is ended', async () => {
  const before = await ended();
  const first = await flow.connect(server, workspace);
  const stale = await rowOf();
  const { next } = await refresh(first);
  await put(stale);
  server.pass(11 * 60_000);
  const { answer } = await refresh(next);
  expect([answer.status, answer.said('error', 'code')]).toEqual([400, 'invalid_grant']);
  expect(await ended()).toBe(before);
});

test('a token that is behind its row is a copy: the connection ends', async () => {
  const first = await flow.connect(server, workspace);
  const second = (await refresh(first)).next;
  await refresh(second);
  expect((await refresh(first)).answer.status).toBe(400);
  const [row] = await server.db.select<{ revoked_reason: string }>(
    'SELECT revoked_reason FROM oauth_grants ORDER BY created_at DESC, id DESC LIMIT 1',
  );
  expect(row?.revoked_reason).toBe('refresh_reused');
});
