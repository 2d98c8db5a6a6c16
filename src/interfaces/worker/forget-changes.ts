/** Removes expired entries of the change log: deletions, tier changes, and answers to repeated changes. */
import { z } from 'zod';
import { define } from '../../jobs/definition';
import { forgetSome } from '../../store/log/forget-changes';
import { feedRetentionMs } from '../../workspace/feed-cursor';
import { answersRetentionMs } from '../../../tools/change-conditions';

const day = 24 * 3_600_000;

/** How long tier changes are kept: 400 days. */
const tierChangesLifetimeMs = 400 * day;

const lifetimes = define({
  name: 'forget-changes',
  lane: 'upkeep',
  input: z.object({}),
  schedule: { pattern: '23 * * * *' },
  keepsDone: false,
  async run(context) {
    const now = context.clock.now();
    // One day longer than a cursor lasts, so that differing clocks lose nothing.
    const before = {
      tombstones: now - feedRetentionMs - day,
      tierChanges: now - tierChangesLifetimeMs,
      answers: now - answersRetentionMs,
    };
    for (let after: string | null = ''; after !== null; await context.checkpoint()) {
      after = await forgetSome(context.db, after, before);
    }
  },
});

export const forgettingJobs = [lifetimes];
