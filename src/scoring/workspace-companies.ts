/** Companies that are not customers: the workspace's own, and those of the competitors it watches. */
import { companyKeys, isElsewhere } from '../../packages/reader/src';
import type { ExclusionReason } from '../rules/fit/icp';
import { companyNamesReady } from '../shared/reader-ready';
import { companyOfBranch } from './branch-office';
import { sameCompanyAs, type Likeness } from './same-company';
import type { Database } from '../database/database';
import { ownCompanies, type OwnCompanies } from '../store/reads/own-companies';

/** What is known of a person's employer. */
export interface Employer {
  readonly companyName: string | null;
  readonly accountId: string | null;
  readonly accountDomain: string | null;
  /** Read only if no company is known. A part of it may be the whole name of one of these companies. */
  readonly headline?: string | null;
}

/** Tells whether a person works for the workspace's own company or a watched competitor, and why. */
export type CompanyCheck = (employer: Employer) => ExclusionReason[];

interface CompanySet {
  readonly keys: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
  readonly domains: ReadonlySet<string>;
  /** Names as written. A name with an added word of a trade or place also belongs to the company. */
  readonly names: ReadonlySet<string>;
}

/** The companies that are not customers. */
export interface OwnAndCompetitors {
  readonly ours: CompanySet;
  readonly theirs: CompanySet;
}

/** Mail domains that tell nothing about an employer. */
const publicMail =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|proton|protonmail|mail|yandex|qq|163|126|naver|zoho|fastmail|hey)\./;

/** The domain of an e-mail address if it belongs to a company. Null for a public mail service. */
function companyDomain(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domain === '' || !domain.includes('.') || publicMail.test(domain) ? null : domain;
}

const namesOf = (names: readonly (string | null)[]) =>
  new Set(names.flatMap((name) => (name === null ? [] : companyKeys(name))));

/** The companies of a workspace, from its profiles, its name and its members' e-mail addresses. */
export function ownAndCompetitors({ own, competitors, emails, name }: OwnCompanies): OwnAndCompetitors {
  const domains = emails.flatMap((email) => companyDomain(email) ?? []);
  const idsOf = (rows: OwnCompanies['own']) => new Set(rows.flatMap((row) => row.accountId ?? []));
  return {
    ours: {
      keys: namesOf([
        name,
        ...own.map((row) => row.companyName),
        ...domains.filter((domain) => domain.split('.').length === 2),
      ]),
      accounts: idsOf(own),
      domains: new Set(domains),
      names: writtenNames(own),
    },
    theirs: {
      keys: namesOf(competitors.map((row) => row.companyName)),
      accounts: idsOf(competitors),
      domains: new Set(),
      names: writtenNames(competitors),
    },
  };
}

const writtenNames = (rows: OwnCompanies['own']) => new Set(rows.flatMap((row) => row.companyName ?? []));

const houseChecks = new WeakMap<CompanySet, (companyName: string) => Likeness>();
function houseCheck(companies: CompanySet): (companyName: string) => Likeness {
  let check = houseChecks.get(companies);
  if (check === undefined) houseChecks.set(companies, (check = sameCompanyAs([...companies.names])));
  return check;
}

function worksFor(
  companies: CompanySet,
  keys: readonly string[],
  houseNames: readonly string[],
  employer: Employer,
): Likeness {
  if (
    keys.some((key) => companies.keys.has(key)) ||
    (employer.accountId !== null && companies.accounts.has(employer.accountId)) ||
    (employer.accountDomain !== null && companies.domains.has(employer.accountDomain))
  )
    return 'name';
  const found = houseNames.map((name) => houseCheck(companies)(name));
  return found.includes('name') ? 'name' : found.includes('first word') ? 'first word' : null;
}

/**
 * Parts of a headline after the first: "Head of IT, Acme" may name a company that no other rule would recognise. */
const partsOf = (headline: string): string[] =>
  headline
    .slice(0, 400)
    .split(/,| [|\-–—·] /)
    .slice(1, 6)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Keys of an employer, and of the company whose branch it is. */
function employerKeys(companyName: string): readonly string[] {
  const company = companyOfBranch(companyName);
  return company === null ? companyKeys(companyName) : [...companyKeys(companyName), ...companyKeys(company)];
}

/** Whether a person works for the workspace itself, or for a competitor, and by what that is known. */
export function employedBy(
  { ours, theirs }: OwnAndCompetitors,
  employer: Employer,
): { own: Likeness; competitor: Likeness } {
  const parts = employer.companyName === null ? partsOf(employer.headline ?? '') : [];
  const keys =
    employer.companyName === null ? parts.flatMap((part) => companyKeys(part)) : employerKeys(employer.companyName);
  const names = employer.companyName === null ? parts.filter((part) => !isElsewhere(part)) : [employer.companyName];
  return { own: worksFor(ours, keys, names, employer), competitor: worksFor(theirs, keys, names, employer) };
}

const works = { name: 'works for', 'first word': 'seems to work for' } as const;
/** Nothing that the company's name holds: a reason speaks as this service. */
const byWord = { name: '', 'first word': ": the employer's name begins with the same made-up word" } as const;

/** Makes the check for these companies. */
export function companyCheckOf(known: OwnAndCompetitors): CompanyCheck {
  return (employer) => {
    const { own, competitor } = employedBy(known, employer);
    const reasons: ExclusionReason[] = [];
    if (own !== null)
      reasons.push({ name: 'ownStaff', detail: `${works[own]} one of the workspace's own companies${byWord[own]}` });
    if (competitor !== null)
      reasons.push({
        name: 'competitorStaff',
        detail: `${works[competitor]} a watched competitor${byWord[competitor]}`,
      });
    return reasons;
  };
}

/** Waits for what the names of these companies are read with (reader-ready.ts). */
export async function readyToCheck({ ours, theirs }: OwnAndCompetitors): Promise<void> {
  if (ours.names.size + theirs.names.size > 0) await companyNamesReady();
}

/** The check for a workspace as it is now. */
export async function companyCheck(db: Database, organizationId: string): Promise<CompanyCheck> {
  const known = ownAndCompetitors(await ownCompanies(db, organizationId));
  await readyToCheck(known);
  return companyCheckOf(known);
}
