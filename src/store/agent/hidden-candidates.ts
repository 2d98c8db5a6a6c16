/**
 * Candidates who asked not to be contacted: kept, and in no list. A hidden row has its place below zero, so that it can be put
 * back; lists show what is at zero and above. Both run inside a write transaction of the workspace.
 */
import { placeholders, type Database, type SqlValue } from '../../database/database';
import type { IdentityKind } from '../tables/engagement';
import { inParts, selectIn } from '../writes/batches';
import { otherSpellings } from '../writes/spellings';

/** The place of a row that is hidden, and of one that is not: each gives the other. */
export const otherPlace = (position: number): number => -2 - position;

/** Hides the candidates that are these people. */
export const hideCandidates = (db: Database, organizationId: string, people: readonly string[]): Promise<void> =>
  move(db, organizationId, people, 'position >= 0');

/** Shows them again. */
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
    // Those of a preview name nobody by id.
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
