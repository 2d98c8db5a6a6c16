/** Memberships as the consent step needs them. */
import type { Database } from '../database';
import type { Role } from '../tables/access';

export interface MembershipOf {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly role: Role;
  readonly active: boolean;
}

interface Row {
  organization_id: string;
  name: string;
  role: Role;
  active: 0 | 1;
}

/** Every workspace a person belongs to, by name. */
export async function membershipsOf(db: Database, userId: string): Promise<MembershipOf[]> {
  const rows = await db.select<Row>(
    `SELECT m.organization_id, o.name, m.role, m.active FROM memberships m JOIN organizations o ON o.id = m.organization_id
      WHERE m.user_id = ? ORDER BY o.name, o.id`,
    [userId],
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    organizationName: row.name,
    role: row.role,
    active: row.active === 1,
  }));
}
