import { z } from 'zod';
import { notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input, pathId } from '../fields';
import { uuid } from '../schemas/values';

export const cancelImport = defineAction({
  name: 'cancel_import',
  title: 'Cancel the import of an uploaded file',
  description:
    'Ends the import of an uploaded file and removes the file. Rows that it has stored stay until {undo_batch} takes them back.',
  right: 'manageBatches',
  rest: null,
  input: input({ importId: pathId('Import id, uuid, from the answer of {start_import}.') }),
  output: z.strictObject({
    importId: uuid('Import id, uuid.'),
    status: z.enum(['cancelled', 'asked']).describe('The import is cancelled, or was asked to stop.'),
  }),
  async run({ uploads }, { importId }) {
    const id = asUuid(importId);
    const outcome = id === undefined ? undefined : await uploads.cancel(id);
    if (id === undefined || outcome === undefined) throw notFound('import');
    if (outcome === 'ended') throw new OperationError('conflict', 'The import has ended already.');
    return { answer: { importId: id, status: outcome }, changed: { kind: 'import', id, detail: outcome } };
  },
});
