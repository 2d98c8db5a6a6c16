import { z } from 'zod';
import { roles } from '../../src/shared/values';
import { printDate, printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import { input } from '../fields';
import { timestamp, timestampOrNull, uuid } from '../schemas/values';

export const listMembers = defineQuery({
  name: 'list_members',
  title: 'List members',
  description: 'Lists the members of the workspace with their roles, oldest first, including those without access.',
  right: 'readMembers',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        userId: uuid('User id, uuid.'),
        email: z.string().describe('E-mail address.'),
        displayName: z.string().describe('Display name.'),
        role: z.enum(roles).describe('Role in this workspace.'),
        active: z.boolean().describe('Whether they have access.'),
        createdAt: timestamp('When they became a member.'),
        lastSignInAt: timestampOrNull('Their newest stored session.'),
      }),
    ),
  }),
  async run({ store }) {
    const [members, signIns] = [await store.admin.members(), await store.admin.lastSignIns()];
    return {
      data: members.map(({ createdAt, ...member }) => ({
        ...member,
        createdAt: printDate(createdAt),
        lastSignInAt: printDateOrNull(signIns.get(member.userId) ?? null),
      })),
    };
  },
});
