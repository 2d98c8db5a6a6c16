/** The real service with its built-in consent page, and people who can sign in to it. */
import { hashPassword } from '../../../src/auth/passwords';
import { addMember } from '../../../src/store/access/members';
import { createOrganization } from '../../../src/store/access/organizations';
import type { Database } from '../../../src/database/database';
import type { Role } from '../../../src/store/tables/access';
import { startTestService } from '../../support/service';

export interface ConsentService {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly db: Database;
  /** Log lines of errors, for asserting that there are none. */
  errors(): readonly string[];
  close(): Promise<void>;
}

export async function startConsentService(env: Record<string, string> = {}): Promise<ConsentService> {
  const service = await startTestService({ env: { OAUTH_REGISTRATIONS_PER_HOUR: '1000', ...env } });
  return {
    url: `http://127.0.0.1:${service.port}`,
    db: service.db,
    errors: () => service.logLines.filter((line) => line.includes('"level":"error"')),
    close: () => service.end(),
  };
}

export const password = 'a password for tests';

/** One hash serves all people of a test file: hashing is slow on purpose. */
let hashed: Promise<string> | undefined;

/** A person with these places in workspaces, which are made when they are new. Signs in with `password`. */
export async function person(
  { db }: Pick<ConsentService, 'db'>,
  email: string,
  places: Readonly<Record<string, Role | 'INACTIVE'>>,
): Promise<void> {
  hashed ??= hashPassword(password);
  for (const [name, role] of Object.entries(places)) {
    const known = await createOrganization(db, name);
    const [row] = known
      ? [known]
      : await db.select<{ id: string }>('SELECT id FROM organizations WHERE name = ?', [name]);
    if (!row) throw new Error(`no workspace ${name}`);
    await addMember(db, {
      organizationId: row.id,
      email,
      displayName: email,
      role: role === 'INACTIVE' ? 'MEMBER' : role,
      active: role !== 'INACTIVE',
      passwordHash: await hashed,
    });
  }
}
