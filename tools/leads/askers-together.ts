/** The order of a call list: people of one account who asked for something are next to each other. */
import { statedInterests } from '../../src/shared/values';
import { statedInterestOfPriority } from '../../src/rules/tier/tier';
import type { LeadRecord } from '../../src/store/reads/lead-reads';

type Ranked = Pick<LeadRecord, 'priority' | 'lead_tier' | 'account_id'>;

/** Whether the person asked for something lately. Their position in the order says so (`priorityOf`). */
const hasAsked = ({ priority, lead_tier }: Ranked) =>
  (lead_tier === 'PRIORITY' || lead_tier === 'QUALIFIED') &&
  statedInterests.indexOf(statedInterestOfPriority(priority)) >= statedInterests.indexOf('question');

/** The same order, except that people of an account who asked for something follow the first of them. */
export function askersTogether<Lead extends Ranked>(leads: readonly Lead[]): Lead[] {
  const left = new Set(leads);
  return leads.flatMap((lead) => {
    if (!left.delete(lead)) return [];
    if (lead.account_id === null || !hasAsked(lead)) return [lead];
    const others = [...left].filter((one) => one.account_id === lead.account_id && hasAsked(one));
    for (const one of others) left.delete(one);
    return [lead, ...others];
  });
}
