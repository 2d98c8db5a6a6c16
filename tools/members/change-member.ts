import { z } from 'zod';
import { roles } from '../../src/shared/values';
import { invalid, notFound, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, pathId } from '../fields';
import { requireOwnerFor } from './owners';

export const changeMember = defineAction({
  name: 'change_member',
  title: 'Change a member',
  description:
    "Changes a member's role, or whether they are active. A workspace must keep an active owner. The member's assistants keep only what the new role could have approved.",
  right: 'manageMembers',
  rest: null,
  input: z.strictObject({
    userId: pathId('User id, uuid.'),
    role: z.enum(roles).describe('The new role.').optional(),
    active: z.boolean().describe('Whether the member has access.').optional(),
  }),
  output: z.strictObject({
    userId: z.uuid(),
    email: z.string(),
    role: z.enum(roles).optional(),
    active: z.boolean().optional(),
  }),
  async run({ writes, caller }, { userId: given, role, active }) {
    if (role === undefined && active === undefined)
      throw invalid({ path: 'role', message: 'give role, active or both' });
    const userId = asUuid(given);
    const member = userId && (await writes.members()).find((one) => one.userId === userId);
    if (!member) throw notFound('member');
    requireOwnerFor(caller, [role, member.role]);
    const change = { ...(role === undefined ? {} : { role }), ...(active === undefined ? {} : { active }) };
    const result = await writes.changeMember(member.userId, change);
    if (result === 'not_a_member') throw notFound('member');
    if (result === 'last_owner') {
      throw new OperationError(
        'conflict',
        `${member.email} is the only active owner of this workspace; make someone else OWNER first`,
      );
    }
    const said = [role, active === undefined ? undefined : active ? 'active' : 'inactive'].filter(Boolean).join(', ');
    return {
      answer: { userId: member.userId, email: member.email, ...change },
      changed: { kind: 'member', id: member.userId, detail: `${member.email}: ${said}` },
    };
  },
});
