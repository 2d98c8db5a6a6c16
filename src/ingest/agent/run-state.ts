/** The state of a run, as its job stores it. */
import { z } from 'zod';
import { crawlState } from '../crawl/crawl';
import { runStops } from '../../store/tables/agent';

export const runState = z.object({
  runId: z.string(),
  walk: crawlState,
  /** People paid for so far. */
  paid: z.number(),
  /** The limit that stops the run when its credits are used. */
  limit: z.enum(['run_budget', 'day_budget', 'credits_exhausted']),
  /** Why the crawl ended early. */
  stopped: z.enum(runStops).nullable(),
  /** Everything is collected. */
  collected: z.boolean(),
});
export type RunState = z.infer<typeof runState>;
