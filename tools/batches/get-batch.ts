import { notFound } from '../../src/shared/errors';
import { defineQuery } from '../define';
import { asUuid, input, pathId } from '../fields';
import { batch, showBatch } from './schemas';

export const getBatch = defineQuery({
  name: 'get_batch',
  title: 'Get an import or run',
  description: 'Reads what one import, discovery, sync or run brought, and whether it was taken back.',
  right: 'manageBatches',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ batchId: pathId('Batch id, uuid.') }),
  output: batch,
  async run({ store }, { batchId }) {
    const id = asUuid(batchId);
    const row = id === undefined ? undefined : await store.batches.find(id);
    if (!row) throw notFound('batch');
    return showBatch(row);
  },
});
