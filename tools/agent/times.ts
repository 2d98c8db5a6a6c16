/** When an agent runs: the parameters, their errors, and the next runs. */
import { z } from 'zod';
import { checkPattern, NeverMatches, nextTime } from '../../src/jobs/schedule';
import { printDate } from '../dates';
import { timestamp } from '../schemas/values';

export const agentTimes = {
  schedule: z.string().min(1).max(120).describe('Five cron fields: minute, hour, day, month, weekday.'),
  timeZone: z.string().min(1).max(64).default('UTC').describe('IANA time zone, such as Europe/Berlin.'),
};

export interface AgentTimes {
  readonly schedule: string;
  readonly timeZone: string;
}

const allowed =
  'must be five cron fields, minute 0-59, hour 0-23, day 1-31, month 1-12, weekday 0-6 with 0 for Sunday, each a number, * for every, 1,3 for a list, 1-5 for a span or */2 for a step, such as 0 7 * * 1-5';

/** The error in these times, and what is allowed; undefined when they are valid. */
export function problemOf({ schedule, timeZone }: AgentTimes): { path: string; message: string } | undefined {
  if (!isTimeZone(timeZone)) return { path: 'timeZone', message: 'must be an IANA time zone, such as Europe/Berlin' };
  try {
    checkPattern(schedule, timeZone);
    return undefined;
  } catch (error) {
    const never = error instanceof NeverMatches;
    return { path: 'schedule', message: never ? 'must name a time that comes: this one never does' : allowed };
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** Number of next runs to show. */
const ahead = 3;
export const nextRunsSchema = z.array(timestamp('A run.')).max(ahead).describe('The next runs, the first one first.');

/** @param after epoch ms. */
export function nextRuns({ schedule, timeZone }: AgentTimes, after: number): string[] {
  const times: number[] = [];
  for (let at = after; times.length < ahead; times.push(at)) at = nextTime(schedule, timeZone, at);
  return times.map(printDate);
}
