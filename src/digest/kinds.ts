/** The job that sends a digest, for code that queues it. */
import { z } from 'zod';
import type { JobKind } from '../jobs/definition';

export const digestJob: JobKind<{ digestId: string }> = {
  name: 'send-digest',
  lane: 'mail',
  input: z.object({ digestId: z.string() }),
  maxAttempts: 10,
};

/** The job that sends a digest outside its schedule. The person who asked for it can look at the result. */
export const askedDigestJob: JobKind<{ digestId: string }> = {
  name: 'send-digest-now',
  lane: 'mail',
  input: digestJob.input,
  maxAttempts: 2,
};

/** Name of its schedule. */
export const scheduleOf = (digestId: string): string => `${digestJob.name}:${digestId}`;
