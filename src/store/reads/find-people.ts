/** Finds the people a request is about. */
import { setImmediate } from 'node:timers/promises';
import { normalForm } from '../../rules/privacy/key';
import type { Database } from '../../database/database';
import { selectIn } from '../statements/in-parts';
import { otherSpellings } from './spellings';
import type { AnyIdentity } from '../marks/marks';

/** How a caller refers to a person: by the network's identities, or by the id of their lead. */
export type PersonReference = { readonly identities: readonly AnyIdentity[] } | { readonly personId: string };

/** The person a reference is about: the identities, and the stored rows, of which there may be none. */
export interface FoundPerson {
  readonly identities: readonly AnyIdentity[];
  readonly personIds: readonly string[];
}

/** Finds all people of the workspace that the reference names. */
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
  const personIds = await peopleInAnyForm(db, organizationId, reference.identities);
  return { identities: reference.identities, personIds };
}

/** How many identities are compared at once. */
const together = 1_000;

/**
 * Ids of the people with one of these identities, however it is stored: older releases stored several spellings of one
 * identity, which no index finds. Reads all identities of the workspace, so it is for single requests, not for rows of an
 * import.
 */
async function peopleInAnyForm(
  db: Database,
  organizationId: string,
  identities: readonly AnyIdentity[],
): Promise<string[]> {
  const ids = new Set<string>();
  for (const kind of ['member', 'slug'] as const) {
    const wanted = new Set(
      identities.flatMap((one) => (one.kind === kind ? [normalForm({ kind, value: one.value })] : [])),
    );
    if (wanted.size === 0) continue;
    for (let after = ''; ;) {
      const rows = await db.select<{ value: string; person_id: string }>(
        `SELECT value, person_id FROM person_identities
         WHERE organization_id = ? AND kind = '${kind}' AND value > ? ORDER BY value LIMIT ${together}`,
        [organizationId, after],
      );
      for (const { value, person_id } of rows) if (wanted.has(normalForm({ kind, value }))) ids.add(person_id);
      const last = rows[rows.length - 1];
      if (last === undefined) break;
      after = last.value;
      await setImmediate();
    }
  }
  return [...ids];
}

/** Ids of the people with one of these identities, as far as an index finds them. */
export async function peopleWith(
  db: Database,
  organizationId: string,
  identities: readonly AnyIdentity[],
): Promise<string[]> {
  const ids = new Set<string>();
  for (const kind of ['member', 'slug'] as const) {
    const values = identities.filter((one) => one.kind === kind).map(({ value }) => value);
    const forms = kind === 'member' ? values.flatMap((value) => [value, ...otherSpellings(value)]) : values;
    if (forms.length === 0) continue;
    const rows = await selectIn<{ person_id: string }>(
      db,
      'SELECT person_id FROM person_identities',
      organizationId,
      `kind = '${kind}' AND value`,
      [...new Set(forms)],
    );
    for (const { person_id } of rows) ids.add(person_id);
  }
  return [...ids];
}
