/** Keys, passwords and session tokens of the demo, and the file that holds them. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { action } from '../../../tools/catalogue';
import { listApiKeys } from '../../auth/api-keys';
import { generatePassword, verifyPassword } from '../../auth/passwords';
import { roles } from '../../shared/values';
import { dataAccessFlags } from '../../auth/rights';
import type { PersonSessions } from '../../auth/person-sessions';
import { findUserByEmail, listMembers } from '../../store/access/members';
import type { Database } from '../../database/database';
import type { CommandContext } from './command';
import { operatorWorkspace } from './operator';
import { mintSession, setPassword } from './operator-people';
import type { DemoPerson } from '../../demo/workspaces';

const sessionSeconds = 30 * 86_400;

/** DATA_DIR/demo.json. Tools read it to connect to a running demo. */
const demoFile = z.object({
  baseUrl: z.string(),
  organizationId: z.string(),
  apiKey: z.string(),
  otherOrganization: z.object({ organizationId: z.string(), apiKey: z.string() }),
  users: z.array(
    z.object({
      email: z.string(),
      password: z.string(),
      role: z.enum(roles),
      active: z.boolean(),
      sessionToken: z.string(),
    }),
  ),
});

export type DemoFile = z.output<typeof demoFile>;

/** The file of an earlier run; undefined if there is none or it is incomplete. */
export function readDemoFile(path: string): DemoFile | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return demoFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the file under another name first, so a process that waits for it never reads half of it. */
export function writeDemoFile(path: string, content: DemoFile): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** A key with every flag: that of an earlier run while it works, else a new one. */
export async function demoKey(
  context: Pick<CommandContext, 'settings'>,
  db: Database,
  organizationId: string,
  former: string | undefined,
): Promise<string> {
  const keys = await listApiKeys(db, organizationId);
  if (former !== undefined && keys.some((key) => key.status === 'ACTIVE' && former.startsWith(key.prefix)))
    return former;
  const workspace = operatorWorkspace(context, db, organizationId);
  return (await action.createApiKey.act(workspace, { name: 'demo', dataAccess: dataAccessFlags })).key;
}

/** The people of a workspace, each with a password and a session token for 30 days. */
export async function demoUsers(
  db: Database,
  organizationId: string,
  people: readonly DemoPerson[],
  sessions: PersonSessions | undefined,
  former: DemoFile['users'],
): Promise<DemoFile['users']> {
  const members = await listMembers(db, organizationId);
  const users: DemoFile['users'] = [];
  for (const { email } of people) {
    const member = members.find((one) => one.email === email);
    const user = await findUserByEmail(db, email);
    if (!member || !user) continue;
    const known = former.find((one) => one.email === email)?.password;
    const good = known !== undefined && (await verifyPassword(known, user.password_hash));
    const password = good ? known : generatePassword();
    if (!good) await setPassword(db, user, password);
    const sessionToken = sessions ? await mintSession(db, sessions, user, sessionSeconds) : '';
    users.push({ email, password, role: member.role, active: member.active, sessionToken });
  }
  return users;
}
