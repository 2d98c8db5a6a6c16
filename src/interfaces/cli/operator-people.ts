/** Changes by the operator to how people sign in, each with its entry in the audit log. */
import { hashPassword } from '../../auth/passwords';
import type { PersonSessions } from '../../auth/person-sessions';
import { proveAddress, setPasswordHash } from '../../store/access/members';
import type { Database } from '../../database/database';
import { actAsOperator } from './operator';

interface Person {
  readonly id: string;
  readonly email: string;
}

const memberOf = ({ id, email }: Person, detail = email) => ({ kind: 'member', id, detail });

/**
 * Sets or removes a person's password. All their sessions end.
 * @param password null removes it, so that they cannot sign in by password.
 */
export async function setPassword(db: Database, person: Person, password: string | null): Promise<void> {
  const hash = password === null ? null : await hashPassword(password);
  await actAsOperator(db, hash === null ? 'remove_password' : 'set_password', async () => {
    await setPasswordHash(db, person.id, hash);
    // Anyone who held it is signed out now, and the operator gave the password to the right person.
    if (hash !== null) await proveAddress(db, person.id, Date.now());
    return { answer: undefined, changed: memberOf(person) };
  });
}

/** Makes a session token whose holder acts as this person for the given number of seconds. */
export async function mintSession(
  db: Database,
  people: PersonSessions,
  person: Person,
  seconds: number,
): Promise<string> {
  return actAsOperator(db, 'mint_session', async () => ({
    answer: await people.start(person.id, seconds),
    changed: memberOf(person, `${person.email}, for ${seconds} s`),
  }));
}
