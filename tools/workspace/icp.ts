/** The ideal customer profile as people work on it: the current one, earlier ones, and what a new one would change. */
import { z } from 'zod';
import { searchIndustries } from '../../packages/reader/src';
import { readIcp, type IcpDefinition } from '../../src/rules/fit/icp';
import { mostIcpVersions } from '../../src/store/access/icp';
import { invalid, notFound } from '../../src/shared/errors';
import { leadTiers } from '../../src/shared/values';
import { printDate } from '../dates';
import { defineQuery } from '../define';
import { input } from '../fields';
import { count, timestamp, uuid } from '../schemas/values';
import { othersWords, othersWordsOrNull } from '../words-of-others';

/** A definition is an object in the form that examples/icp.yaml explains. */
const definition = z.record(z.string(), z.unknown());
const definitionOf = (text: string) => definition.parse(JSON.parse(text));

const version = {
  version: z.int().min(1).describe('Its number. The newest version is in force.'),
  savedAt: timestamp('When it was saved.'),
};

export const getIcp = defineQuery({
  name: 'get_icp',
  title: 'Get the ideal customer profile',
  description: 'Shows the ideal customer profile in force, or an earlier version. Null if none is set yet.',
  right: 'readIcp',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({
    version: z.int().min(1).max(1_000_000_000).describe('An earlier version. By default the one in force.').optional(),
  }),
  output: z.strictObject({ data: z.strictObject({ ...version, definition }).nullable() }),
  async run({ store }, { version: wanted }) {
    const [row] = await store.admin.icpVersions(wanted === undefined ? undefined : wanted + 1, 1);
    if (wanted !== undefined && row?.version !== wanted) throw notFound('version');
    if (!row) return { data: null };
    return {
      data: { version: row.version, savedAt: printDate(row.created_at), definition: definitionOf(row.definition) },
    };
  },
});

export const listIcpVersions = defineQuery({
  name: 'list_icp_versions',
  title: 'List versions of the ideal customer profile',
  description: `Lists the versions of the ideal customer profile, newest first: the last ${mostIcpVersions} are kept. {get_icp} shows one of them.`,
  right: 'readIcp',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({
    limit: z.int().min(1).max(100).default(50).describe('How many.'),
    before: z.int().min(1).max(1_000_000_000).describe('Versions before this one.').optional(),
  }),
  output: z.strictObject({
    data: z.array(z.strictObject(version)),
    more: z.boolean().describe('Whether there are older ones.'),
  }),
  async run({ store }, { limit, before }) {
    const rows = await store.admin.icpVersions(before, limit + 1);
    const shown = rows.slice(0, limit).map((row) => ({ version: row.version, savedAt: printDate(row.created_at) }));
    return { data: shown, more: rows.length > limit };
  },
});

export const findIndustries = defineQuery({
  name: 'find_industries',
  title: 'Find industries by what a person types',
  description:
    'Finds industries by a part of their name, another name, or a name with a slip of the finger, for the form of the ideal customer profile.',
  right: 'readIcp',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ search: z.string().max(100).describe('What was typed.') }),
  output: z.strictObject({
    data: z.strictObject({
      industries: z.array(z.string()).describe('Names of the network, best first.'),
      named: z.string().nullable().describe('The industry that the text names; null: none.'),
    }),
  }),
  run: (_workspace, { search }) => {
    const { industries, named } = searchIndustries(search, 8);
    return Promise.resolve({ data: { industries: [...industries], named } });
  },
});

const byTier = (description: string) =>
  z
    .strictObject({
      UNQUALIFIED: count('Leads.'),
      NURTURE: count('Leads.'),
      QUALIFIED: count('Leads.'),
      PRIORITY: count('Leads.'),
    })
    .describe(description);

