import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineQuery } from '../define';
import { asUuid, input, pathId } from '../fields';

export const listRefusedRows = defineQuery({
  name: 'list_refused_rows',
  title: 'List rows that an import refused',
  description:
    'Lists rows of an uploaded file that could not be used, each with its place and the reason. They are kept for at most 30 days.',
  right: 'manageBatches',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({
    importId: pathId('Import id, uuid, from the answer of {start_import}.'),
    after: z.int().min(0).max(1_000_000).default(0).describe('How many rows to skip.'),
    limit: z.int().min(1).max(1_000).default(1_000).describe('How many.'),
  }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        place: z.string().describe('Its place in the file.'),
        reason: z.string().describe('Why it could not be used.'),
        row: z.string().describe('How it begins.'),
      }),
    ),
  }),
  async run({ uploads }, { importId, after, limit }) {
    const id = asUuid(importId);
    const data = id === undefined ? undefined : await uploads.refused(id, after, limit);
    if (!data) throw notFound('import');
    return { data };
  },
});
