/** Workspaces, as the operator sees them. */
import { newId } from '../../database/new-id';
import type { Database } from '../../database/database';
import { organizationRows } from '../tables/models';
import type { organizations } from '../tables/access';
import type { RowOf } from '../../database/define';

export type OrganizationRow = RowOf<typeof organizations>;

/** What a workspace holds, counted when the operator asks. */
export interface OrganizationCounts {
  readonly members: number;
  readonly apiKeys: number;
  readonly people: number;
  readonly posts: number;
  readonly engagements: number;
  readonly leads: number;
  readonly monitoredProfiles: number;
}

/** Creates a workspace. Names are unique. Returns undefined when this one is taken. */
export async function createOrganization(
  db: Database,
  name: string,
  now = Date.now(),
): Promise<OrganizationRow | undefined> {
  const row: OrganizationRow = { id: newId(), name, revision: 0, created_at: now };
  return (await insertOrganization(db, row.id, name, now)) ? row : undefined;
}

/** Creates a workspace under an id that the caller has made. Returns false when the name is taken. */
export async function insertOrganization(db: Database, id: string, name: string, now = Date.now()): Promise<boolean> {
  return db.transaction(async () => {
    if ((await findOrganization(db, name)) !== undefined) return false;
    await organizationRows(db).insert({ id, name, revision: 0, created_at: now });
    return true;
  });
}

/** Returns whether any workspace exists. */
export async function hasOrganizations(db: Database): Promise<boolean> {
  return (await organizationRows(db).all({}, { limit: 1 })).length > 0;
}

/** All workspaces, oldest first. */
export async function listOrganizations(db: Database): Promise<OrganizationRow[]> {
  return organizationRows(db).all({}, { order: ['created_at', 'id'] });
}

/** Finds the workspace with this id or exactly this name. */
export async function findOrganization(db: Database, idOrName: string): Promise<OrganizationRow | undefined> {
  const rows = organizationRows(db);
  return (await rows.find({ id: idOrName.toLowerCase() })) ?? rows.find({ name: idOrName });
}

/** Renames a workspace. Returns false when the name is taken. */
export async function renameOrganization(db: Database, organizationId: string, name: string): Promise<boolean> {
  return db.transaction(async () => {
    const holder = await findOrganization(db, name);
    if (holder !== undefined && holder.id !== organizationId) return false;
    await organizationRows(db).update({ name }, { id: organizationId });
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
