/** The job that sends a digest, as those who queue it know it. */
import { z } from 'zod';
import type { JobKind } from '../jobs/definition';

export const digestJob: JobKind<{ digestId: string }> = {
  name: 'send-digest',
  input: z.object({ digestId: z.string() }),
  maxAttempts: 10,
};

/** The job that sends one beside its schedule: who asked for it looks at what became of it. */
export const askedDigestJob: JobKind<{ digestId: string }> = {
  name: 'send-digest-now',
  input: digestJob.input,
  maxAttempts: 2,
};

/** Name of its schedule. */
export const scheduleOf = (digestId: string): string => `${digestJob.name}:${digestId}`;
