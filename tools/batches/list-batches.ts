import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineQuery } from '../define';
import { asUuid, input } from '../fields';
import { batch, showBatch } from './schemas';

export const listBatches = defineQuery({
  name: 'list_batches',
  title: 'List imports and runs',
  description:
    'Lists imports, discoveries, syncs and runs, newest first, with what was new in each. {undo_batch} takes one back.',
  right: 'manageBatches',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({
    limit: z.int().min(1).max(100).default(50).describe('How many.'),
    before: z.string().describe('Id of the last batch of the page before.').optional(),
  }),
  output: z.strictObject({ data: z.array(batch), more: z.boolean().describe('Whether there are older ones.') }),
  async run({ store }, { limit, before }) {
    const id = before === undefined ? undefined : asUuid(before);
    const last = id === undefined ? undefined : await store.batches.find(id);
    if (before !== undefined && !last) throw notFound('batch');
    const rows = await store.batches.list(last ?? null, limit + 1);
    const now = Date.now();
    return { data: rows.slice(0, limit).map((row) => showBatch(row, now)), more: rows.length > limit };
  },
});
