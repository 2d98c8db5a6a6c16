/** Finds the accounts that may be made or named otherwise without undone batches: part of the search for what is connected. */
import { memberKey } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import {
  accountIds,
  accountsNamed,
  accountsWithNames,
  companyNamesOf,
  everAt,
  leadsAt,
  someAt,
  unchangedSince,
} from '../../store/undo/connected-rows';
import { inParts } from '../../store/statements/in-parts';
import { grouped } from '../../store/undo/undo-run';
import { nameKeys } from '../../store/writes/account-writer';
import { identitiesOf, type Identity } from '../../store/writes/known-people';
import type { ChunkLinks } from '../import/logged-records';
import type { PersonRef } from '../import/records';

/** Any record but an engagement. */
export type Other = ChunkLinks['others'][number];

/** The search gave up: the whole workspace must be replayed. */
export class NotBounded extends Error {}

/** The name under which a person is known here: the same for every spelling of an id. */
export const personKey = ({ kind, value }: Identity): string =>
  kind === 'member' ? `member ${memberKey(value)}` : `${kind} ${value}`;

/** An id without the number that tells accounts of one name apart. */
export const stemOf = (accountId: string): string => accountId.replace(/-\d+$/, '');

/** Who is connected by an account: pages of companies that were called so, and ids of live people who ever worked there. */
interface Reached {
  readonly pages: readonly Identity[];
  readonly people: readonly string[];
}
const nobody: Reached = { pages: [], people: [] };

/** How many accounts are looked through together. */
const accountsTogether = 64;

