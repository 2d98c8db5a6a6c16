import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import { agentTimes, nextRuns, nextRunsSchema, problemOf } from './times';

export const previewAgentSchedule = defineQuery({
  name: 'preview_agent_schedule',
  title: 'Preview a schedule of the Agent',
  description: 'Shows when the Agent would run next on a schedule, and changes nothing.',
  right: 'readAgent',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input(agentTimes).superRefine((times, context) => {
    const problem = problemOf(times);
    if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
  }),
  output: z.strictObject({ nextRuns: nextRunsSchema }),
  run: async (_workspace, times) => ({ nextRuns: nextRuns(times, Date.now()) }),
});
