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
    'Shows what the first 2,000 rows of an uploaded file hold and whether they can be imported. It counts the people and engagements that would be new, changed or known. It stores nothing.',
  right: 'manageBatches',
  isOneAtATime: true,
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input(uploadFields),
  output: z.strictObject({
    archive: z.boolean().describe('Whether it is an archive that you must unpack first.'),
    format: z.string().nullable().describe('The format that was found.'),
    label: z.string().nullable().describe('The name of that format for people.'),
    problem: z.string().nullable().describe('Why it cannot be imported as it is.'),
    rows: count('Rows that were looked at.'),
    whole: z.boolean().describe('Whether these are all rows.'),
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
            changed: count('Known people about whom something changes.'),
            unchanged: count('Known people who stay the same.'),
          })
          .describe('People whom these rows name, each once.'),
        engagements: z
          .strictObject({ new: count('Not known yet.'), known: count('Stored already.') })
          .describe('Engagements of these rows, each once.'),
        posts: z.strictObject({ new: count('Not known yet.') }).describe('Posts that these rows name.'),
        suppressed: count('Records left out because the person was erased or must not be stored.'),
      })
      .nullable()
      .describe('What these rows would change. Null if they cannot be imported as they are.'),
    refused: count('Rows among them that cannot be used.'),
    reasons: z
      .array(z.strictObject({ reason: z.string().describe('Why.'), count: count('Rows.') }))
      .describe('Why rows cannot be used, the most frequent first.'),
    notes: z
      .array(z.string())
      .describe('What to know about how these rows were read: what was not understood, or a guess.'),
    columns: z.array(z.string()).describe('Columns of a table, or members of JSON items by path.'),
    firstRows: z.array(z.array(z.string())).describe('The first rows of a table.'),
    readAs: z.array(z.string().nullable()).describe('What each column of the file becomes. Null if it is not used.'),
    choices: z
      .array(
        z.strictObject({
          name: z.string().describe('Our name.'),
          kinds: z.array(z.string()).describe('Kinds of rows that use it.'),
          required: z.array(z.string()).describe('Kinds of rows that must fill it.'),
        }),
      )
      .describe('Our columns, for the person who names those of the file.'),
    guessed: z
      .strictObject({
        columns: z
          .array(z.string().nullable())
          .describe('A guess of our column for each column of the table. Null without a guess.'),
        kind: z.string().nullable().describe('What each row seems to be, if no column says so.'),
      })
      .nullable()
      .describe(
        'What the columns of a table in an unknown format seem to hold. This is only a guess until a person names the columns.',
      ),
  }),
  async run({ uploads }, { uploadId, ...choices }) {
    const id = asUuid(uploadId);
    const preview = id === undefined ? undefined : await uploads.preview(id, choicesOf(choices));
    if (!preview) throw notFound('upload');
    return {
      ...preview,
      reasons: [...preview.reasons],
      notes: [...preview.notes],
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
