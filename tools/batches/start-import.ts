import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, input } from '../fields';
import { uuid } from '../schemas/values';
import { choicesOf, uploadFields } from './upload-fields';

export const startImport = defineAction({
  name: 'start_import',
  title: 'Import an uploaded file',
  description:
    'Imports an uploaded file in the background. {get_import} shows its progress, {undo_batch} takes it back.',
  right: 'manageBatches',
  rest: null,
  input: input(uploadFields),
  output: z.strictObject({ importId: uuid('Import id, uuid.') }),
  async run({ uploads, caller, store }, { uploadId, ...choices }) {
    const id = asUuid(uploadId);
    const userId = caller.kind === 'session' ? caller.userId : null;
    const person = (await store.admin.members()).find((one) => one.userId === userId);
    const startedBy = person?.displayName ?? null;
    const importId = id === undefined ? undefined : await uploads.start(id, choicesOf(choices), startedBy);
    if (importId === undefined) throw notFound('upload');
    const file = Array.from(choices.fileName).slice(0, 100).join('');
    return { answer: { importId }, changed: { kind: 'file', id: file, detail: 'uploaded' } };
  },
});
