/**
 * Candidates who asked not to be contacted. They are kept but shown in no list. A hidden row has a negative position, from
 * which the original can be restored. Lists show positions from zero. Both functions run inside a write transaction of the
 * workspace.
 */
import { placeholders, type Database, type SqlValue } from '../../database/database';
import type { IdentityKind } from '../tables/engagement';
import { inParts, selectIn } from '../statements/in-parts';
import { otherSpellings } from '../reads/spellings';

/** Turns the position of a visible row into that of a hidden one, and back. */
export const otherPlace = (position: number): number => -2 - position;

/** Hides the candidates who are these people. */
export const hideCandidates = (db: Database, organizationId: string, people: readonly string[]): Promise<void> =>
  move(db, organizationId, people, 'position >= 0');

/** Shows these people's candidates again. */
export const showCandidates = (db: Database, organizationId: string, people: readonly string[]): Promise<void> =>
  move(db, organizationId, people, 'position <= -2');

async function move(db: Database, organizationId: string, people: readonly string[], where: string): Promise<void> {
  const names = await selectIn<{ kind: IdentityKind; value: string }>(
    db,
    'SELECT kind, value FROM person_identities',
    organizationId,
    'person_id',
    people,
  );
  const valuesOf = (kind: IdentityKind) => names.filter((name) => name.kind === kind).map(({ value }) => value);
  const columns: readonly (readonly [string, readonly SqlValue[]])[] = [
    ['person_id', people],
    // Candidates of a preview have no person id, so they are found by identity.
    ['member_id', valuesOf('member').flatMap((value) => [value, ...otherSpellings(value)])],
    ['slug', valuesOf('slug')],
  ];
  for (const [column, values] of columns) {
    for (const part of inParts(values)) {
      await db.run(
        `UPDATE agent_candidates SET position = -2 - position
         WHERE organization_id = ? AND ${where} AND ${column} IN (${placeholders(part)})`,
        [organizationId, ...part],
      );
    }
  }
}
