/** Accounts that look like one company by the rules of today, and were made when the rules knew less. */
import { companyKeys } from './company-key';

export interface NamedAccount {
  readonly id: string;
  readonly name: string;
  /** Company pages it is known by. */
  readonly pages: readonly string[];
  readonly people: number;
}

export interface Duplicate {
  /** The one with more people; of equal ones the older name in the alphabet. */
  readonly keep: NamedAccount;
  readonly other: NamedAccount;
  /** What both names come to. */
  readonly key: string;
}

/** Whether two accounts have pages that are called differently: two companies with one name. */
function pagesDiffer(one: NamedAccount, other: NamedAccount): boolean {
  if (one.pages.length === 0 || other.pages.length === 0) return false;
  const keys = new Set(one.pages.flatMap((page) => companyKeys(page.replace(/-/g, ' '))));
  return !other.pages.some((page) => companyKeys(page.replace(/-/g, ' ')).some((key) => keys.has(key)));
}

/**
 * Pairs of accounts whose names share a key (`companyKeys`) and whose pages do not speak against it. Each account is proposed
 * to be joined at most once, to the largest of its key; the order of the accounts makes no difference.
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
