/** Names of accounts: as most of their active leads write it, without the legal form. */
import { displayName } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import type { AccountFacts, LeadGroup } from './account-facts';
import { noteAccountFactsChanged } from '../log/note-changes';
import { cut } from '../../shared/text/cut';

/**
 * Renames accounts whose leads mostly write another name. Among equally frequent names, the one whose leads were stored first
 * is taken, so the same leads give the same name whatever was there before. An account for which nobody writes a name keeps its
 * own. Joins the transaction that rebuilds the summaries.
 * @param facts of the accounts; renamed accounts get their new name there.
 */
export async function refreshAccountNames(db: Database, organizationId: string, facts: AccountFacts): Promise<void> {
  const renamed: string[] = [];
  for (const account of facts.accounts.values()) {
    const best = mostWritten(facts.leads.get(account.id) ?? []);
    if (best === undefined || best === account.name) continue;
    account.name = best;
    await db.run('UPDATE accounts SET name = ? WHERE organization_id = ? AND id = ?', [
      best,
      organizationId,
      account.id,
    ]);
    renamed.push(account.id);
  }
  await noteAccountFactsChanged(db, organizationId, renamed);
}

function mostWritten(groups: readonly LeadGroup[]): string | undefined {
  const written = new Map<string, Written>();
  for (const { company, lead_count: total, since } of groups) {
    if (company === null || since === null) continue;
    const name = cut(displayName(company), 200);
    const known = written.get(name);
    written.set(name, {
      name,
      total: total + (known?.total ?? 0),
      since: Math.min(since, known?.since ?? since),
    });
  }
  return [...written.values()].sort(order)[0]?.name;
}

/** How many leads write a name, and when the first of them was stored. */
interface Written {
  readonly name: string;
  readonly total: number;
  readonly since: number;
}

/**
 * The more frequent name first, then the older, then alphabetical. Person ids do not serve as order, because people keep theirs
 * when the batch that first brought them is undone.
 */
const order = (a: Written, b: Written): number => b.total - a.total || a.since - b.since || (a.name < b.name ? -1 : 1);
