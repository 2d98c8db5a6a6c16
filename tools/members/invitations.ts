/** Invites people with links that let them in once. */
import { z } from 'zod';
import { newLink } from '../../src/auth/one-time-links';
import { notFound, OperationError } from '../../src/shared/errors';
import { roles, smallerRole } from '../../src/shared/values';
import { mostInvitations } from '../../src/store/facade/admin-reads';
import { printDate } from '../dates';
import { defineAction, defineQuery } from '../define';
import { asUuid, input, pathId } from '../fields';
import { timestamp, uuid } from '../schemas/values';
import { requireOwnerFor } from './owners';

const invitation = {
  id: uuid('Invitation id, uuid.'),
  email: z.string().describe('Who is invited.'),
  role: z.enum(roles).describe('Role that they will have.'),
  expiresAt: timestamp('When the link stops working.'),
};

const link = z.string().describe('Link for the person. It works once and is shown only now.');

const mailed = z
  .boolean()
  .describe(
    'Whether the link is also mailed to them. This needs SMTP_URL, and works five times an hour for one address and a hundred times for a workspace.',
  );

export const inviteMember = defineAction({
  name: 'invite_member',
  title: 'Invite a member',
  description:
    'Creates a link that lets a person join the workspace once, within 48 hours. A person with an account signs in and joins with it. An inactive member comes back with at most the role that they had. An earlier invitation of the same address ends, and this one with a change of the member.',
  right: 'manageMembers',
  rest: null,
  inTurn: true,
  input: z.strictObject({
    email: z.email('must be an e-mail address').max(254).describe('Who is invited.'),
    role: z.enum(roles).default('MEMBER').describe('Role that they will have.'),
  }),
  output: z.strictObject({ ...invitation, link, mailed }),
  async run({ writes, store, caller, consoleUrl, mailLink }, { email: given, role: wanted }) {
    const email = given.trim().toLowerCase();
    const now = Date.now();
    requireOwnerFor(caller, [wanted]);
    const member = await writes.memberAt(email);
    // It brings an inactive member back, with no more than they had.
    const role = member ? smallerRole(member.role, wanted) : wanted;
    if (member?.active) throw new OperationError('conflict', `${email} is a member of the workspace already.`);
    const pending = await store.admin.invitations(now);
    // A new invitation withdraws the one before, so it also changes what that one gave.
    requireOwnerFor(caller, [member?.role, pending.find((one) => one.email === email)?.role ?? undefined]);
    if (!member) await writes.expectRoomForMember();
    await writes.withdrawInvitations(email);
    if ((await store.admin.invitations(now)).length >= mostInvitations) {
      throw new OperationError(
        'conflict',
        `${mostInvitations} invitations are pending already: withdraw some of them.`,
      );
    }
    const createdBy = caller.kind === 'session' ? caller.userId : null;
    const { row, path } = newLink({ kind: 'INVITE', email, role, createdBy }, now);
    await writes.insertLink(row);
    const address = `${consoleUrl}/${path}`;
    const workspace = await store.usage.organizationName();
    const isMailed = mailLink?.(email, { kind: 'invitation', link: address, workspace }) ?? false;
    return {
      answer: {
        ...{ id: row.id, email, role, expiresAt: printDate(row.expires_at), link: address },
        mailed: isMailed,
      },
      changed: { kind: 'invitation', id: row.id, detail: `${email}, ${role}` },
    };
  },
});

export const listInvitations = defineQuery({
  name: 'list_invitations',
  title: 'List invitations',
  description: 'Lists the open invitations. Their links are not stored and cannot be shown again.',
  right: 'manageMembers',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(z.strictObject({ ...invitation, createdAt: timestamp('When it was created.') })),
  }),
  async run({ store }) {
    const rows = await store.admin.invitations(Date.now());
    return {
      data: rows.map((row) => ({
        id: row.id,
        email: row.email ?? '',
        role: row.role ?? ('MEMBER' as const),
        expiresAt: printDate(row.expires_at),
        createdAt: printDate(row.created_at),
      })),
    };
  },
});

export const withdrawInvitation = defineAction({
  name: 'withdraw_invitation',
  title: 'Withdraw an invitation',
  description: 'Ends an invitation. Its link stops working.',
  right: 'manageMembers',
  rest: null,
  input: input({ invitationId: pathId('Invitation id, uuid, as {list_invitations} shows it.') }),
  output: z.strictObject({ id: uuid('Invitation id, uuid.'), status: z.literal('WITHDRAWN') }),
  async run({ writes, store, caller }, { invitationId }) {
    const id = asUuid(invitationId);
    const pending = (await store.admin.invitations(Date.now())).find((one) => one.id === id);
    requireOwnerFor(caller, [pending?.role ?? undefined]);
    if (id === undefined || !(await writes.withdrawLink(id))) throw notFound('pending invitation');
    return { answer: { id, status: 'WITHDRAWN' as const }, changed: { kind: 'invitation', id, detail: 'withdrawn' } };
  },
});

export const makeResetLink = defineAction({
  name: 'make_reset_link',
  title: 'Make a link for a new password',
  description:
    'Creates a link with which a member can set a new password once, within an hour. It works only for people who belong to no other workspace. The operator of the service helps the others.',
  right: 'manageMembers',
  rest: null,
  input: input({ userId: pathId('User id, uuid.') }),
  output: z.strictObject({ email: invitation.email, expiresAt: invitation.expiresAt, link, mailed }),
  async run({ writes, caller, consoleUrl, mailLink }, { userId: given }) {
    const userId = asUuid(given);
    const member = userId === undefined ? undefined : await writes.memberWithId(userId);
    if (!member) throw notFound('member');
    requireOwnerFor(caller, [member.role]);
    if (caller.kind !== 'operator' && member.elsewhere) {
      throw new OperationError(
        'conflict',
        'This person belongs to other workspaces too: only the operator of this service can reset their password.',
      );
    }
    await writes.withdrawLinksOf(member.userId, 'RESET');
    const createdBy = caller.kind === 'session' ? caller.userId : null;
    const { row, path } = newLink({ kind: 'RESET', userId: member.userId, createdBy }, Date.now());
    await writes.insertLink(row);
    const address = `${consoleUrl}/${path}`;
    const isMailed = mailLink?.(member.email, { kind: 'reset', link: address }) ?? false;
    return {
      answer: {
        ...{ email: member.email, expiresAt: printDate(row.expires_at), link: address },
        mailed: isMailed,
      },
      changed: { kind: 'member', id: member.userId, detail: `${member.email}: link for a new password` },
    };
  },
});
