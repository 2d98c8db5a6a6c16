/** Settings of the watchlist sync and of the agent. */
import { Cron } from 'croner';
import { z } from 'zod';
import type { SettingDefinition } from './definition';
import { wholeNumber } from './kinds';

/** Five cron fields in UTC, or `off`. */
const schedule = z.string().refine((text) => {
  if (text === 'off') return true;
  if (text.trim().split(/\s+/).length !== 5) return false;
  try {
    return new Cron(text, { timezone: 'UTC', mode: '5-part', paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
});

export const agentDefinitions = {
  WATCHLIST_SYNC_SCHEDULE: {
    schema: schedule,
    fallback: '25 */6 * * *',
    allowed: 'five cron fields (minute, hour, day, month, weekday) in UTC, or off',
    purpose: 'When the posts of the watched profiles are read. Nothing is read while DISCOVERY_SOURCE is none.',
  },
  WATCHLIST_SYNC_OVERLAP_DAYS: {
    schema: wholeNumber(1, 90),
    fallback: '14',
    allowed: 'a whole number from 1 to 90',
    purpose: 'Days before the last sync. Posts published since then are read again.',
  },
  WATCHLIST_SYNC_MAX_POSTS: {
    schema: wholeNumber(1, 500),
    fallback: '20',
    allowed: 'a whole number from 1 to 500',
    purpose: 'Posts of a profile that one sync reads. The next sync reads the rest.',
  },
  WATCHLIST_SYNC_MAX_PEOPLE: {
    schema: wholeNumber(1, 1_000_000),
    fallback: '1000',
    allowed: 'a whole number from 1 to 1000000',
    purpose:
      'The sync of a profile stops after this many people with new engagement, and the next sync goes on. A person who did several things counts once.',
  },
  WATCHLIST_SYNC_PEOPLE_PER_DAY: {
    schema: wholeNumber(1, 10_000_000),
    fallback: '5000',
    allowed: 'a whole number from 1 to 10000000',
    purpose: 'The same limit for all syncs of a workspace on one day (UTC).',
  },
  AGENT_MAX_POSTS: {
    schema: wholeNumber(1, 1_000),
    fallback: '50',
    allowed: 'a whole number from 1 to 1000',
    purpose: 'Posts that one run of an agent reads.',
  },
  AGENT_PREVIEW_POSTS: {
    schema: wholeNumber(1, 20),
    fallback: '3',
    allowed: 'a whole number from 1 to 20',
    purpose: 'Posts that a preview of the agent reads.',
  },
  AGENT_PREVIEW_PEOPLE: {
    schema: wholeNumber(1, 500),
    fallback: '25',
    allowed: 'a whole number from 1 to 500',
    purpose: 'People that a preview of the agent judges.',
  },
} as const satisfies Record<string, SettingDefinition>;
