import { z } from 'zod';
import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input, pathId } from '../fields';
import { uuid } from '../schemas/values';

export const cancelImport = defineAction({
  name: 'cancel_import',
  title: 'Cancel the import of an uploaded file',
  description:
    'Ends the import of an uploaded file. What it has stored so far stays until {undo_batch} takes it back; the file is removed.',
  right: 'manageBatches',
  rest: null,
  input: input({ importId: pathId('Import id, uuid, as {start_import} answered it.') }),
  output: z.strictObject({
    importId: uuid('Import id, uuid.'),
    status: z.enum(['cancelled', 'asked']).describe('cancelled, or asked to stop while it runs.'),
  }),
  async run({ uploads }, { importId }) {
    const id = asUuid(importId);
    const outcome = id === undefined ? undefined : await uploads.cancel(id);
    if (id === undefined || outcome === undefined) throw notFound('import');
    if (outcome === 'ended') throw new OperationError('conflict', 'The import has ended already.');
    return { answer: { importId: id, status: outcome }, changed: { kind: 'import', id, detail: outcome } };
  },
});
