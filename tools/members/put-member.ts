import { z } from 'zod';
import { decidePut, mayChange } from '../../src/auth/provisioning-policy';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { roles } from '../../src/shared/values';
import { OperationError } from '../../src/shared/errors';
import type { ProvisionedMember } from '../../src/store/access/provisioned';
import { defineAction } from '../define';
import { provisionedMember } from '../examples';
import { givenName } from '../fields';
import { lastOwner, memberAddress, memberSchema, refusal, requireOwn } from './provisioning';

const input = z.strictObject({
  ...memberAddress,
  email: z.email('must be an e-mail address').max(254).optional().describe('Required for a new person.'),
  displayName: givenName.min(1).max(200).optional().describe('Display name.'),
  role: z
    .enum(roles, `must be one of ${roles.join(', ')}`)
    .optional()
    .describe('MEMBER by default for a new person.'),
  active: z
    .boolean('must be true or false')
    .optional()
    .describe('Whether they have access. True by default for a new person.'),
});
type Wish = z.output<typeof input>;

export const putMember = defineAction({
  name: 'put_member',
  title: 'Make or change a member',
  description:
    'Creates or changes a member by the id that your application gives them. Fields left out keep their value. Repeating the request changes nothing. ' +
    'An address alone does not join an existing account that is not a member here.',
  right: 'provisionMembers',
  rest: {
    method: 'PUT',
    path: '/admin/organizations/{organizationId}/members/{externalId}',
    credential: 'provisioning_key',
    tag: 'Provisioning',
    resource: 'ProvisionedMember',
    example: provisionedMember,
    status: { done: 200, created: 201 },
    refuses: ['conflict'],
  },
  interfaces: { mcp: false, console: false },
  input,
  output: z.strictObject({ data: memberSchema }),
  async run(workspace, wish) {
    requireOwn(workspace, wish.organizationId);
    const { writes } = workspace;
    return writes.inTurn(async () => {
      const { before, created } = await found(workspace, wish);
      const email = (wish.email ?? before.email).trim().toLowerCase();
      const displayName = wish.displayName ?? before.displayName;
      const { role = before.role, active = before.active } = wish;
      const newFacts = email !== before.email || displayName !== before.displayName;
      if (newFacts) await writes.setAccountFacts(before.userId, { email, displayName });
      const newPlace = role !== before.role || active !== before.active;
      const change = newPlace ? await writes.changeMember(before.userId, { role, active }) : 'changed';
      if (change === 'last_owner') throw lastOwner();
      const adopted = before.externalId !== wish.externalId;
      if (adopted) await writes.setExternalId(before.userId, wish.externalId);
      const { userId } = before;
      const detail = `${email}: ${role}, ${active ? 'active' : 'inactive'}`;
      return {
        answer: { data: { userId, externalId: wish.externalId, email, displayName, role, active } },
        outcome: created ? ('created' as const) : ('done' as const),
        changed: created || adopted || newFacts || newPlace ? { kind: 'member', id: userId, detail } : null,
      };
    });
  },
});

/** Finds the member, or creates them. */
async function found(
  workspace: ActingWorkspace,
  wish: Wish,
): Promise<{ readonly before: ProvisionedMember; readonly created: boolean }> {
  const { writes, directory } = workspace;
  const { externalId, email } = wish;
  const known = await writes.memberCalled(externalId);
  const called = known || directory !== 'shared' ? undefined : await writes.accountCalled(externalId);
  const holder = email === undefined ? undefined : await writes.memberAt(email);
  const account = email === undefined ? undefined : (holder?.userId ?? (await writes.accountAt(email)));
  const address =
    email === undefined
      ? 'not_given'
      : account === undefined
        ? 'free'
        : account === (known?.userId ?? called)
          ? 'own'
          : !holder
            ? 'elsewhere'
            : holder.externalId === null
              ? 'unkept_member'
              : 'kept_member';
  const changesOf = (member: ProvisionedMember | undefined) => {
    const changed = email !== undefined && member !== undefined && email.trim().toLowerCase() !== member.email;
    const renamed = wish.displayName !== undefined && member !== undefined && wish.displayName !== member.displayName;
    return { facts: changed || renamed, email: changed };
  };
  const decision = decidePut({
    directory,
    known: known ?? null,
    knownElsewhere: called !== undefined,
    address,
    changes: changesOf(known),
  });
  const place = { externalId, role: wish.role ?? 'MEMBER', active: wish.active ?? true } as const;
  switch (decision) {
    case 'change':
      if (known) return { before: known, created: false };
      break;
    case 'adopt': {
      if (!holder) break;
      const why = mayChange({ directory, changes: changesOf(holder) }, holder);
      if (why) throw refusal(why);
      return { before: holder, created: false };
    }
    case 'join':
    case 'make': {
      const name = wish.displayName ?? email?.split('@')[0] ?? externalId;
      const userId = decision === 'join' ? (called ?? account) : await writes.insertAccount(email ?? '', name);
      // Another workspace has created an account with this address meanwhile.
      if (userId === undefined) throw refusal('email_elsewhere');
      await writes.insertPlace(userId, place);
      const made = await writes.memberWithId(userId);
      if (made) return { before: made, created: true };
      break;
    }
    case 'email_required':
    case 'email_taken':
    case 'email_elsewhere':
    case 'shared':
    case 'has_password':
      throw refusal(decision);
  }
  throw new OperationError('internal_error', 'The member no longer exists.');
}