export const previewIcp = defineQuery({
  name: 'preview_icp',
  title: 'Preview an ideal customer profile',
  description:
    'Shows which leads would move between tiers under another profile, before you save it with {set_icp}. It changes nothing.',
  right: 'changeIcp',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ definition: definition.describe('The profile. examples/icp.yaml explains every field.') }),
  output: z.strictObject({
    data: z.strictObject({
      whole: z
        .boolean()
        .describe('Whether all leads were checked. If not, those among the 20,000 people known longest were.'),
      leads: count('Leads that were checked, of every disposition.'),
      moves: z
        .strictObject({
          UNQUALIFIED: byTier('By the tier they would have.'),
          NURTURE: byTier('By the tier they would have.'),
          QUALIFIED: byTier('By the tier they would have.'),
          PRIORITY: byTier('By the tier they would have.'),
        })
        .describe('By the tier they have now.'),
      movers: z.array(
        z.strictObject({
          leadId: uuid('Lead id, uuid.'),
          name: othersWords('Name.'),
          headline: othersWordsOrNull('Headline.'),
          from: z.enum(leadTiers).describe('Tier now.'),
          to: z.enum(leadTiers).describe('Tier then.'),
          reason: z.string().describe('What would change in the fit.'),
        }),
      ),
      averageIcpNow: z.number().describe('Average match in percent now.'),
      averageIcpThen: z.number().describe('Average match in percent under the new profile.'),
    }),
  }),
  async run({ previews }, { definition: given }) {
    const { movers, moves, ...rest } = await previews.icp(JSON.stringify(readDefinition(given)));
    return {
      data: {
        ...rest,
        moves: {
          UNQUALIFIED: { ...moves.UNQUALIFIED },
          NURTURE: { ...moves.NURTURE },
          QUALIFIED: { ...moves.QUALIFIED },
          PRIORITY: { ...moves.PRIORITY },
        },
        movers: movers.map(({ leadId, name, headline, from, to, reason }) => ({
          leadId,
          name,
          headline,
          from,
          to,
          reason,
        })),
      },
    };
  },
});

export const findTitleGaps = defineQuery({
  name: 'find_title_gaps',
  title: 'Find where listed titles are not found',
  description:
    'Names the languages of the workspace’s own people in which a listed title is not found, and offers titles of these people, with whom each would take in. It changes nothing.',
  right: 'changeIcp',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({ definition: definition.describe('The profile. examples/icp.yaml explains every field.') }),
  output: z.strictObject({
    data: z.strictObject({
      whole: z
        .boolean()
        .describe('Whether all leads were looked through. If not, 20,000 of the people known longest were.'),
      gaps: z.array(
        z.strictObject({
          title: z.string().describe('A listed title.'),
          languages: z.array(
            z.strictObject({
              code: z.string().describe('Language in which it is not found, ISO 639-1.'),
              people: count('People with a title in this language.'),
            }),
          ),
        }),
      ),
      offers: z.array(
        z.strictObject({
          title: othersWords('Title of own people, with the rank and field of a listed one.'),
          code: z.string().describe('Its language, ISO 639-1.'),
          like: z.string().describe('The listed title that it is like.'),
          people: count('Leads that it would take in.'),
          named: z
            .array(
              z.strictObject({
                leadId: uuid('Lead id, uuid.'),
                name: othersWords('Name.'),
                headline: othersWordsOrNull('Headline.'),
              }),
            )
            .describe('Some of them, at most five.'),
        }),
      ),
    }),
  }),
  async run({ previews }, { definition: given }) {
    const { gaps, offers, whole } = await previews.titles(JSON.stringify(readDefinition(given)));
    return {
      data: {
        whole,
        gaps: gaps.map(({ title, languages }) => ({ title, languages: languages.map((one) => ({ ...one })) })),
        offers: offers.map(({ named, ...offer }) => ({ ...offer, named: named.map((one) => ({ ...one })) })),
      },
    };
  },
});

/** Reads a profile. @throws OperationError `invalid` with every problem. */
function readDefinition(given: Record<string, unknown>): IcpDefinition {
  const read = readIcp(given);
  if ('definition' in read) return read.definition;
  throw invalid(...read.problems.map(({ path, message }) => ({ path: `definition.${path}`, message })));
}
