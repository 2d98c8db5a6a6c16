import { z } from 'zod';
import { defineAction } from '../define';
import { requireSource } from './run-agent';
import * as schemas from './schemas';

export const previewAgent = defineAction({
  name: 'preview_agent',
  title: 'Preview the Agent',
  description:
    'Queues a small run over a few recent posts of the watchlist. It shows whom the Agent would accept and why. It costs no credits, stores nobody and creates no lead. You do not need to set up the Agent first.',
  right: 'manageAgent',
  rest: null,
  input: z.strictObject({}),
  output: schemas.runInFull,
  async run(workspace) {
    requireSource(workspace.audience.source);
    const { run, added } = await workspace.agent.request('PREVIEW');
    return {
      answer: schemas.showRunInFull(run),
      changed: added ? { kind: 'agent_run', id: run.id, detail: 'preview' } : null,
    };
  },
});
