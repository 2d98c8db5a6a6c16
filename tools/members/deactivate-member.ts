import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { provisionedMember } from '../examples';
import { lastOwner, memberAddress, memberSchema, requireOwn } from './provisioning';

export const deactivateMember = defineAction({
  name: 'deactivate_member',
  title: 'Take the access away',
  description:
    "Takes away a member's access to this workspace and ends their sessions in it. The person, their actions and their access to other workspaces stay.",
  right: 'provisionMembers',
  rest: {
    method: 'DELETE',
    path: '/admin/organizations/{organizationId}/members/{externalId}',
    credential: 'provisioning_key',
    tag: 'Provisioning',
    resource: 'ProvisionedMember',
    example: provisionedMember,
    status: 204,
    refuses: ['conflict'],
  },
  interfaces: { mcp: false, console: false },
  input: z.strictObject(memberAddress),
  output: z.strictObject({ data: memberSchema }),
  async run(workspace, { organizationId, externalId }) {
    requireOwn(workspace, organizationId);
    const { writes } = workspace;
    return writes.inTurn(async () => {
      const member = await writes.memberCalled(externalId);
      if (!member) throw notFound('member');
      const { userId, email, displayName, role } = member;
      const answer = { data: { userId, externalId, email, displayName, role, active: false } };
      if (!member.active) return { answer, changed: null };
      if ((await writes.changeMember(userId, { active: false })) === 'last_owner') throw lastOwner();
      return { answer, changed: { kind: 'member', id: userId, detail: email } };
    });
  },
});
