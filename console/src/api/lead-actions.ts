/** What people decide about a lead. It is shown at once, saved on the server, and can be undone for ten seconds. */
import { call } from './client';
import type { LeadChange } from './operations';

/** Most leads in one call. */
const mostTogether = 100;

/**
 * Changes leads, each in its own way, with one call for up to a hundred.
 * @returns how many of them no longer exist.
 * @throws ApiError
 */
export async function changeLeads(changes: readonly ({ readonly leadId: string } & LeadChange)[]): Promise<number> {
  let missing = 0;
  for (let from = 0; from < changes.length; from += mostTogether) {
    const decisions = changes.slice(from, from + mostTogether);
    missing += (await call('decide_leads', { decisions })).missing.length;
  }
  return missing;
}

const dayMs = 86_400_000;

/** A day ahead in the reader's calendar, in the format of the service. */
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
