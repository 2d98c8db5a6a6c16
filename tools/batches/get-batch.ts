import { notFound } from '../../src/shared/errors';
import { defineQuery } from '../define';
import { asUuid, input, pathId } from '../fields';
import { batchInFull, mostNamed, showBatchInFull } from './schemas';

export const getBatch = defineQuery({
  name: 'get_batch',
  title: 'Get an import or run',
  description:
    'Reads what one import, discovery, sync or run brought, whether it was taken back, and about whom later decisions stand.',
  right: 'manageBatches',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ batchId: pathId('Batch id, uuid.') }),
  output: batchInFull,
  async run({ store }, { batchId }) {
    const id = asUuid(batchId);
    const row = id === undefined ? undefined : await store.batches.find(id);
    if (!row) throw notFound('batch');
    const affected = row.status === 'UNDONE' ? await store.batches.affected(row.id, mostNamed) : [];
    return showBatchInFull(row, affected, Date.now());
  },
});
