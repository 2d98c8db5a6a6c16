/** Accounts of the made-up workspaces: counted while leads are made, and their summaries. */
import { averageTenths } from '../../src/rules/audience/average';
import { accountSlug, fold } from '../../packages/reader/src';
import type { PersonRow } from '../../src/store/tables/engagement';
import type { AccountSummaryRow, LeadRow } from '../../src/store/tables/leads';
import { sortKey } from '../../src/store/statements/in-parts';
import type { Random } from './random';

export interface AccountTally {
  readonly id: string;
  readonly name: string;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly size: string | null;
  leads: number;
  icp: number;
  intent: number;
  tiers: Record<LeadRow['lead_tier'], number>;
  signals: number;
  first: number;
  last: number;
}

/** The account of a person: one that is there, or a new one. */
export function tallyOf(random: Random, accounts: Map<string, AccountTally>, person: PersonRow): AccountTally {
  const name = person.company_name ?? '';
  const id = accountSlug(name);
  const known = accounts.get(id);
  if (known) return known;
  const made: AccountTally = {
    id,
    name,
    domain: random() < 0.7 ? `${id}.example` : null,
    industry: person.industry,
    size: person.company_size,
    leads: 0,
    icp: 0,
    intent: 0,
    tiers: { UNQUALIFIED: 0, NURTURE: 0, QUALIFIED: 0, PRIORITY: 0 },
    signals: 0,
    first: Infinity,
    last: 0,
  };
  accounts.set(id, made);
  return made;
}

/** Counts a lead. */
export function count(account: AccountTally, lead: LeadRow): void {
  account.leads += 1;
  account.icp += lead.icp_match_percent;
  account.intent += lead.intent_score;
  account.tiers[lead.lead_tier] += 1;
  account.signals += lead.signal_count;
  account.first = Math.min(account.first, lead.first_signal_at);
  account.last = Math.max(account.last, lead.last_signal_at);
}

/** What was counted, as its row. */
export function summaryRow(organization_id: string, account: AccountTally): AccountSummaryRow {
  return {
    organization_id,
    account_id: account.id,
    name: account.name,
    name_sort: sortKey(fold(account.name)),
    domain: account.domain,
    industry: account.industry,
    industry_key: account.industry === null ? null : fold(account.industry),
    company_size: account.size,
    lead_count: account.leads,
    average_icp_tenths: averageTenths(account.icp, account.leads) ?? 0,
    average_intent_tenths: averageTenths(account.intent, account.leads) ?? 0,
    unqualified_count: account.tiers.UNQUALIFIED,
    nurture_count: account.tiers.NURTURE,
    qualified_count: account.tiers.QUALIFIED,
    priority_count: account.tiers.PRIORITY,
    signal_count: account.signals,
    first_signal_at: account.first,
    latest_signal_at: account.last,
    search_text: `${fold(account.name)}\n${fold(account.domain ?? '')}`,
    signal_revision: 1,
    count_revision: 1,
    icp_revision: 1,
    signals_14d: 0,
    previous_signals_14d: 0,
    new_people_14d: 0,
    trend: 0,
    trend_revision: 1,
    change_revision: 0,
    changed_at: 1,
    undated_count: 0,
    latest_dated_at: account.last,
  };
}
