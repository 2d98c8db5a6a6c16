/** The job that scores who is queued, as those who queue somebody know it. */
import { z } from 'zod';
import type { JobKind } from '../jobs/definition';

export const scoreQueued: JobKind<object> = { name: 'score-queued', input: z.object({}) };
