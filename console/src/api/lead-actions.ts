/** What people decide about a lead: shown at once, kept on the server, and taken back for ten seconds. */
import { call } from './client';
import type { LeadChange } from './operations-work';

/** Changes a lead. @throws ApiError */
export async function changeLead(leadId: string, change: LeadChange): Promise<void> {
  await call('decide_lead', { leadId, ...change });
}

const dayMs = 86_400_000;

/** A day from today in the reader's calendar, as the service writes days. */
function dayAhead(days: number): string {
  const date = new Date(Date.now() + days * dayMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Days to snooze until: tomorrow, next Monday, in a week, in a month. */
export function snoozeDays(): {
  readonly tomorrow: string;
  readonly monday: string;
  readonly week: string;
  readonly month: string;
} {
  const toMonday = (8 - new Date().getDay()) % 7 || 7;
  return { tomorrow: dayAhead(1), monday: dayAhead(toMonday), week: dayAhead(7), month: dayAhead(30) };
}
