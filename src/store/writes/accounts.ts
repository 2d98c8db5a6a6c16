/**
 * What people decide about accounts: two are one company, or one is two. Imports respect this, because they look names up in
 * the same aliases.
 */
import { accountSlug, companyKey, companyKeys, displayName } from '../../../packages/reader/src';
import { keepDecision, accountWithNames } from '../log/decisions';
import type { Database } from '../../database/database';
import { newId } from '../../database/new-id';
import { insertInto } from '../../database/define';
import { accounts, type accountAliases } from '../tables/leads';
import type { RowOf } from '../../database/define';
import { noteAliasesMoved } from './account-writer';
import { cut } from '../../shared/text/cut';
import { inParts, selectIn } from '../statements/in-parts';
import { noteAccountFactsChanged } from '../log/note-changes';
import { removeSummaries } from './account-summaries';
import { queueScoring } from './engagement-writer';
import { noteNamesMoved } from './known-companies';
import { peopleOfAccounts } from './lookups';
import { writeWorkspace } from '../log/workspace-lock';

type AliasRow = RowOf<typeof accountAliases>;

/** The result of merging two accounts of one company, or why nothing was done. */
export type Merged = { readonly people: number } | { readonly missing: string };

/**
 * Merges the account `drop` into `keep`. Aliases and people move, and facts that only `drop` had are kept. Both ids belong to
 * this workspace. Run `workOffQueue` afterwards: it updates leads and reports.
 */
export async function mergeAccounts(db: Database, organizationId: string, keep: string, drop: string): Promise<Merged> {
  return writeWorkspace(db, organizationId, async (revision) => {
    const found = await selectIn<RowOf<typeof accounts>>(db, 'SELECT * FROM accounts', organizationId, 'id', [
      keep,
      drop,
    ]);
    const [stays, goes] = [keep, drop].map((id) => found.find((row) => row.id === id));
    if (!stays) return { missing: keep };
    if (!goes) return { missing: drop };
    await keepDecision(db, organizationId, revision, {
      kind: 'merge-accounts',
      keep: await accountWithNames(db, organizationId, stays),
      drop: await accountWithNames(db, organizationId, goes),
    });
    await db.run(
      `UPDATE accounts SET domain = COALESCE(domain, ?), industry = COALESCE(industry, ?),
         company_size = COALESCE(company_size, ?) WHERE organization_id = ? AND id = ?`,
      [goes.domain, goes.industry, goes.company_size, organizationId, keep],
    );
    await db.run('UPDATE account_aliases SET account_id = ? WHERE organization_id = ? AND account_id = ?', [
      keep,
      organizationId,
      drop,
    ]);
    await noteAccountFactsChanged(db, organizationId, [keep]);
    await removeSummaries(db, organizationId, [drop], { reason: 'merged', mergedInto: keep });
    // People of `keep` are queued too, because its industry and size may be new.
    const staying = await peopleOfAccounts(db, organizationId, [keep]);
    const people = await peopleOfAccounts(db, organizationId, [drop]);
    await movePeople(db, organizationId, people, keep);
    await noteNamesMoved(db, organizationId, [keep, drop]);
    await db.run('DELETE FROM accounts WHERE organization_id = ? AND id = ?', [organizationId, drop]);
    await queueScoring(db, organizationId, staying);
    await noteAliasesMoved(db, organizationId, newId());
    return { people: people.length };
  });
}

/** The new account and how many people moved to it, or why there is none. */
export type Split =
  | { readonly accountId: string; readonly name: string; readonly people: number }
  | { readonly refused: 'no account' | 'no alias' | 'only alias' };

/**
 * Splits one name, page or domain off an account into an account of its own. A split name takes along the people who are known
 * to work there under that name. A split page or domain changes later imports only, because people's rows do not hold it.
 */
export async function splitAccount(
  db: Database,
  organizationId: string,
  accountId: string,
  alias: string,
  now: number,
): Promise<Split> {
  return writeWorkspace(db, organizationId, async (revision) => {
    const [account] = await selectIn<RowOf<typeof accounts>>(db, 'SELECT * FROM accounts', organizationId, 'id', [
      accountId,
    ]);
    if (!account) return { refused: 'no account' };
    const aliases = await db.select<AliasRow>(
      'SELECT * FROM account_aliases WHERE organization_id = ? AND account_id = ?',
      [organizationId, accountId],
    );
    const keys = new Set(companyKeys(alias));
    const said = alias.trim().toLowerCase();
    const means = (row: AliasRow) =>
      row.kind === 'name' ? keys.has(row.value) || keys.has(companyKey(row.value)) : row.value === said;
    const moving = aliases.filter(means);
    if (moving.length === 0) return { refused: 'no alias' };
    if (moving.length === aliases.length) return { refused: 'only alias' };
    const from = await accountWithNames(db, organizationId, account);
    await keepDecision(db, organizationId, revision, { kind: 'split-account', from, alias });
    const id = await freeAccountId(db, organizationId, accountSlug(alias) || accountId);
    const name = cut(displayName(alias), 200);
    await insertInto(db, accounts, [
      {
        organization_id: organizationId,
        id,
        name,
        domain: null,
        industry: null,
        company_size: null,
        created_at: now,
        known: 0,
      },
    ]);
    for (const row of moving) {
      await db.run('UPDATE account_aliases SET account_id = ? WHERE organization_id = ? AND kind = ? AND value = ?', [
        id,
        organizationId,
        row.kind,
        row.value,
      ]);
    }
    const names = new Set(moving.flatMap((row) => (row.kind === 'name' ? [row.value] : [])));
    const employed = await db.select<{ id: string; company_name: string | null }>(
      'SELECT id, company_name FROM people WHERE organization_id = ? AND account_id = ?',
      [organizationId, accountId],
    );
    const people = employed.flatMap(({ id: person, company_name: company }) =>
      company !== null && companyKeys(company).some((key) => names.has(cut(key, 253))) ? [person] : [],
    );
    await movePeople(db, organizationId, people, id);
    await noteNamesMoved(db, organizationId, [accountId, id]);
    await noteAliasesMoved(db, organizationId, newId());
    return { accountId: id, name, people: people.length };
  });
}

async function movePeople(
  db: Database,
  organizationId: string,
  people: readonly string[],
  accountId: string,
): Promise<void> {
  for (const part of inParts(people)) {
    await db.run(
      `UPDATE people SET account_id = ? WHERE organization_id = ? AND id IN (${part.map(() => '?').join(', ')})`,
      [accountId, organizationId, ...part],
    );
  }
  await queueScoring(db, organizationId, people);
}

/** Returns `candidate`, or its first numbered form that no account has. */
export async function freeAccountId(db: Database, organizationId: string, candidate: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? candidate : `${candidate}-${n}`;
    const taken = await db.select('SELECT 1 AS found FROM accounts WHERE organization_id = ? AND id = ?', [
      organizationId,
      id,
    ]);
    if (taken.length === 0) return id;
  }
}
