/** How many credits a run may use. Pure functions. */
import type { RunCredits } from '../../store/agent/runs';
import type { RunStop } from '../../store/tables/agent';

export interface Budget {
  readonly perRun: number;
  readonly perDay: number;
  /** Credits that the runs of this day used or hold. */
  readonly usedToday: number;
  /** Credits of the workspace. */
  readonly available: number;
}

/** @returns the credits to set aside for a run, and the limit that stops the run when they are used. */
export function allowance({ perRun, perDay, usedToday, available }: Budget): {
  readonly credits: number;
  readonly limit: Extract<RunStop, 'run_budget' | 'day_budget' | 'credits_exhausted'>;
} {
  const left = Math.max(0, perDay - usedToday);
  const credits = Math.max(0, Math.min(perRun, left, available));
  const limit = credits === perRun ? 'run_budget' : credits === left ? 'day_budget' : 'credits_exhausted';
  return { credits, limit };
}

/** The day of a moment in a time zone, `2026-11-22`. A run uses the budget of this day. @param now epoch ms. */
export function dayIn(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The days under which a run of this day may be stored if the time zone has changed since. Zones are up to 26 hours apart. */
export function daysAround(day: string): string[] {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return [-2, -1, 0, 1, 2].map((days) => new Date(noon + days * 86_400_000).toISOString().slice(0, 10));
}

/**
 * What runs that started on this day used or hold. The day is that of the current time zone, even if the zone was another when
 * they started, and however many hours it has.
 */
export const usedOn = (day: string, timeZone: string, runs: readonly RunCredits[]): number =>
  runs.filter((run) => dayIn(timeZone, run.startedAt) === day).reduce((sum, run) => sum + run.credits, 0);
