import { z } from 'zod';
import { profileTypes } from '../../src/shared/values';
import { invalid } from '../../src/shared/errors';
import { looksForWords } from '../../src/ingest/sources/abilities';
import { defineAction } from '../define';
import { searchText } from '../fields';
import * as schemas from './schemas';
import { agentTimes, problemOf } from './times';

const credits = (description: string) => z.int().min(1).max(1_000_000).describe(description);

export const enableAgent = defineAction({
  name: 'enable_agent',
  title: 'Set up the Agent',
  description:
    'Sets up the Agent, which looks for leads automatically, or changes its setup, and makes it ACTIVE. It runs on the schedule in the given time zone, within the credit limits. It costs one credit for each person it meets who is not a lead yet.',
  right: 'manageAgent',
  rest: null,
  input: z
    .strictObject({
      ...agentTimes,
      creditsPerRun: credits('Most credits that one run uses, 1 to 1000000.'),
      creditsPerDay: credits('Most credits that the runs of one day use, 1 to 1000000.'),
      watch: z
        .array(z.enum(profileTypes))
        .max(profileTypes.length)
        .default([...profileTypes])
        .describe('Types of watched profiles whose posts it reads. All types by default.'),
      keywords: z
        .array(searchText(160, 'Words in the text of a post.'))
        .max(20)
        .default([])
        .describe('Words to search posts by, at most 20, if the source can search.'),
    })
    .superRefine(({ schedule, timeZone, watch, keywords }, context) => {
      const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      const problem = problemOf({ schedule, timeZone });
      if (problem) return wrong(problem.path, problem.message);
      if (watch.length === 0 && keywords.length === 0) {
        wrong('watch', 'must name a type of profiles, unless keywords are given');
      }
    }),
  output: schemas.setup,
  async run(workspace, { schedule, timeZone, creditsPerRun, creditsPerDay, watch, keywords }) {
    const { source } = workspace.audience;
    if (keywords.length > 0 && source !== null && !looksForWords[source]) {
      throw invalid({ path: 'keywords', message: `cannot be used: the source ${source} cannot search by keywords` });
    }
    const unique = [...new Set(keywords.map((one) => one.trim()))];
    const setup = { pattern: schedule, timeZone, creditsPerRun, creditsPerDay, watch, keywords: unique };
    const row = await workspace.agent.enable(setup);
    return {
      answer: schemas.showSetup(row, await workspace.store.agent.nextRunAt()),
      changed: {
        kind: 'agent',
        id: workspace.organizationId,
        detail: `${schemas.scheduleText(row)}, ${creditsPerRun} credits a run, ${creditsPerDay} a day`,
      },
    };
  },
});
