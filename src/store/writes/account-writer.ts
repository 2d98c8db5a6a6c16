/** Finds and creates accounts while importing: by company page, then domain, then name. */
import { noteAccountFactsChanged } from '../log/note-changes';
import { createHash } from 'node:crypto';
import { boundedCache } from '../../shared/bounded-cache';
import { accountSlug, companyKeys, companyWords, displayName } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import { insertInto, type RowOf } from '../../database/define';
import { accountAliases, accounts } from '../tables/leads';
import { cut } from '../../shared/text/cut';
import { selectIn } from '../statements/in-parts';
import { noteNamesMoved } from './known-companies';

export interface CompanyFacts {
  readonly name: string | null;
  readonly slug: string | null;
  readonly domain: string | null;
  readonly industry?: string | null;
  readonly companySize?: string | null;
}

type AliasRow = RowOf<typeof accountAliases>;
type AccountRow = RowOf<typeof accounts>;
type AliasKind = AliasRow['kind'];

interface Alias {
  readonly kind: AliasKind;
  readonly value: string;
  /** A key as older releases wrote it, before the words of a name were joined. It is looked up but never written. */
  readonly isOld: boolean;
}

/** The aliases in these facts, most reliable first. */
function aliasesOf(facts: CompanyFacts): Alias[] {
  const list: Alias[] = [];
  const add = (kind: AliasKind, value: string, isOld = false) => list.push({ kind, value: cut(value, 253), isOld });
  if (facts.slug) add('slug', facts.slug.toLowerCase());
  if (facts.domain) add('domain', facts.domain.toLowerCase());
  const name = facts.name ?? '';
  for (const key of companyKeys(name)) add('name', key);
  const words = companyWords(name);
  if (words.length > 1) add('name', words.join(' '), true);
  return list;
}

/** The keys under which a company's name is looked up. */
export const nameKeys = (name: string): string[] =>
  aliasesOf({ name, slug: null, domain: null }).map(({ value }) => value);

const aliasKey = (kind: AliasKind, value: string) => `${kind}:${value}`;

const markOf = (organizationId: string) => `aliases:${organizationId}`;

/**
 * Tells concurrent imports that aliases now belong to other accounts. Joins the transaction that moves them.
 * @param mark a value not used before.
 */
export async function noteAliasesMoved(db: Database, organizationId: string, mark: string): Promise<void> {
  await db.insertRows('service_state', ['name', 'value', 'updated_at'], [[markOf(organizationId), mark, Date.now()]], {
    key: ['name'],
    update: ['value', 'updated_at'],
  });
}

export class AccountWriter {
  /**
   * Account id by alias. Null: looked up and not found. It must hold more than one batch needs, or it would forget entries
   * within a batch.
   */
  private readonly known = boundedCache<string, { id: string | null }>(40_000);
  private newAccounts: AccountRow[] = [];
  private newAliases: AliasRow[] = [];
  private readonly takenIds = new Set<string>();
  private filled = new Map<string, CompanyFacts>();
  /** The mark of the last move of aliases when `known` was filled. */
  private knownSince: string | undefined;

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** Forgets everything not committed. */
  reset(): void {
    this.known.clear();
    this.takenIds.clear();
    this.newAccounts = [];
    this.newAliases = [];
    this.filled.clear();
  }

  /** Looks up all aliases of a batch with one statement per kind. */
  async prepare(companies: readonly CompanyFacts[]): Promise<void> {
    const [moved] = await this.db.select<{ value: string }>('SELECT value FROM service_state WHERE name = ?', [
      markOf(this.organizationId),
    ]);
    if (moved?.value !== this.knownSince) {
      this.known.clear();
      this.takenIds.clear();
      this.knownSince = moved?.value;
    }
    const wanted = new Map<AliasKind, Set<string>>();
    const ids = new Set<string>();
    for (const company of companies) {
      const aliases = aliasesOf(company);
      for (const { kind, value } of aliases) {
        if (this.known.has(aliasKey(kind, value))) continue;
        wanted.set(kind, (wanted.get(kind) ?? new Set()).add(value));
      }
      if (aliases.length > 0) ids.add(this.idCandidate(company));
    }
    for (const [kind, values] of wanted) {
      for (const value of values) this.known.set(aliasKey(kind, value), { id: null });
      const rows = await selectIn<{ value: string; account_id: string }>(
        this.db,
        'SELECT value, account_id FROM account_aliases',
        this.organizationId,
        `kind = '${kind}' AND value`,
        [...values],
      );
      for (const row of rows) this.known.set(aliasKey(kind, row.value), { id: row.account_id });
    }
    const unseen = [...ids].filter((id) => !this.takenIds.has(id));
    const taken = await selectIn<{ id: string }>(this.db, 'SELECT id FROM accounts', this.organizationId, 'id', unseen);
    for (const { id } of taken) this.takenIds.add(id);
  }

