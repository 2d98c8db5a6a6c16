import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import * as schemas from './schemas';

export const runAgent = defineAction({
  name: 'run_agent',
  title: 'Run the Agent now',
  description:
    'Queues a run of the Agent now, outside its schedule, even while it is paused. A workspace has one active run. If there is one already, this returns it. The run uses credits within the budgets of the Agent.',
  right: 'manageAgent',
  rest: null,
  input: z.strictObject({}),
  output: schemas.runInFull,
  async run(workspace) {
    requireSource(workspace.audience.source);
    if (!(await workspace.store.agent.setup())) {
      throw new OperationError('conflict', 'No Agent is set up in this workspace.');
    }
    const { run, added } = await workspace.agent.request('AGENT');
    return {
      answer: schemas.showRunInFull(run),
      changed: added ? { kind: 'agent_run', id: run.id } : null,
    };
  },
});

/** @throws OperationError `service_unavailable` naming the setting. */
export function requireSource(source: string | null): void {
  if (source !== null) return;
  throw new OperationError(
    'service_unavailable',
    'This installation has no source for the agent to read: its setting DISCOVERY_SOURCE is none.',
  );
}
