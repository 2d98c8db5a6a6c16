/** Reads the identities of people and the URNs of posts in the same way. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { selectIn } from '../statements/in-parts';

export interface Named {
  readonly kind: string;
  readonly value: string;
  /** Id of the person or post. */
  readonly owner: string;
}

/** Reads names by owner, or by values of one kind. */
type ReadNames = (
  db: Database,
  organizationId: string,
  by: 'owner' | 'value',
  kind: string | null,
  values: readonly string[],
) => Promise<Named[]>;

export interface Names {
  readonly table: 'people' | 'posts';
  readonly kinds: readonly string[];
  readonly read: ReadNames;
}

export const peopleNames: Names = {
  table: 'people',
  kinds: ['member', 'slug', 'company'],
  read: (db, organizationId, by, kind, values) =>
    selectIn<Named>(
      db,
      'SELECT kind, value, person_id AS owner FROM person_identities',
      organizationId,
      by === 'owner' ? 'person_id' : `kind = '${kind ?? ''}' AND value`,
      values,
    ),
};

export const postNames: Names = {
  table: 'posts',
  kinds: ['urn'],
  read: (db, organizationId, by, _kind, values) =>
    selectIn<Named>(
      db,
      `SELECT 'urn' AS kind, urn AS value, post_id AS owner FROM post_urns`,
      organizationId,
      by === 'owner' ? 'post_id' : 'urn',
      values,
    ),
};

const together = 500;

/** Ids of a table in order, a page at a time. */
export async function eachInOrder(
  db: Database,
  table: Names['table'],
  organizationId: string,
  work: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db.select<{ id: string }>(
      `SELECT id FROM ${table} WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ${together}`,
      [organizationId, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    await work(rows.map(({ id }) => id));
    await setImmediate();
  }
}
