/**
 * Companies of the workspace that headlines name in any position. An account is known if a person is known to work there, or a
 * file stated facts about the company itself. `accounts.known` tells whether leads were updated for that. A person placed at a
 * company by their headline does not make it known. The placement is stored only with the lead, so people hold only what files
 * state, and the order of files does not matter.
 */
import { askedCompanyKeys, companyKeys, fold, isOwnWord, mayHoldName, namesIn } from '../../../packages/reader/src';
import { placeholders, type Database } from '../../database/database';
import { termsOf } from '../statements/search-terms';
import type { AccountFact, AccountFacts } from './account-facts';
import { cut } from '../../shared/text/cut';
import { inParts, selectIn } from '../statements/in-parts';
import { markStale, queueScoring } from './engagement-writer';

/** What an account adds to a person who works there. */
interface KnownCompany {
  readonly id: string;
  readonly domain: string | null;
  readonly industry: string | null;
  readonly company_size: string | null;
}

/** The parts of a person that placing needs and changes. */
export interface Placeable {
  readonly headline: string | null;
  readonly is_company: 0 | 1;
  company_name: string | null;
  account_id: string | null;
  account_domain: string | null;
  account_industry: string | null;
  account_size: string | null;
  named_company?: string;
}

const keysOf = (name: string) => companyKeys(name).map((key) => cut(key, 253));

/** How many keys are kept in memory with their answers. */
const remembered = 50_000;
/** How many leads are searched for the names of these accounts. Other leads follow in the daily scoring. */
const mostConcerned = 5_000;

/** The known companies of one workspace, as far as headlines were looked up. Valid as long as no other process writes. */
export class KnownCompanies {
  private readonly byKey = new Map<string, KnownCompany | null>();
  /** Whether there are any. Undefined: not looked up yet. */
  private any: boolean | undefined;

  /** Forgets everything looked up, because accounts may have changed. */
  clear(): void {
    this.byKey.clear();
    this.any = undefined;
  }

  /** Gives people without a company the one their headline names, if the workspace knows it. */
  async place(db: Database, organizationId: string, people: readonly Placeable[]): Promise<void> {
    this.any ??= await hasKnown(db, organizationId);
    if (!this.any) return;
    const asking: { person: Placeable; names: { name: string; keys: readonly string[] }[] }[] = [];
    for (const person of people) {
      if (person.company_name !== null || person.account_id !== null) continue;
      if (person.headline === null || person.is_company === 1) continue;
      const names = namesIn(person.headline);
      if (names.length > 0) asking.push({ person, names: names.map((name) => ({ name, keys: keysOf(name) })) });
    }
    if (asking.length === 0) return;
    await this.lookUp(
      db,
      organizationId,
      asking.flatMap(({ names }) => names.flatMap(({ keys }) => keys)),
    );
    for (const { person, names } of asking) {
      for (const { name, keys } of names) {
        const company = keys.map((key) => this.byKey.get(key)).find((found) => found);
        if (!company) continue;
        person.company_name = person.named_company = cut(name, 200);
        person.account_id = company.id;
        person.account_domain = company.domain;
        person.account_industry = company.industry;
        person.account_size = company.company_size;
        break;
      }
    }
  }

  private async lookUp(db: Database, organizationId: string, keys: readonly string[]): Promise<void> {
    const wanted = [...new Set(keys)].filter((key) => !this.byKey.has(key));
    // Cleared only before a look-up, never between a look-up and its use.
    if (this.byKey.size + wanted.length > remembered) {
      this.byKey.clear();
      wanted.splice(0, wanted.length, ...new Set(keys));
    }
    for (const key of wanted) this.byKey.set(key, null);
    for (const part of inParts(wanted)) {
      const found = await db.select<KnownCompany & { value: string }>(
        `SELECT al.value, a.id, a.domain, a.industry, a.company_size FROM account_aliases al
         ${db.orderedJoin} accounts a ON a.organization_id = al.organization_id AND a.id = al.account_id AND a.known = 1
         WHERE al.organization_id = ? AND al.kind = 'name' AND al.value IN (${placeholders(part)})`,
        [organizationId, ...part],
      );
      for (const { value, ...company } of found) this.byKey.set(value, company);
    }
  }
}

async function hasKnown(db: Database, organizationId: string): Promise<boolean> {
  const rows = await db.select('SELECT 1 AS found FROM accounts WHERE organization_id = ? AND known = 1 LIMIT 1', [
    organizationId,
  ]);
  return rows.length > 0;
}

/**
 * Makes these accounts known or unknown, and queues the leads concerned: leads without a company whose headline names a newly
 * known account, and leads that were placed at an account that is no longer known. Joins the transaction that counts the
 * accounts again.
 * @param facts of these accounts. @returns whether any account became known or unknown.
 */
