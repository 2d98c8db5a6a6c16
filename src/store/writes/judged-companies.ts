/** The own and competing companies by which a workspace's leads were last classified, and where these leads work. */
import type { Database } from '../../database/database';

const markOf = (organizationId: string) => `companies:${organizationId}`;

/** The value `noteJudgedCompanies` last wrote. Undefined when there is none. */
export async function judgedCompanies(db: Database, organizationId: string): Promise<string | undefined> {
  const [row] = await db.select<{ value: string }>('SELECT value FROM service_state WHERE name = ?', [
    markOf(organizationId),
  ]);
  return row?.value;
}

export async function noteJudgedCompanies(db: Database, organizationId: string, text: string): Promise<void> {
  await db.insertRows('service_state', ['name', 'value', 'updated_at'], [[markOf(organizationId), text, Date.now()]], {
    key: ['name'],
    update: ['value', 'updated_at'],
  });
}

export interface Workplace {
  readonly id: string;
  readonly companyName: string | null;
  readonly accountId: string | null;
  readonly accountDomain: string | null;
}

/** Workplaces of leads, in id order after `after`. */
export async function workplacesAfter(
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<Workplace[]> {
  return db.select<Workplace>(
    `SELECT l.id, COALESCE(p.company_name, l.named_company) AS companyName, l.account_id AS accountId, a.domain AS accountDomain
     FROM leads l
     ${db.orderedJoin} people p ON p.organization_id = l.organization_id AND p.id = l.id
     LEFT JOIN accounts a ON a.organization_id = l.organization_id AND a.id = l.account_id
     WHERE l.organization_id = ? AND l.id > ? ORDER BY l.id LIMIT ${limit}`,
    [organizationId, after],
  );
}
