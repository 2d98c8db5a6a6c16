/** Removes counts of calls after 400 days, and entries of the access log after `ACCESS_LOG_DAYS`. */
import { z } from 'zod';
import { define } from '../../jobs/definition';
import { forgetUsage } from '../../store/access/usage';

const day = 24 * 3_600_000;

/** How long counts of calls are kept: 400 days, as other figures for a yearly look back. */
const countsLifetimeMs = 400 * day;

/** @param accessLogDays days that entries of the access log are kept, also after it was turned off. */
export const usageCleaning = (accessLogDays: number) =>
  define({
    name: 'forget-usage',
    lane: 'upkeep',
    input: z.object({}),
    schedule: { pattern: '37 * * * *' },
    keepsDone: false,
    async run(context) {
      const now = context.clock.now();
      const before = {
        day: new Date(now - countsLifetimeMs).toISOString().slice(0, 10),
        at: now - accessLogDays * day,
      };
      for (let after: string | null = ''; after !== null; await context.checkpoint()) {
        after = await forgetUsage(context.db, after, before);
      }
    },
  });
