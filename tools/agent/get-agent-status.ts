import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import { count, timestamp, timestampOrNull, uuid } from '../schemas/values';

export const getAgentStatus = defineQuery({
  name: 'get_agent_status',
  title: 'Get the status of the Agent',
  description:
    'Reads whether the automated lead-finding Agent of this workspace is active, when it runs next, and what its last run did. Use it before {list_agent_candidates}, or to explain where leads of the origin `agent` came from. NOT_CONFIGURED means that no Agent was set up. It starts, pauses and changes nothing.',
  right: 'readAgent',
  rest: null,
  input: input({}),
  output: z.strictObject({
    status: z.enum(['ACTIVE', 'PAUSED', 'NOT_CONFIGURED']).describe('Whether the Agent runs.'),
    schedule: z.string().nullable().describe('How often it runs, in words.'),
    nextRunAt: timestampOrNull('Next run.'),
    lastRun: z
      .strictObject({
        id: uuid('Run id, uuid.'),
        status: z.string().describe('How the run ended, or that it still runs.'),
        startedAt: timestamp('When it started.'),
        finishedAt: timestampOrNull('When it ended; null while it runs.'),
        postsScanned: count('Posts it read.'),
        peopleQualified: count('People it qualified.'),
        candidates: count('Candidates it proposed.'),
        leadsCreated: count('Leads it created.'),
      })
      .nullable()
      .describe('The latest run; null before the first.'),
    latestOnboardingPreview: z
      .strictObject({ id: z.string(), status: z.string(), finishedAt: z.string().nullable() })
      .nullable()
      .describe('The latest preview made while the Agent was set up.'),
  }),
  // No Agent can be set up yet, so this is the whole truth for every workspace.
  async run() {
    return {
      status: 'NOT_CONFIGURED' as const,
      schedule: null,
      nextRunAt: null,
      lastRun: null,
      latestOnboardingPreview: null,
    };
  },
});
