import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import * as schemas from './schemas';

export const listAgentRuns = defineQuery({
  name: 'list_agent_runs',
  title: 'List runs of the Agent',
  description:
    'Lists the newest runs of the Agent, or its previews: what each looked at, what it cost, and why it ended early. {list_agent_candidates} lists the people of one run.',
  right: 'readAgent',
  rest: null,
  interfaces: { mcp: false, console: true },
  input: input({
    kind: z.enum(['AGENT', 'PREVIEW']).default('AGENT').describe('Runs, or previews.'),
    limit: z.int().min(1).max(100).default(20).describe('How many.'),
  }),
  output: z.strictObject({ data: z.array(schemas.runInFull).describe('Newest first.') }),
  async run({ store }, { kind, limit }) {
    return { data: (await store.agent.runs(kind, limit)).map(schemas.showRunInFull) };
  },
});