  /**
   * The account of a company. Creates one when none is known. Call `prepare` with the same facts first.
   * @returns null when the facts name no company.
   */
  async resolve(facts: CompanyFacts, now: number): Promise<string | null> {
    const aliases = aliasesOf(facts);
    const found = aliases.map((alias) => ({
      ...alias,
      id: this.known.get(aliasKey(alias.kind, alias.value))?.id ?? null,
    }));
    const strong = found.find((alias) => alias.kind !== 'name' && alias.id !== null);
    const byName = found.find((alias) => alias.kind === 'name' && alias.id !== null);
    let id = strong?.id ?? null;
    if (id === null && byName?.id) {
      // The same name with another company page is another company, unless the pages have related names ("acme", "acme-se").
      const slug = found.find((alias) => alias.kind === 'slug');
      if (!slug || (await this.couldHaveSlug(byName.id, slug.value))) id = byName.id;
    }
    if (id === null) {
      if (aliases.length === 0) return null;
      id = await this.create(facts, now);
    } else if (facts.industry || facts.companySize || facts.domain) {
      const said = this.filled.get(id);
      this.filled.set(id, {
        name: facts.name,
        slug: facts.slug,
        domain: said?.domain ?? facts.domain,
        industry: said?.industry ?? facts.industry ?? null,
        companySize: said?.companySize ?? facts.companySize ?? null,
      });
    }
    for (const alias of found) {
      if (alias.id !== null || alias.isOld) continue;
      this.known.set(aliasKey(alias.kind, alias.value), { id });
      this.newAliases.push({
        organization_id: this.organizationId,
        kind: alias.kind,
        value: alias.value,
        account_id: id,
      });
    }
    return id;
  }

  /**
   * Writes what `resolve` collected.
   * @returns ids of new accounts, and of existing ones whose industry, size or domain became known.
   */
  async flush(): Promise<{ created: ReadonlySet<string>; filled: readonly string[] }> {
    await Promise.all([
      insertInto(this.db, accounts, this.newAccounts),
      insertInto(this.db, accountAliases, this.newAliases, 'ignore'),
    ]);
    // Headlines may already contain a new name of an account.
    const created = new Set(this.newAccounts.map(({ id }) => id));
    const renamed = this.newAliases.flatMap(({ account_id: id }) => (created.has(id) ? [] : [id]));
    await noteNamesMoved(this.db, this.organizationId, renamed);
    const filled: string[] = [];
    for (const [id, facts] of this.filled) {
      const values = [facts.domain ?? null, facts.industry ?? null, facts.companySize ?? null];
      const count = await this.db.run(
        `UPDATE accounts SET domain = COALESCE(domain, ?), industry = COALESCE(industry, ?),
           company_size = COALESCE(company_size, ?)
         WHERE organization_id = ? AND id = ? AND ((domain IS NULL AND ? IS NOT NULL)
           OR (industry IS NULL AND ? IS NOT NULL) OR (company_size IS NULL AND ? IS NOT NULL))`,
        [...values, this.organizationId, id, ...values],
      );
      if (count > 0) filled.push(id);
    }
    await noteAccountFactsChanged(this.db, this.organizationId, filled);
    this.newAccounts = [];
    this.newAliases = [];
    this.filled.clear();
    return { created, filled };
  }

  private async create(facts: CompanyFacts, now: number): Promise<string> {
    const candidate = this.idCandidate(facts);
    let id = candidate;
    for (let n = 2; await this.isTaken(id, candidate); n += 1) id = `${candidate}-${n}`;
    this.takenIds.add(id);
    this.newAccounts.push({
      organization_id: this.organizationId,
      id,
      name: cut(facts.name === null ? (facts.slug ?? facts.domain ?? id) : displayName(facts.name), 200),
      domain: facts.domain ? cut(facts.domain.toLowerCase(), 253) : null,
      industry: facts.industry ? cut(facts.industry, 160) : null,
      company_size: facts.companySize ?? null,
      created_at: now,
      known: 0,
    });
    return id;
  }

  private idCandidate(facts: CompanyFacts): string {
    const name = facts.name ?? facts.slug ?? facts.domain ?? '';
    const slug = accountSlug(name);
    return slug === '' ? `account-${createHash('sha256').update(name).digest('hex').slice(0, 12)}` : slug;
  }

  private async isTaken(id: string, candidate: string): Promise<boolean> {
    if (this.takenIds.has(id)) return true;
    // `prepare` looked up the candidate itself. Only its numbered forms are looked up here.
    if (id === candidate) return false;
    const rows = await this.db.select('SELECT 1 AS found FROM accounts WHERE organization_id = ? AND id = ?', [
      this.organizationId,
      id,
    ]);
    return rows.length > 0;
  }

  /** Whether an account has no page yet, or only pages whose names mean the same as this one. */
  private async couldHaveSlug(accountId: string, slug: string): Promise<boolean> {
    const pages = this.newAliases.filter((alias) => alias.account_id === accountId && alias.kind === 'slug');
    const rows = await this.db.select<{ value: string }>(
      `SELECT value FROM account_aliases WHERE organization_id = ? AND account_id = ? AND kind = 'slug'`,
      [this.organizationId, accountId],
    );
    const keys = new Set(companyKeys(wordsOfSlug(slug)));
    return [...pages, ...rows].every((page) => companyKeys(wordsOfSlug(page.value)).some((key) => keys.has(key)));
  }
}

const wordsOfSlug = (slug: string) => slug.replace(/-/g, ' ');
