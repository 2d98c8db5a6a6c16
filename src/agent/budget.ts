/** How many credits a run may use: pure. */
import type { RunStop } from '../store/tables/agent';

export interface Budget {
  readonly perRun: number;
  readonly perDay: number;
  /** What runs of this day used, or hold. */
  readonly usedToday: number;
  /** Of the workspace. */
  readonly available: number;
}

/** @returns what is set aside for a run, and what stops the run when that is used. */
export function allowance({ perRun, perDay, usedToday, available }: Budget): {
  readonly credits: number;
  readonly limit: Extract<RunStop, 'run_budget' | 'day_budget' | 'credits_exhausted'>;
} {
  const left = Math.max(0, perDay - usedToday);
  const credits = Math.max(0, Math.min(perRun, left, available));
  const limit = credits === perRun ? 'run_budget' : credits === left ? 'day_budget' : 'credits_exhausted';
  return { credits, limit };
}

/** The day of a moment in a time zone, `2026-11-22`: whose budget a run uses. @param now epoch ms. */
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
