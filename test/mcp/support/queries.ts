/** Small queries without a database, for what the real catalogue cannot be made to do. */
import { z } from 'zod';
import { defineQuery, type Query } from '../../../tools/define';
import { notFound } from '../../../src/shared/errors';

const item = z.strictObject({ id: z.int(), text: z.string() });
const page = z.strictObject({
  limit: z.int(),
  nextCursor: z.string().nullable(),
  cursor: z.string().nullable(),
});

/** A list of `count` items of about `bytes` bytes each; its cursor is the number of items before the page. */
export function listQuery(count: number, bytes: number, text = 'x'.repeat(bytes)): Query {
  return defineQuery({
    name: 'list_items',
    title: 'List items',
    description: 'Lists items.',
    right: 'readLeads',
    rest: null,
    input: z.strictObject({
      limit: z.int().min(1).max(100).default(50).describe('Items per page.'),
      cursor: z.string().max(256).optional().describe('Cursor.'),
    }),
    output: z.strictObject({ data: z.array(item), page }),
    run(_workspace, { limit, cursor }) {
      const from = Number(cursor ?? 0);
      const data = Array.from({ length: Math.min(limit, count - from) }, (_, index) => ({ id: from + index, text }));
      const next = from + data.length;
      return Promise.resolve({
        data,
        page: { limit, nextCursor: next < count ? String(next) : null, cursor: cursor ?? null },
      });
    },
  });
}

export const missing = defineQuery({
  name: 'get_missing',
  title: 'Get what is missing',
  description: 'Never finds anything.',
  right: 'readWorkspace',
  rest: null,
  input: z.strictObject({}),
  output: z.strictObject({}),
  run: () => Promise.reject(notFound('thing')),
});

export const secretOfTheDatabase = 'SELECT secret FROM somewhere';

export const failing = defineQuery({
  name: 'get_failing',
  title: 'Get a fault',
  description: 'Always fails.',
  right: 'readWorkspace',
  rest: null,
  input: z.strictObject({}),
  output: z.strictObject({}),
  run: () => Promise.reject(new Error(secretOfTheDatabase)),
});

/** A query that answers only when told to. */
export function held(): { query: Query; started: Promise<void>; release(): void } {
  let release: () => void = () => undefined;
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (start = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const query = defineQuery({
    name: 'get_held',
    title: 'Get later',
    description: 'Answers when it is released.',
    right: 'readWorkspace',
    rest: null,
    input: z.strictObject({}),
    output: z.strictObject({ done: z.boolean() }),
    async run() {
      start();
      await released;
      return { done: true };
    },
  });
  return { query, started, release: () => release() };
}
