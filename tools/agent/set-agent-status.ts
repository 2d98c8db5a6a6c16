import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import * as schemas from './schemas';

export const setAgentStatus = defineAction({
  name: 'set_agent_status',
  title: 'Pause or resume the Agent',
  description:
    'Pauses the Agent or makes it ACTIVE again. Pausing also stops an active scheduled run. Leads and candidates stay. The Agent does not make up for scheduled times that it missed while paused.',
  right: 'manageAgent',
  rest: null,
  input: z.strictObject({
    status: z.enum(['ACTIVE', 'PAUSED']).describe('ACTIVE: the Agent runs on its schedule. PAUSED: it does not.'),
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
