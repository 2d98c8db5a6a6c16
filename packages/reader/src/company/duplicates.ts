/** Finds accounts that are one company by today's rules but were created under older rules. */
import { companyKeys } from './company-key';

export interface NamedAccount {
  readonly id: string;
  readonly name: string;
  /** The company's known pages. */
  readonly pages: readonly string[];
  readonly people: number;
}

export interface Duplicate {
  /** The account with more people. With equal numbers, the name that sorts first. */
  readonly keep: NamedAccount;
  readonly other: NamedAccount;
  /** The key that both names share. */
  readonly key: string;
}

/** Whether the two accounts' pages have unrelated names: then they are two companies with one name. */
function pagesDiffer(one: NamedAccount, other: NamedAccount): boolean {
  if (one.pages.length === 0 || other.pages.length === 0) return false;
  const keys = new Set(one.pages.flatMap((page) => companyKeys(page.replace(/-/g, ' '))));
  return !other.pages.some((page) => companyKeys(page.replace(/-/g, ' ')).some((key) => keys.has(key)));
}

/**
 * Pairs of accounts whose names share a key (`companyKeys`) and whose pages do not differ. Each account is proposed for at most
 * one merge, into the largest with its key. The order of the accounts does not matter.
 */
export function duplicatesOf(accounts: readonly NamedAccount[]): Duplicate[] {
  const largestFirst = [...accounts].sort((a, b) => b.people - a.people || (a.id < b.id ? -1 : 1));
  const byKey = new Map<string, NamedAccount[]>();
  const found: Duplicate[] = [];
  for (const other of largestFirst) {
    const keys = companyKeys(other.name);
    const pair = keys
      .flatMap((key) => (byKey.get(key) ?? []).map((keep) => ({ keep, other, key })))
      .find(({ keep }) => !pagesDiffer(keep, other));
    if (pair !== undefined) {
      found.push(pair);
      continue;
    }
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), other]);
  }
  return found;
}