export async function settleKnown(
  db: Database,
  organizationId: string,
  accountIds: readonly string[],
  { accounts }: AccountFacts,
): Promise<boolean> {
  const appeared: AccountFact[] = [];
  const ceased: string[] = [];
  for (const id of accountIds) {
    const account = accounts.get(id);
    if (account?.stands === 1) {
      if (account.known === 0) appeared.push(account);
    } else if (account?.known !== 0) ceased.push(id);
  }
  await setKnown(
    db,
    organizationId,
    appeared.map(({ id }) => id),
    1,
  );
  await setKnown(db, organizationId, ceased, 0);
  await queueScoring(db, organizationId, await placedAt(db, organizationId, ceased));
  await queueScoring(db, organizationId, await leadsNaming(db, organizationId, appeared));
  return appeared.length + ceased.length > 0;
}

/**
 * Notes that names of these accounts were added, removed or moved. Leads that were placed by them are read again.
 * `settleKnown`, which follows, queues leads that were not placed.
 */
export async function noteNamesMoved(
  db: Database,
  organizationId: string,
  accountIds: Iterable<string>,
): Promise<void> {
  const ids = [...new Set(accountIds)];
  if (ids.length === 0) return;
  await setKnown(db, organizationId, ids, 0);
  await queueScoring(db, organizationId, await placedAt(db, organizationId, ids));
  await markStale(db, organizationId, 'account', ids);
}

async function setKnown(db: Database, organizationId: string, ids: readonly string[], known: 0 | 1): Promise<void> {
  for (const part of inParts(ids)) {
    await db.run(`UPDATE accounts SET known = ? WHERE organization_id = ? AND id IN (${placeholders(part)})`, [
      known,
      organizationId,
      ...part,
    ]);
  }
}

/** Leads of whom only the headline says that they work for these accounts. */
export async function placedAt(db: Database, organizationId: string, accountIds: readonly string[]): Promise<string[]> {
  const sql = `SELECT id FROM leads${db.useIndex('leads_account')}`;
  const where = 'named_company IS NOT NULL AND account_id';
  return (await selectIn<{ id: string }>(db, sql, organizationId, where, accountIds)).map(({ id }) => id);
}

/** Leads without a company of their own whose headline contains a name of one of these accounts. */
async function leadsNaming(db: Database, organizationId: string, accounts: readonly AccountFact[]): Promise<string[]> {
  const keysByTerm = await keysByRareTerm(db, organizationId, accounts);
  const keys = new Set([...keysByTerm.values()].flatMap((some) => [...some]));
  const found = new Set<string>();
  for (const part of inParts([...keysByTerm.keys()])) {
    const leads = await db.select<{ term: string; id: string; headline: string }>(
      `SELECT t.term, t.lead_id AS id, p.headline FROM lead_terms t
       ${db.orderedJoin} leads l ON l.organization_id = t.organization_id AND l.id = t.lead_id
         AND (l.account_id IS NULL OR l.named_company IS NOT NULL)
       ${db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id AND p.headline IS NOT NULL
       WHERE t.organization_id = ? AND t.term IN (${placeholders(part)}) LIMIT ${mostConcerned}`,
      [organizationId, ...part],
    );
    for (const { term, id, headline } of leads) {
      if (found.has(id) || !mayHoldName(headline, keysByTerm.get(term) ?? [])) continue;
      if (namesIn(headline).some((name) => keysOf(name).some((key) => keys.has(key)))) found.add(id);
    }
  }
  return [...found];
}

/** Search-index words of headlines that name one of these accounts, with the keys of those names. */
async function keysByRareTerm(
  db: Database,
  organizationId: string,
  accounts: readonly AccountFact[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const names = new Map(accounts.map(({ id, name }) => [id, new Set([name])]));
  const keys = new Map<string, string[]>(accounts.map(({ id }) => [id, []]));
  const ids = [...names.keys()];
  const aliases = await selectIn<{ id: string; value: string }>(
    db,
    'SELECT account_id AS id, value FROM account_aliases',
    organizationId,
    "kind = 'name' AND account_id",
    ids,
  );
  for (const { id, value } of aliases) keys.get(id)?.push(value);
  const written = await selectIn<{ id: string; name: string }>(
    db,
    'SELECT DISTINCT account_id AS id, company_name AS name FROM people',
    organizationId,
    'company_name IS NOT NULL AND account_id',
    ids,
  );
  for (const { id, name } of written) names.get(id)?.add(name);
  const byTerm = new Map<string, Set<string>>();
  for (const [id, ofAccount] of names) {
    for (const name of ofAccount) {
      for (const term of rareTerms(name)) {
        const some = byTerm.get(term) ?? new Set<string>();
        for (const key of keys.get(id) ?? []) some.add(key);
        byTerm.set(term, some);
      }
    }
  }
  return byTerm;
}

/** Search-index words that find headlines with this name: its longest word, in each possible spelling. */
function rareTerms(name: string): string[] {
  const words = name.split(/[\s\-–/.&+,'’()]+/).sort((one, other) => other.length - one.length);
  const longest = words.find((word) => isOwnWord(word));
  if (longest === undefined) return [];
  const spellings = [fold(longest), ...askedCompanyKeys(longest), ...companyKeys(name)];
  return [...new Set(spellings)].flatMap((word) => [...termsOf(word)].slice(0, 1));
}
