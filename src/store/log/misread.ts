/** What an import that was misread left in the tables: who wrote a post, and people with several ids. Read in pages. */
import type { Database } from '../../database/database';
import { selectIn } from '../statements/in-parts';

/** Identities of the authors of posts, by the URN of the post. */
export async function authorsOf(
  db: Database,
  organizationId: string,
  urns: readonly string[],
): Promise<Map<string, Set<string>>> {
  const posts = await selectIn<{ urn: string; post_id: string }>(
    db,
    'SELECT urn, post_id FROM post_urns',
    organizationId,
    'urn',
    urns,
  );
  const written = await selectIn<{ id: string; author_person_id: string | null }>(
    db,
    'SELECT id, author_person_id FROM posts',
    organizationId,
    'id',
    [...new Set(posts.map((row) => row.post_id))],
  );
  const authorOf = new Map(written.map((row) => [row.id, row.author_person_id]));
  const authors = [...new Set(written.flatMap((row) => row.author_person_id ?? []))];
  const names = await selectIn<{ value: string; person_id: string }>(
    db,
    'SELECT value, person_id FROM person_identities',
    organizationId,
    'person_id',
    authors,
  );
  const namesOf = new Map<string, Set<string>>();
  for (const { value, person_id: id } of names) namesOf.set(id, (namesOf.get(id) ?? new Set()).add(value));
  return new Map(
    posts.map(({ urn, post_id: id }) => [urn, namesOf.get(authorOf.get(id) ?? '') ?? new Set<string>()] as const),
  );
}

/** Ids of the network by person, a page at a time, with the people of a page whole. */
export async function* memberIdsByPerson(
  db: Database,
  organizationId: string,
  together = 1_000,
): AsyncGenerator<Map<string, string[]>> {
  for (let after = ''; ;) {
    const people = await db.select<{ id: string }>(
      `SELECT id FROM people WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ${together}`,
      [organizationId, after],
    );
    const last = people.at(-1);
    if (!last) return;
    after = last.id;
    const rows = await selectIn<{ kind: string; value: string; person_id: string }>(
      db,
      'SELECT kind, value, person_id FROM person_identities',
      organizationId,
      'person_id',
      people.map(({ id }) => id),
    );
    const found = new Map<string, string[]>();
    for (const { kind, value, person_id: id } of rows)
      if (kind === 'member') found.set(id, [...(found.get(id) ?? []), value]);
    yield found;
  }
}
