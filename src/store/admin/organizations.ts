/** Workspaces, as the operator sees them. */
import { newId } from '../new-id';
import type { Database } from '../database';
import { organizations } from '../tables/access';
import { insertInto, type RowOf } from '../tables/define';

export type OrganizationRow = RowOf<typeof organizations>;

/** What a workspace holds; counted on the spot, for an operator's eyes. */
export interface OrganizationCounts {
  readonly members: number;
  readonly apiKeys: number;
  readonly people: number;
  readonly posts: number;
  readonly engagements: number;
  readonly leads: number;
  readonly monitoredProfiles: number;
}

/** Creates a workspace. Names are unique; returns undefined when this one is taken. */
export async function createOrganization(
  db: Database,
  name: string,
  now = Date.now(),
): Promise<OrganizationRow | undefined> {
  const row: OrganizationRow = { id: newId(), name, revision: 0, created_at: now };
  return (await insertOrganization(db, row.id, name, now)) ? row : undefined;
}

/** Creates a workspace under an id that was made for it. Returns false when the name is taken. */
export async function insertOrganization(db: Database, id: string, name: string, now = Date.now()): Promise<boolean> {
  return db.transaction(async () => {
    if ((await findOrganization(db, name)) !== undefined) return false;
    await insertInto(db, organizations, [{ id, name, revision: 0, created_at: now }]);
    return true;
  });
}

/** All workspaces, oldest first. */
export async function listOrganizations(db: Database): Promise<OrganizationRow[]> {
  return db.select<OrganizationRow>('SELECT id, name, revision, created_at FROM organizations ORDER BY created_at, id');
}

/** The workspace with this id or with exactly this name. */
export async function findOrganization(db: Database, idOrName: string): Promise<OrganizationRow | undefined> {
  const rows = await db.select<OrganizationRow>(
    'SELECT id, name, revision, created_at FROM organizations WHERE id = ? OR name = ? ORDER BY id LIMIT 2',
    [idOrName.toLowerCase(), idOrName],
  );
  return rows.find((row) => row.id === idOrName.toLowerCase()) ?? rows[0];
}

/** Gives a workspace another name. Returns false when the name is taken. */
export async function renameOrganization(db: Database, organizationId: string, name: string): Promise<boolean> {
  return db.transaction(async () => {
    const holder = await findOrganization(db, name);
    if (holder !== undefined && holder.id !== organizationId) return false;
    await db.run('UPDATE organizations SET name = ? WHERE id = ?', [name, organizationId]);
    return true;
  });
}

const counted = {
  members: 'memberships',
  apiKeys: 'api_keys',
  people: 'people',
  posts: 'posts',
  engagements: 'engagements',
  leads: 'leads',
  monitoredProfiles: 'monitored_profiles',
} as const satisfies Record<keyof OrganizationCounts, string>;

export async function countOrganization(db: Database, organizationId: string): Promise<OrganizationCounts> {
  const parts = Object.entries(counted).map(
    ([name, table]) => `(SELECT COUNT(*) FROM ${table} WHERE organization_id = ?) AS ${name}`,
  );
  const [row] = await db.select<OrganizationCounts>(
    `SELECT ${parts.join(', ')}`,
    parts.map(() => organizationId),
  );
  if (!row) throw new Error('counting returned no row');
  return row;
}
