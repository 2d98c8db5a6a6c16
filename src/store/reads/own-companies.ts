/** What identifies the workspace's own companies and its competitors: the watchlist, and members' e-mail addresses. */
import type { Database } from '../../database/database';

/** A company, known by one of its people or by its page. */
export interface WatchedCompany {
  readonly companyName: string | null;
  readonly accountId: string | null;
}

export interface OwnCompanies {
  /** The workspace's name. */
  readonly name: string | null;
  readonly own: readonly WatchedCompany[];
  readonly competitors: readonly WatchedCompany[];
  /** E-mail addresses of active members. */
  readonly emails: readonly string[];
}

interface Row {
  competitor: 0 | 1;
  is_company: 0 | 1 | null;
  display_name: string;
  company_name: string | null;
  account_id: string | null;
}

/** Names of the competitors that a workspace watches: those of pages, and of the employers of people. */
export async function competitorNames(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db.select<Pick<Row, 'is_company' | 'display_name' | 'company_name'>>(
    `SELECT p.is_company, m.display_name, p.company_name
     FROM monitored_profiles m
     LEFT JOIN people p ON p.organization_id = m.organization_id AND p.id = m.person_id
     WHERE m.organization_id = ? AND (m.relationship = 'COMPETITOR' OR m.profile_type = 'COMPETITOR')`,
    [organizationId],
  );
  return rows.flatMap((row) => nameOf(row) ?? []);
}

/** Ids of the watched profiles of competitors. */
export async function competitorProfiles(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db.select<{ id: string }>(
    `SELECT id FROM monitored_profiles WHERE organization_id = ? AND (relationship = 'COMPETITOR' OR profile_type = 'COMPETITOR')`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}

const nameOf = (row: Pick<Row, 'is_company' | 'display_name' | 'company_name'>): string | null =>
  row.is_company === 1 ? row.display_name : row.company_name;

/** Reads all this for one workspace, in three statements. */
export async function ownCompanies(db: Database, organizationId: string): Promise<OwnCompanies> {
  const [rows, members, [organization]] = await Promise.all([
    db.select<Row>(
      `SELECT CASE WHEN m.relationship = 'COMPETITOR' OR m.profile_type = 'COMPETITOR' THEN 1 ELSE 0 END AS competitor,
         p.is_company, m.display_name, p.company_name, p.account_id
       FROM monitored_profiles m
       LEFT JOIN people p ON p.organization_id = m.organization_id AND p.id = m.person_id
       WHERE m.organization_id = ?
         AND (m.relationship IN ('SELF', 'COMPETITOR') OR m.profile_type IN ('TEAMMATE', 'COMPETITOR'))`,
      [organizationId],
    ),
    db.select<{ email: string }>(
      `SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.organization_id = ? AND m.active = 1`,
      [organizationId],
    ),
    db.select<{ name: string }>('SELECT name FROM organizations WHERE id = ?', [organizationId]),
  ]);
  const company = (row: Row): WatchedCompany => ({
    companyName: nameOf(row),
    accountId: row.account_id,
  });
  return {
    name: organization?.name ?? null,
    own: rows.filter((row) => row.competitor === 0).map(company),
    competitors: rows.filter((row) => row.competitor === 1).map(company),
    emails: members.map((row) => row.email),
  };
}
