/** Finding whom a request is about. */
import { normalForm, type MarkedIdentity } from '../../privacy/key';
import type { Database } from '../database';
import { selectIn } from '../writes/batches';
import type { AnyIdentity } from './marks';

/** Somebody as a caller names them: by what the network calls them, or by the id of their lead. */
export type PersonReference = { readonly identities: readonly AnyIdentity[] } | { readonly personId: string };

/** Whom a reference is about: identities that name them, and the rows they have here, of which there may be none. */
export interface FoundPerson {
  readonly identities: readonly AnyIdentity[];
  readonly personIds: readonly string[];
}

/** Everybody of the workspace whom the reference names. */
export async function findPeople(
  db: Database,
  organizationId: string,
  reference: PersonReference,
): Promise<FoundPerson> {
  if ('personId' in reference) {
    const rows = await db.select<{ id: string }>(
      'SELECT id FROM people WHERE organization_id = ? AND id = ? AND is_company = 0',
      [organizationId, reference.personId],
    );
    return { identities: [], personIds: rows.map(({ id }) => id) };
  }
  const personIds = await peopleWith(db, organizationId, reference.identities);
  return { identities: reference.identities, personIds };
}

/** Ids of the people who have one of these identities, in whatever form it is stored. */
export async function peopleWith(
  db: Database,
  organizationId: string,
  identities: readonly AnyIdentity[],
): Promise<string[]> {
  const ids = new Set<string>();
  for (const kind of ['member', 'slug'] as const) {
    const values = identities.filter((one) => one.kind === kind).flatMap(({ value }) => formsOf({ kind, value }));
    if (values.length === 0) continue;
    const rows = await selectIn<{ person_id: string }>(
      db,
      'SELECT person_id FROM person_identities',
      organizationId,
      `kind = '${kind}' AND value`,
      [...new Set(values)],
    );
    for (const { person_id } of rows) ids.add(person_id);
  }
  return [...ids];
}

/** The ways in which an identity may be written: what `normalForm` makes one. */
function formsOf(identity: MarkedIdentity): string[] {
  const normal = normalForm(identity);
  return identity.kind === 'member'
    ? [identity.value, normal, normal.replace(/^ACoAA/, 'ACwAA')]
    : [identity.value, normal];
}
