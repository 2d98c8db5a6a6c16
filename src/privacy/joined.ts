/** A row of an export says that somebody suppressed is called something else too: that person must go as well. */
import type { Database } from '../database/database';
import { storedPeople, termsOfIdentities } from '../store/privacy/erase-rows';
import { peopleWith } from '../store/privacy/find-people';
import type { AnyIdentity } from '../store/privacy/marks';
import { removePeople } from './requests';
import { queueScrub } from './mention-scrub';

export interface ErasedJoined {
  /** Ids of the people who were removed. */
  readonly ids: readonly string[];
  /** Everything that is remembered as theirs now, by subject: what the rows say, and what those people were called here. */
  readonly identities: ReadonlyMap<string, readonly AnyIdentity[]>;
}

/**
 * Must run inside a write transaction of the workspace.
 * @param joined identities that are theirs too, by the subject they are remembered under.
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
