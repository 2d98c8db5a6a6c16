/**
 * A row of an export may link a suppressed person to another identity. The person stored under that identity must then be
 * removed too.
 */
import type { Database } from '../database/database';
import { storedPeople, termsOfIdentities } from '../store/privacy/erase-rows';
import { peopleWith } from '../store/reads/find-people';
import type { AnyIdentity } from '../store/marks/marks';
import { removePeople } from './requests';
import { queueScrub } from './mention-scrub';

export interface ErasedJoined {
  /** Ids of the removed people. */
  readonly ids: readonly string[];
  /** All identities now marked as theirs, by subject: those in the rows, and those under which the people were stored. */
  readonly identities: ReadonlyMap<string, readonly AnyIdentity[]>;
}

/**
 * Must run inside a write transaction of the workspace.
 * @param joined further identities of suppressed people, by the subject of their marks.
 */
export async function eraseJoined(
  db: Database,
  organizationId: string,
  joined: ReadonlyMap<string, readonly AnyIdentity[]>,
  now: number,
): Promise<ErasedJoined> {
  const ids: string[] = [];
  const remembered = new Map<string, readonly AnyIdentity[]>();
  for (const [subject, identities] of joined) {
    const stored = await storedPeople(db, organizationId, await peopleWith(db, organizationId, identities));
    await removePeople(db, organizationId, stored, identities, { request: 'suppressed', now, subject });
    remembered.set(subject, [...identities, ...stored.flatMap((person) => person.identities)]);
    if (stored.length === 0) continue;
    ids.push(...stored.map(({ id }) => id));
    const terms = [...stored.map((person) => person.terms), termsOfIdentities(identities)];
    await queueScrub(db, organizationId, terms, { purge: false, now });
  }
  return { ids, identities: remembered };
}
