/** People whom a running discovery has counted. */
import { placeholders, type Database } from '../../database/database';
import type { IdentityKind } from '../tables/engagement';
import { inParts, selectIn } from '../statements/in-parts';

export interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
}

/** Makes a map key of an identity. */
export const identityKey = ({ kind, value }: Identity) => `${kind} ${value}`;

/** Persons with these identities, without company pages. Unknown identities are ignored. */
export async function peopleNamed(
  db: Database,
  organizationId: string,
  identities: readonly Identity[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const kind of ['member', 'slug'] as const) {
    const values = identities.filter((identity) => identity.kind === kind).map(({ value }) => value);
    const rows = await selectIn<Identity & { person_id: string }>(
      db,
      `SELECT kind, value, person_id FROM person_identities`,
      organizationId,
      'value',
      [...new Set(values)],
      `AND kind = '${kind}'`,
    );
    for (const row of rows) found.set(identityKey(row), row.person_id);
  }
  return found;
}

/** Which of these persons the discovery has counted. */
export async function countedAmong(
  db: Database,
  organizationId: string,
  discoveryId: string,
  people: readonly string[],
): Promise<Set<string>> {
  const rows: { person_id: string }[] = [];
  for (const part of inParts(people)) {
    rows.push(
      ...(await db.select<{ person_id: string }>(
        `SELECT person_id FROM discovery_people
         WHERE organization_id = ? AND discovery_id = ? AND person_id IN (${placeholders(part)})`,
        [organizationId, discoveryId, ...part],
      )),
    );
  }
  return new Set(rows.map((row) => row.person_id));
}

/** Counts persons. Returns how many were new. */
export function countPeople(
  db: Database,
  organizationId: string,
  discoveryId: string,
  people: Iterable<string>,
): Promise<number> {
  const rows = Array.from(new Set(people), (id) => [organizationId, discoveryId, id]);
  return db.insertRows('discovery_people', ['organization_id', 'discovery_id', 'person_id'], rows, 'ignore');
}

/** How many of the counted persons are active leads with tier QUALIFIED or PRIORITY. */
export async function qualifiedAmong(db: Database, organizationId: string, discoveryId: string): Promise<number> {
  const [row] = await db.select<{ total: number }>(
    `SELECT COUNT(*) AS total FROM discovery_people d
     ${db.orderedJoin} leads l ON l.organization_id = d.organization_id AND l.id = d.person_id
     WHERE d.organization_id = ? AND d.discovery_id = ? AND l.disposition = 'ACTIVE'
       AND l.lead_tier IN ('QUALIFIED', 'PRIORITY')`,
    [organizationId, discoveryId],
  );
  return row?.total ?? 0;
}

/** All URNs of a post. */
export async function urnsOf(db: Database, organizationId: string, postId: string): Promise<string[]> {
  const rows = await db.select<{ urn: string }>(
    'SELECT urn FROM post_urns WHERE organization_id = ? AND post_id = ? ORDER BY urn',
    [organizationId, postId],
  );
  return rows.map((row) => row.urn);
}

/** All URNs of the post that has this URN. Empty when the post is unknown. */
export async function urnsNaming(db: Database, organizationId: string, urn: string): Promise<string[]> {
  const [row] = await db.select<{ post_id: string }>(
    'SELECT post_id FROM post_urns WHERE organization_id = ? AND urn = ?',
    [organizationId, urn],
  );
  return row ? urnsOf(db, organizationId, row.post_id) : [];
}
