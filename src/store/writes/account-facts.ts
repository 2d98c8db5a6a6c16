/** Facts for counting and naming accounts, read once for all users: the account itself, and its active leads. */
import { placeholders, type Database } from '../../database/database';
import { accountAggregate, type AccountAggregate } from '../reads/account-reads';
import { inParts } from '../statements/in-parts';

export interface AccountFact {
  readonly id: string;
  name: string;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly company_size: string | null;
  readonly known: 0 | 1;
  /** 1: a person is known to work there, or a file stated facts about the company itself. */
  readonly stands: 0 | 1;
}

/** Active leads of an account who write its name in the same way. */
export interface LeadGroup extends AccountAggregate {
  /** The name as they write it. Null when none is given. */
  readonly company: string | null;
  /** When the first of them was stored, in epoch ms. */
  readonly since: number | null;
}

export interface AccountFacts {
  /** The accounts that exist. */
  readonly accounts: ReadonlyMap<string, AccountFact>;
  /** By account. Accounts without active leads are missing. */
  readonly leads: ReadonlyMap<string, readonly LeadGroup[]>;
}

const together = 500;

/** Reads these accounts with their leads. */
export async function accountFacts(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
): Promise<AccountFacts> {
  const accounts = new Map<string, AccountFact>();
  const leads = new Map<string, LeadGroup[]>();
  for (const part of inParts(accountIds, together)) {
    const [found, groups] = await Promise.all([
      readAccounts(db, organizationId, part),
      readGroups(db, organizationId, part),
    ]);
    for (const account of found) accounts.set(account.id, account);
    for (const { account_id: id, ...group } of groups) {
      const known = leads.get(id);
      if (known) known.push(group);
      else leads.set(id, [group]);
    }
  }
  return { accounts, leads };
}

const readAccounts = (db: Database, organizationId: string, ids: readonly string[]): Promise<AccountFact[]> =>
  db.select<AccountFact>(
    // The indexes are named, and LIMIT 1 is used instead of EXISTS. Otherwise MariaDB would read all people of the workspace
    // for each account.
    `SELECT a.id, a.name, a.domain, a.industry, a.company_size, a.known,
       CASE WHEN COALESCE(a.domain, a.industry, a.company_size) IS NOT NULL
         OR (SELECT 1 FROM people p${db.useIndex('people_account')}
           WHERE p.organization_id = a.organization_id AND p.account_id = a.id LIMIT 1) = 1
         OR (SELECT 1 FROM account_aliases al${db.useIndex('account_aliases_account')}
           WHERE al.organization_id = a.organization_id AND al.account_id = a.id AND al.kind <> 'name' LIMIT 1) = 1
       THEN 1 ELSE 0 END AS stands
     FROM accounts a WHERE a.organization_id = ? AND a.id IN (${placeholders(ids)})`,
    [organizationId, ...ids],
  );

const readGroups = (
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<(LeadGroup & { account_id: string })[]> =>
  db.select<LeadGroup & { account_id: string }>(
    `SELECT l.account_id, p.company_name AS company, MIN(p.created_at) AS since, ${accountAggregate}
     FROM leads l${db.useIndex('leads_account')}
     LEFT JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
     WHERE l.organization_id = ? AND l.disposition = 'ACTIVE' AND l.account_id IN (${placeholders(ids)})
     GROUP BY l.account_id, p.company_name`,
    [organizationId, ...ids],
  );
