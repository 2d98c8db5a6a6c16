/** Finding whom a request is about. */
import { setImmediate } from 'node:timers/promises';
import { normalForm } from '../../rules/privacy/key';
import type { Database } from '../../database/database';
import { selectIn } from '../writes/batches';
import { otherSpellings } from '../writes/spellings';
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
  const personIds = await peopleInAnyForm(db, organizationId, reference.identities);
  return { identities: reference.identities, personIds };
}

/** Identities looked at together. */
const together = 1_000;

/**
 * Ids of the people who have one of these identities, in whatever form it is stored: releases before stored spellings that are one
 * identity today, which no index leads to. Goes through the identities of the workspace, so it is for requests, not for rows.
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

/** Ids of the people who have one of these identities, as far as an index leads to them. */
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
