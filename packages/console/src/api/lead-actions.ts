/** What people decide about a lead. It is shown at once, and saved on the server. */
import { call } from './client';
import type { LeadChange } from './operations';

/** Most leads in one call. */
const mostTogether = 100;

export interface ChangedLeads {
  /** Leads that no longer exist. */
  readonly missing: readonly string[];
  /** Leads that somebody else changed after they were shown. They were left as they are. */
  readonly meanwhile: readonly string[];
  /** `updatedAt` after the change, by lead. */
  readonly updatedAt: Readonly<Record<string, string>>;
}

/**
 * Changes leads, each in its own way, with one call for up to a hundred.
 * @param changes `seenAt`: the `updatedAt` of the lead as it was shown. A lead that changed since is left as it is.
 * @throws ApiError
 */
export async function changeLeads(
  changes: readonly ({ readonly leadId: string; readonly seenAt?: string } & LeadChange)[],
): Promise<ChangedLeads> {
  const all: ChangedLeads[] = [];
  for (let from = 0; from < changes.length; from += mostTogether) {
    const decisions = changes.slice(from, from + mostTogether);
    const { missing, changedMeanwhile: meanwhile, updatedAt } = await call('decide_leads', { decisions });
    all.push({ missing, meanwhile, updatedAt });
  }
  return {
    missing: all.flatMap(({ missing }) => missing),
    meanwhile: all.flatMap(({ meanwhile }) => meanwhile),
    updatedAt: Object.fromEntries(all.flatMap(({ updatedAt }) => Object.entries(updatedAt))),
  };
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
