/** What accounts are called: as most of their active leads write it, without its legal form. */
import { displayName } from '../../rules/companies/company-key';
import type { Database } from '../../database/database';
import type { AccountFacts, LeadGroup } from './account-facts';
import { noteAccountFactsChanged } from '../changes/note-changes';
import { cut } from './batches';

/**
 * Renames accounts whose leads mostly write another name. Of names as frequent the one whose leads came in first counts, so the same
 * leads give the same name whatever was there before; an account nobody writes a name for keeps its own. Joins the transaction
 * that rebuilds the summaries.
 * @param facts of the accounts; those renamed have their new name there.
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

/** By how many leads a name is written, and when the first of them came in. */
interface Written {
  readonly name: string;
  readonly total: number;
  readonly since: number;
}

/**
 * The more frequent first, then the older, then by the letters: ids of people say nothing here, because people keep theirs when the
 * batch that brought them first is taken back.
 */
const order = (a: Written, b: Written): number => b.total - a.total || a.since - b.since || (a.name < b.name ? -1 : 1);
