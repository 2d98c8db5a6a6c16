import { z } from 'zod';
import { defineQuery } from '../define';
import { address, count } from '../schemas/values';
import { othersWords, othersWordsOrNull } from '../words-of-others';
import { person, referenceOf } from './person';

export const previewErasure = defineQuery({
  name: 'preview_erasure',
  title: 'See what an erasure removes',
  description:
    "Shows which person a reference names in this workspace and how much is held about them, table by table. {erase_person} removes this, {export_person} exports it. An erasure also searches other people's texts, which are not counted here. This changes nothing.",
  right: 'managePrivacy',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: z.strictObject({ person }),
  output: z.strictObject({
    people: z
      .array(
        z.strictObject({
          id: z.guid().describe('Id of their lead, if they are one.'),
          displayName: othersWords('Name.'),
          headline: othersWordsOrNull('Headline.'),
          companyName: othersWordsOrNull('Company.'),
          profileUrl: address('Address of the profile.').nullable(),
          doNotContact: z.boolean().describe('Whether they asked not to be contacted.'),
        }),
      )
      .describe(
        'The people it names. Several if nothing joins two of their identifiers yet. Empty if nothing is held.',
      ),
    rows: z
      .array(z.strictObject({ table: z.string().describe('Name of the table.'), rows: count('Rows about them.') }))
      .describe('What is held.'),
  }),
  async run(workspace, { person: text }) {
    const { store } = workspace;
    const { people, rows } = await store.privacy.held(referenceOf(text, workspace));
    return {
      people: people.map((row) => ({
        id: row.id,
        displayName: row.display_name,
        headline: row.headline,
        companyName: row.company_name,
        profileUrl: row.profile_url,
        doNotContact: row.do_not_contact === 1,
      })),
      rows: [...rows],
    };
  },
});
