/** The kinds of agent jobs, for code that queues them. */
import { z } from 'zod';
import type { JobKind } from '../../jobs/definition';

/** Without a run id the schedule queued the job, and the job creates its run when it starts. */
export const agentRun: JobKind<{ runId?: string | undefined }> = {
  name: 'agent-run',
  lane: 'sources',
  input: z.object({ runId: z.string().optional() }),
};

export const agentPreview: JobKind<{ runId: string }> = {
  name: 'agent-preview',
  lane: 'sources',
  input: z.object({ runId: z.string() }),
};

/** The name of a workspace's schedule. */
export const scheduleOf = (organizationId: string) => `agent-run:${organizationId}`;
