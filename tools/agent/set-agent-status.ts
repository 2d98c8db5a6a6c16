import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import * as schemas from './schemas';

export const setAgentStatus = defineAction({
  name: 'set_agent_status',
  title: 'Pause or resume the Agent',
  description:
    'Pauses the Agent, which also stops a scheduled run that is active, or makes it ACTIVE again. What was found stays; times that passed meanwhile are not made up for.',
  right: 'manageAgent',
  rest: null,
  input: z.strictObject({
    status: z.enum(['ACTIVE', 'PAUSED']).describe('ACTIVE runs at the times of its schedule, PAUSED does not.'),
  }),
  output: schemas.setup,
  async run(workspace, { status }) {
    const row = await workspace.agent.setStatus(status);
    if (!row) throw new OperationError('conflict', 'No Agent is set up in this workspace.');
    return {
      answer: schemas.showSetup(row, await workspace.store.agent.nextRunAt()),
      changed: { kind: 'agent', id: workspace.organizationId, detail: status },
    };
  },
});