export class ConnectedAccounts {
  /** Ids of accounts that may be made or named otherwise without the batches. */
  readonly accounts = new Set<string>();
  private found: ReadonlySet<string> = new Set();
  /** Company pages by every name that a record gives them. No row keeps the former names of a page. */
  private readonly pages = new Map<string, Map<string, Identity>>();
  /** Keys of companies about which records of their own speak. */
  private readonly companiesAlone = new Set<string>();
  /** Who proves of an account that it had these names before the undone batches. */
  private readonly proofs = new Map<string, { names: ReadonlySet<string>; people: readonly string[] }>();
  /** When batches were brought in that came before the undone ones: `created_at` of whom they brought. */
  private readonly earlier = new Set<number>();

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
    private readonly checkpoint: () => Promise<void>,
  ) {}

  /** Keys of all companies for which people who may change were read to work, as `follow` found them last. */
  get companies(): ReadonlySet<string> {
    return this.found;
  }

  /**
   * Notes when a batch that stays was brought in.
   * @param isEarlier whether it came before the undone ones. Where two came in the same millisecond, neither shows anything.
   */
  noteBatch(at: number, isEarlier: boolean): void {
    if (isEarlier) this.earlier.add(at);
    else this.earlier.delete(at);
  }

  /** Notes the names of company pages among the people of a record. */
  notePages(people: readonly PersonRef[]): void {
    for (const person of people) {
      if (!person.isCompany || person.name === null) continue;
      const pages = this.pages.get(person.name) ?? new Map<string, Identity>();
      this.pages.set(person.name, pages);
      for (const one of identitiesOf(person)) pages.set(personKey(one), one);
    }
  }

  /** Notes that a record of its own speaks about a company. */
  noteCompany(record: Extract<Other, { kind: 'company' | 'trace' }>): void {
    const said = record.kind === 'company' ? record : record.company;
    for (const key of said?.name ? nameKeys(said.name) : []) this.companiesAlone.add(key);
  }

  /**
   * Accounts are made, and get their names, by the first who names them. An account is unconnected where somebody unconnected
   * named it before the undone batches came. Of any other, everybody who ever named it is connected.
   * @param people who are connected, by `personKey`, and whether they may change. @param personIds of the live ones who may change.
   * @returns who is connected by that.
   * @throws NotBounded
   */
  async follow(people: ReadonlyMap<string, boolean>, personIds: ReadonlySet<string>): Promise<Reached> {
    const { db, organizationId } = this;
    const keys = new Set<string>();
    const changes = (pages: ReadonlyMap<string, Identity>) => [...pages.keys()].some((key) => people.get(key));
    const paged = [...this.pages].flatMap(([name, pages]) => (changes(pages) ? [name] : []));
    const names = [...(await companyNamesOf(db, organizationId, [...personIds])), ...paged].map(nameKeys);
    for (const key of names.flat()) keys.add(key);
    this.found = keys;
    const wanted = new Map<string, string[]>();
    const owners = new Map<string, string>();
    for (const { value, account_id: id } of await accountsNamed(db, organizationId, [...keys])) {
      wanted.set(id, [...(wanted.get(id) ?? []), value]);
      owners.set(value, id);
    }
    // A name with keys of two accounts would join what is known of both.
    if (names.some((all) => new Set(all.flatMap((key) => owners.get(key) ?? [])).size > 1)) throw new NotBounded();
    const before = this.accounts.size;
    const open = [...wanted].filter(([id, names]) => !this.accounts.has(id) && !this.isProven(id, names, personIds));
    for (const part of inParts(open, accountsTogether)) {
      await this.proveNamed(new Map(part), personIds);
      for (const [id] of part) if (!this.proofs.has(id)) this.accounts.add(id);
      await this.checkpoint();
    }
    if (this.accounts.size === 0) return nobody;
    await this.followNumbers();
    const known = await accountsWithNames(db, organizationId, [...this.accounts]);
    if (!known.isNamed || known.names.some((name) => this.companiesAlone.has(name))) throw new NotBounded();
    const mine = new Set(known.names);
    const isOne = (company: string) => nameKeys(company).some((key) => mine.has(key));
    const pagesThere = [...this.pages].flatMap(([name, all]) => (isOne(name) ? [...all.values()] : []));
    if (this.accounts.size === before) return { pages: pagesThere, people: [] };
    return { pages: pagesThere, people: await everAt(db, organizationId, [...this.accounts], isOne) };
  }

  /** Whether it was proven that others gave the account these names, by people of whom none is connected since. */
  private isProven(accountId: string, names: readonly string[], personIds: ReadonlySet<string>): boolean {
    const proof = this.proofs.get(accountId);
    const stands = proof !== undefined && names.every((name) => proof.names.has(name));
    if (stands && !proof.people.some((id) => personIds.has(id))) return true;
    this.proofs.delete(accountId);
    return false;
  }

  /**
   * Proves of accounts that somebody unconnected gave them each of their names before the undone batches, and is a lead there.
   * @param wanted the names by account.
   */
  private async proveNamed(
    wanted: ReadonlyMap<string, readonly string[]>,
    personIds: ReadonlySet<string>,
  ): Promise<void> {
    const { db, organizationId } = this;
    const some = (await someAt(db, organizationId, [...wanted.keys()])).filter(({ id }) => !personIds.has(id));
    const early = some.filter((row) => this.earlier.has(row.created_at));
    const ids = early.map(({ id }) => id);
    const unchanged = await unchangedSince(db, organizationId, ids);
    const witnesses = early.filter((row) => unchanged.get(row.id) === row.company_name);
    const leads = await leadsAt(db, organizationId, witnesses);
    const byAccount = grouped(witnesses, (row) => row.account_id);
    for (const [id, names] of wanted) {
      const theirs = byAccount.get(id) ?? [];
      const lead = theirs.find((row) => leads.has(row.id));
      const namers = names.map((name) => theirs.find((row) => nameKeys(row.company_name).includes(name)));
      const people = [lead, ...namers].flatMap((row) => row?.id ?? []);
      if (people.length === names.length + 1) this.proofs.set(id, { names: new Set(names), people });
    }
  }

  /** Accounts whose ids differ in a number got it in the order in which they were made. */
  private async followNumbers(): Promise<void> {
    const stems = new Set([...this.accounts].map(stemOf));
    for (const id of await accountIds(this.db, this.organizationId)) if (stems.has(stemOf(id))) this.accounts.add(id);
  }
}

/** Whether a record says more of a company than its name. */
export function statesCompany(record: Other): boolean {
  if (record.kind === 'company' || record.kind === 'trace' || record.kind.startsWith('stored-')) return true;
  if (record.kind !== 'person') return false;
  const { companySlug, companyDomain, companySize, industry } = record;
  return [companySlug, companyDomain, companySize, industry].some((fact) => fact !== null);
}
