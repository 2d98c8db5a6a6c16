import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import { lacks, lacksOf } from './lacks';
import { setup, showSetup } from './schemas';
import { nextRuns, nextRunsSchema } from './times';

export const getAgentSetup = defineQuery({
  name: 'get_agent_setup',
  title: 'Get the setup of the Agent',
  description:
    'Shows how the Agent is set up: its schedule and next runs, its credit limits and what it looks through.',
  right: 'readAgent',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: setup
      .extend({
        schedule: z.string().describe('Five cron fields: minute, hour, day, month, weekday.'),
        timeZone: z.string().describe('IANA time zone of the schedule.'),
        nextRuns: nextRunsSchema.describe('The next runs, the first one first. Empty while it is paused.'),
      })
      .nullable()
      .describe('Null if no Agent is set up.'),
    lacks: lacks.describe('What it needs before it can run. Empty when nothing is missing.'),
  }),
  async run(workspace) {
    const { store } = workspace;
    const missing = await lacksOf(workspace);
    const row = await store.agent.setup();
    if (!row) return { data: null, lacks: missing };
    const times = { schedule: row.pattern, timeZone: row.time_zone };
    const next = row.status === 'ACTIVE' ? await store.agent.nextRunAt() : null;
    return {
      lacks: missing,
      data: {
        ...showSetup(row, next),
        ...times,
        // The first one is the planned run. It may be due already.
        nextRuns: next === null ? [] : nextRuns(times, next - 1),
      },
    };
  },
});
