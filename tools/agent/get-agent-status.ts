import { z } from 'zod';
import { defineQuery } from '../define';
import { printDateOrNull } from '../dates';
import { input } from '../fields';
import { timestampOrNull } from '../schemas/values';
import { run, scheduleText, showRun } from './schemas';

export const getAgentStatus = defineQuery({
  name: 'get_agent_status',
  title: 'Get the status of the Agent',
  description:
    'Whether the automated lead-finding Agent is active, when it runs next, and what its last run did. NOT_CONFIGURED means that no Agent is set up. This changes nothing. {list_agent_candidates} lists the people of a run.',
  right: 'readAgent',
  rest: null,
  input: input({}),
  output: z.strictObject({
    status: z.enum(['ACTIVE', 'PAUSED', 'NOT_CONFIGURED']).describe('Whether the Agent runs.'),
    schedule: z.string().nullable().describe('When it runs: five cron fields and an IANA time zone.'),
    nextRunAt: timestampOrNull('Next run. Null while it is paused or not set up.'),
    lastRun: run.nullable().describe('The latest run. Null before the first.'),
    latestOnboardingPreview: run.nullable().describe('The latest preview. Null before the first.'),
  }),
  async run({ store }) {
    const setup = await store.agent.setup();
    const [last] = await store.agent.runs('AGENT', 1);
    const [preview] = await store.agent.runs('PREVIEW', 1);
    return {
      status: setup?.status ?? ('NOT_CONFIGURED' as const),
      schedule: setup ? scheduleText(setup) : null,
      nextRunAt: printDateOrNull(setup?.status === 'ACTIVE' ? await store.agent.nextRunAt() : null),
      lastRun: last ? showRun(last) : null,
      latestOnboardingPreview: preview ? showRun(preview) : null,
    };
  },
});
