import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineQuery } from '../define';
import { asUuid, input } from '../fields';
import { count } from '../schemas/values';
import { choicesOf, uploadFields } from './upload-fields';

export const previewImport = defineQuery({
  name: 'preview_import',
  title: 'Look at an uploaded file',
  description:
    'Says what the first 2,000 rows of an uploaded file hold, whether they can be imported, and what they would change of what is stored: people and engagements that are new, changed or known. Nothing is stored.',
  right: 'manageBatches',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input(uploadFields),
  output: z.strictObject({
    archive: z.boolean().describe('Whether it is an archive of files, to be unpacked first.'),
    format: z.string().nullable().describe('The format that was found.'),
    label: z.string().nullable().describe('The same for people.'),
    problem: z.string().nullable().describe('Why it cannot be imported as it is.'),
    rows: count('Rows that were looked at.'),
    whole: z.boolean().describe('Whether these are all.'),
    records: z
      .strictObject({
        engagement: count('Engagements.'),
        post: count('Posts.'),
        person: count('People.'),
        company: count('Companies.'),
        lead: count('Leads of a CRM.'),
      })
      .describe('What these rows hold.'),
    expected: z
      .strictObject({
        people: z
          .strictObject({
            new: count('Not known yet.'),
            changed: count('Known, of whom something changes.'),
            unchanged: count('Known as they are.'),
          })
          .describe('People whom these rows name, each once.'),
        engagements: z
          .strictObject({ new: count('Not known yet.'), known: count('Stored already.') })
          .describe('Engagements of these rows, each once.'),
        posts: z.strictObject({ new: count('Not known yet.') }).describe('Posts that these rows name.'),
        suppressed: count('Records left out: about people who were erased or must not be stored.'),
      })
      .nullable()
      .describe('What these rows would change; null where they cannot be imported as they are.'),
    refused: count('Rows among them that cannot be used.'),
    reasons: z
      .array(z.strictObject({ reason: z.string().describe('Why.'), count: count('Rows.') }))
      .describe('Why rows cannot be used, the most frequent first.'),
    columns: z.array(z.string()).describe('Columns of a table.'),
    firstRows: z.array(z.array(z.string())).describe('The first rows of a table.'),
    readAs: z
      .array(z.string().nullable())
      .describe(
        'As which of our columns each is read, null where it is left alone. Empty where columns need no names.',
      ),
    choices: z
      .array(
        z.strictObject({
          name: z.string().describe('Our name.'),
          kinds: z.array(z.string()).describe('Kinds of rows for which it counts.'),
          required: z.array(z.string()).describe('Kinds of rows for which it must be filled.'),
        }),
      )
      .describe('Our columns, where those of the table can be named.'),
    guessed: z
      .strictObject({
        columns: z
          .array(z.string().nullable())
          .describe('Our column for each of the table; null where nothing is guessed.'),
        kind: z.string().nullable().describe('What each row seems to be, where no column says.'),
      })
      .nullable()
      .describe(
        'What the columns of a table in no known format seem to hold. Nothing is read so until somebody names them so.',
      ),
  }),
  async run({ uploads }, { uploadId, ...choices }) {
    const id = asUuid(uploadId);
    const preview = id === undefined ? undefined : await uploads.preview(id, choicesOf(choices));
    if (!preview) throw notFound('upload');
    return {
      ...preview,
      reasons: [...preview.reasons],
      columns: [...preview.columns],
      readAs: [...preview.readAs],
      choices: preview.choices.map(({ name, kinds, required }) => ({
        name,
        kinds: [...kinds],
        required: [...required],
      })),
      firstRows: preview.firstRows.map((row) => [...row]),
      guessed: preview.guessed && { columns: [...preview.guessed.columns], kind: preview.guessed.kind },
    };
  },
});
