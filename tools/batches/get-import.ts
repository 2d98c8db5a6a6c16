import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { jobStatuses } from '../../src/store/tables/jobs';
import { defineQuery } from '../define';
import { asUuid, input, pathId } from '../fields';
import { count, uuid } from '../schemas/values';

export const getImport = defineQuery({
  name: 'get_import',
  title: 'Get the import of an uploaded file',
  description: 'Shows the progress and result of the import of an uploaded file. You can read it for a week.',
  right: 'manageBatches',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ importId: pathId('Import id, uuid, from the answer of {start_import}.') }),
  output: z.strictObject({
    id: uuid('Import id, uuid.'),
    fileName: z.string().describe('Name of the file.'),
    status: z.enum(jobStatuses).describe('waiting, ready, running, done, dead (failed for good) or cancelled.'),
    error: z.string().nullable().describe('Why the last attempt failed.'),
    progress: z
      .strictObject({
        stage: z.enum(['reading', 'scoring']).describe('What it does.'),
        bytes: count('Bytes read.'),
        totalBytes: count('Bytes of the file.'),
        done: count('Rows read, or people scored.'),
      })
      .nullable()
      .describe('Progress.'),
    result: z
      .strictObject({
        batchId: z.string().nullable().describe('What {get_batch} shows and {undo_batch} takes back.'),
        format: z.string().describe('The format of the file.'),
        rowsRead: count('Rows read.'),
        refused: count('Rows that could not be used.'),
        listed: z.boolean().describe('Whether {list_refused_rows} lists rows of it.'),
        failure: z.string().nullable().describe('Why the file counts as failed.'),
        notes: z
          .array(z.string())
          .describe('What to know about how the file was read: what was not understood, or a guess.'),
        leadsNew: count('New leads.'),
        leadsUpdated: count('Leads that changed.'),
        undated: count('Engagements without a date, or with one in no known form.'),
        outcome: z
          .strictObject({
            people: count('People of the file who engaged, each once.'),
            leads: count('Those of them who are leads.'),
            leadsNew: count('Those of them who became leads with this import.'),
            untitled: count('Leads of whom no job title is known.'),
            tiers: z
              .strictObject({
                PRIORITY: count('Leads in this tier.'),
                QUALIFIED: count('Leads in this tier.'),
                NURTURE: count('Leads in this tier.'),
                UNQUALIFIED: count('Leads in this tier.'),
              })
              .describe('Leads of the file in each tier.'),
            lacks: z
              .array(z.strictObject({ lack: z.string(), people: z.int().min(1) }))
              .readonly()
              .describe(
                'What keeps those below QUALIFIED there, most frequent first: left_out by the customer profile, or a criterion that is unknown (`role?`) or does not fit (`role!`), or what they have not said (`request`).',
              ),
          })
          .nullable()
          .describe('What became of the people of the file. Null where it was not counted.'),
      })
      .nullable()
      .describe('How it ended.'),
  }),
  async run({ uploads }, { importId }) {
    const id = asUuid(importId);
    const found = id === undefined ? undefined : await uploads.find(id);
    if (!found) throw notFound('import');
    return found;
  },
});
