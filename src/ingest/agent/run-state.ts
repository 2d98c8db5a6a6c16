/** Where a run stands, as its job keeps it. */
import { z } from 'zod';
import { crawlState } from '../crawl/crawl';
import { runStops } from '../../store/tables/agent';

export const runState = z.object({
  runId: z.string(),
  walk: crawlState,
  /** People paid for so far. */
  paid: z.number(),
  /** What stops the run when its credits are used. */
  limit: z.enum(['run_budget', 'day_budget', 'credits_exhausted']),
  /** Why the crawl ended early. */
  stopped: z.enum(runStops).nullable(),
  /** Everything is collected. */
  collected: z.boolean(),
});
export type RunState = z.infer<typeof runState>;
