/** Readers of CSV that are slow, or read nothing, hold no turn: others of the workspace are answered meanwhile. */
import { once } from 'node:events';
import { createServer, get, IncomingMessage, type Server } from 'node:http';
import { z } from 'zod';
import { revokeApiKey } from '../../../src/auth/api-keys';
import { dataAccessFlags, dataAccessOf } from '../../../src/auth/rights';
import { streamCsv } from '../../../src/http/csv-list';
import { RequestLimiter } from '../../../src/http/rate-limit';
import { wholeTime } from '../../../src/http/work-meter';
import { TracedResponse } from '../../../src/http/traced-response';
import { workspaceOpener } from '../../../src/workspace/open-workspace';
import { defineQuery } from '../../../tools/define';
import { createOrganization } from '../../../src/store/access/organizations';
import { keyCaller } from '../../support/callers';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';
import { network } from '../../support/network';

/** Pages of 16 MB, more than the buffers between two sockets hold. */
const text = 'x'.repeat(160_000);
const pages = 3;
const list = defineQuery({
  name: 'list_large',
  title: 'A list for this test',
  description: 'Large pages.',
  right: 'readLeads',
  rest: null,
  input: z.strictObject({ limit: z.number(), cursor: z.string().optional() }),
  output: z.strictObject({
    data: z.array(z.strictObject({ text: z.string() })),
    page: z.strictObject({ nextCursor: z.string().nullable() }),
  }),
  run: async (_workspace, { limit, cursor = '1' }) =>
    Promise.resolve({
      data: Array.from({ length: limit }, () => ({ text })),
      page: { nextCursor: Number(cursor) < pages ? String(Number(cursor) + 1) : null },
    }),
});

let opened: OpenTestDatabase;
let organizationId: string;
let keyId: string;
let server: Server<typeof IncomingMessage, typeof TracedResponse>;
const turns = { held: 0, taken: 0 };
let leftTurn: () => void = () => undefined;
let ended: () => void = () => undefined;

beforeAll(async () => {
  opened = await openTestDatabase();
  const open = workspaceOpener(opened.db, { cursorKey: Buffer.alloc(32), network });
  organizationId = (await createOrganization(opened.db, 'Acme'))?.id ?? '';
  const caller = await keyCaller(opened.db, organizationId);
  keyId = caller.keyId;
  const workspace = open(organizationId, dataAccessOf(dataAccessFlags), caller);
  const limiter = new RequestLimiter(
    60,
    wholeTime(() => 0),
  );
  let callers = 0;
  const answer = async (res: TracedResponse) => {
    const stream = await limiter.stream({ caller: `caller ${(callers += 1)}`, workspace: organizationId });
    const enter = async () => {
      const leave = await stream.page();
      turns.held += 1;
      turns.taken += 1;
      return () => {
        turns.held -= 1;
        leave();
        leftTurn();
      };
    };
    await streamCsv(res, list, workspace, () => ({}), enter).finally(() => stream.end());
    ended();
  };
  server = createServer({ IncomingMessage, ServerResponse: TracedResponse }, (_req, res) => {
    void answer(res).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await opened.close();
});
beforeEach(() => Object.assign(turns, { held: 0, taken: 0 }));

async function ask(): Promise<IncomingMessage> {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const [answer]: unknown[] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response');
  if (!(answer instanceof IncomingMessage)) throw new Error('no answer');
  return answer;
}
async function lengthOf(answer: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const part of answer) if (part instanceof Buffer) length += part.length;
  return length;
}

test('control: a reader that reads gets all pages, each in a turn of its own', async () => {
  expect(await lengthOf(await ask())).toBe('text\r\n'.length + pages * 100 * (text.length + 2));
  expect(turns).toEqual({ held: 0, taken: pages });
});

/** A promise that is kept at this call of its function. */
function atCall(wanted: number): { call: () => void; done: Promise<void> } {
  let [times, resolve] = [0, (): void => undefined];
  const done = new Promise<void>((keep) => (resolve = keep));
  const call = () => {
    times += 1;
    if (times === wanted) resolve();
  };
  return { call, done };
}

test('readers that read nothing hold no turn and go on when they read; those who leave free their places', async () => {
  const [left, gone] = [atCall(4), atCall(3)];
  [leftTurn, ended] = [left.call, gone.call];
  const answers = await Promise.all(Array.from({ length: 4 }, ask));
  await left.done;
  expect(turns).toEqual({ held: 0, taken: 4 });
  // As many as a workspace may have.
  await expect(ask()).rejects.toThrow();
  const [first, ...others] = answers;
  for (const answer of others) answer.destroy();
  await gone.done;
  expect(await lengthOf(await ask())).toBeGreaterThan(pages * 100 * text.length);
  expect(first && (await lengthOf(first))).toBeGreaterThan(pages * 100 * text.length);
  expect(turns).toEqual({ held: 0, taken: 4 + pages + pages - 1 });
});

test('a reader whose key ends meanwhile gets no further page, and cannot take the part for the whole', async () => {
  const left = new Promise<void>((resolve) => {
    leftTurn = resolve;
  });
  const answer = await ask();
  await left;
  await revokeApiKey(opened.db, organizationId, keyId);
  await expect(lengthOf(answer)).rejects.toThrow('aborted');
  expect(turns).toEqual({ held: 0, taken: 2 });
});
