import { z } from 'zod';
import { isCurrentHash } from '../../src/auth/passwords';
import { roles } from '../../src/shared/values';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { givenName } from '../fields';
import { requireOwnerFor } from './owners';
import { refusal } from './provisioning';

export const addMember = defineAction({
  name: 'add_member',
  title: 'Add a member',
  description:
    'Adds a person to the workspace and creates an account for a new person. Adding an existing member is a conflict.',
  right: 'manageMembers',
  rest: null,
  // The console invites people, who choose their own password. A hash that a client made would be checked at every sign-in.
  interfaces: { mcp: false, console: false },
  input: z.strictObject({
    email: z.email().max(254).describe('E-mail address, which identifies the person.'),
    displayName: givenName.min(1).max(200).describe('Name of a person who is new to this service.'),
    role: z.enum(roles).default('MEMBER').describe('Role in this workspace.'),
    active: z.boolean().default(true).describe('False: the person has no access for now.'),
    passwordHash: z
      .string()
      .max(255)
      .refine(isCurrentHash, 'must be a hash that this service made')
      .nullable()
      .default(null)
      .describe(
        'For a new person. The interface hashes the password, so that it travels no further. Null: no sign-in by password.',
      ),
  }),
  output: z.strictObject({
    userId: z.uuid(),
    email: z.string(),
    role: z.enum(roles),
    active: z.boolean(),
    userCreated: z.boolean(),
  }),
  async run({ writes, caller, directory }, member) {
    requireOwnerFor(caller, [member.role]);
    // Knowing a person's address is not enough to add their account, unless the operator allows it.
    if (directory !== 'shared' && !(await writes.memberAt(member.email))) {
      const account = await writes.accountAt(member.email);
      if (account !== undefined && caller.kind !== 'operator') throw refusal('email_elsewhere');
      if (account !== undefined && !(await writes.isProved(account))) throw unproved(member.email);
    }
    const added = await writes.addMember(member);
    if (!added) throw new OperationError('conflict', `${member.email} is a member of the workspace already`);
    const email = member.email.toLowerCase();
    const { role, active } = member;
    return {
      answer: { ...added, email, role, active },
      changed: { kind: 'member', id: added.userId, detail: [email, role, ...(active ? [] : ['inactive'])].join(', ') },
    };
  },
});

/**
 * Somebody of another workspace may hold the account: who invited the person or made a link for their password saw that link and
 * may have used it, and an application may have given the account this address.
 */
const unproved = (email: string) =>
  new OperationError(
    'conflict',
    `${email} has an account whose invitation, password or address came from another workspace, and nothing shows yet that its holder reads this address. Invite them (\`leadlight member invite\`), so that they join themselves; or have them ask for a new password by mail, or set one (\`leadlight member set-password\`), and add them then.`,
  );
