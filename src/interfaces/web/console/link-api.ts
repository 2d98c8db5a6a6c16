/** Uses of one-time links: an invitation, a new password, a sign-in made by the operator. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { givenName } from '../../../../tools/fields';
import { noSession } from '../../../auth/console-sessions';
import { openLink } from '../../../auth/one-time-links';
import { sendJson } from '../../../http/respond';
import type { Handler, Route } from '../../../http/router';
import type { TracedResponse } from '../../../http/traced-response';
import { invalid, OperationError } from '../../../shared/errors';
import { useLink } from '../../../store/access/links';
import {
  addMember,
  changeMember,
  doubtAddress,
  findUserByEmail,
  findUserById,
  proveAddress,
  type UserRow,
} from '../../../store/access/members';
import { findOrganization } from '../../../store/access/organizations';
import { placesOf } from '../../../store/access/session-rows';
import { actorColumns, recordAudit } from '../../../store/log/audit';
import type { LinkKind, LinkRow } from '../../../store/tables/links';
import { UnknownWorkspaceError, writeWorkspace } from '../../../store/log/workspace-lock';
import { smallerRole, type Role } from '../../../shared/values';
import { memberAt } from '../../../store/access/provisioned';
import type { ConsoleContext } from './context';
import { requireOwnPage } from './guard';
import {
  afterEnding,
  enter,
  hashedFor,
  originOf,
  readShape,
  requirePassword,
  signedInAs,
  storeHash,
} from './session-api';

const token = z.string().max(200);
const lookUpShape = z.strictObject({ token });
const joinShape = z.strictObject({
  token,
  displayName: givenName.min(1).max(200).optional(),
  password: z.string().max(1_000).optional(),
});
const resetShape = z.strictObject({ token, password: z.string().max(1_000) });

export const goneLink = () =>
  new OperationError('not_found', 'This link was used, taken back or has run out. Ask for another one.');

export function linkRoutes(context: ConsoleContext): readonly Route[] {
  const at = (name: string, POST: Handler): Route => ({ path: `/app/api/${name}`, answer: { POST } });
  return [
    at('link', lookUp(context)),
    at('join', join(context)),
    at('reset', reset(context)),
    at('enter', enterByLink(context)),
  ];
}

/** The open link of a token. @throws OperationError `not_found` */
async function linkOf(context: ConsoleContext, given: string, ...kinds: readonly LinkKind[]): Promise<LinkRow> {
  const link = await openLink(context.db, given, context.clock());
  if (!link || !kinds.includes(link.kind) || !(await stillMeant(context, link))) throw goneLink();
  return link;
}

/** Whether the creator of a link could still create it: an invitation ends with the rights of the member who sent it. */
async function stillMeant({ db }: ConsoleContext, link: LinkRow): Promise<boolean> {
  const { created_by: by, organization_id: id } = link;
  const member = link.email === null ? undefined : await memberAt(db, id, link.email);
  // It brings an inactive member back. A person who is active needs no invitation, and is not changed by one.
  if (member?.active) return false;
  const role = member?.role === 'OWNER' ? 'OWNER' : link.role;
  if (by === null) return true;
  const mayFor = (organizationId: string, wanted: Role | null) =>
    makers.some((place) => place.organizationId === organizationId && (wanted !== 'OWNER' || place.role === 'OWNER'));
  const places = await placesOf(db, [by]);
  const makers = places.filter(({ active, role: own }) => active && own !== 'MEMBER');
  if (link.user_id === null) return mayFor(id, role);
  // A new password gives access to all workspaces of the person, so the creator of the link must be in charge of all of them.
  const theirs = await placesOf(db, [link.user_id]);
  return theirs.length > 0 && theirs.every((place) => mayFor(place.organizationId, place.role));
}

/** What a page shows about a link before it is used. */
function lookUp(context: ConsoleContext): Handler {
  return async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    const { token: given } = await readShape(req, res, lookUpShape);
    const link = await linkOf(context, given, 'INVITE', 'RESET', 'SIGN_IN', 'SETUP');
    const user = await personOf(context, link);
    const organization =
      link.organization_id === '' ? undefined : await findOrganization(context.db, link.organization_id);
    const session = await context.sessions.check(context.cookie.read(req.headers.cookie));
    const signedIn = session !== undefined && session.id === user?.id;
    const isMember =
      link.email !== null && (await memberAt(context.db, link.organization_id, link.email)) !== undefined;
    sendJson(res, 200, {
      kind: link.kind,
      email: link.email ?? user?.email ?? null,
      workspace: organization?.name ?? null,
      role: link.role,
      /**
       * Whether they join with an account, as far as the workspace knows already. The person who invites them can read this, so it
       * is silent about accounts elsewhere, and the page learns of those when the person joins.
       */
      account: user !== undefined && (link.kind !== 'INVITE' || signedIn || isMember),
      /** Whether they are signed in to that account in this browser. */
      signedIn,
      expiresAt: new Date(link.expires_at).toISOString(),
    });
  };
}

async function personOf({ db }: ConsoleContext, link: LinkRow): Promise<UserRow | undefined> {
  if (link.user_id !== null) return findUserById(db, link.user_id);
  return link.email === null ? undefined : findUserByEmail(db, link.email);
}

/** Joins a workspace: with an existing account whose owner is present, or with a new one. */
function join(context: ConsoleContext): Handler {
  return async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    const given = await readShape(req, res, joinShape);
    const link = await linkOf(context, given.token, 'INVITE');
    const email = link.email ?? '';
    const user = await findUserByEmail(context.db, email);
    if (user) await requireOwner(context, req, res, user, given.password);
    const hash = user ? null : await hashOf(context, req, email, given.password);
    // The workspace's turn first, as for those who invite: both ways round they could block each other.
    const joining = writeWorkspace(context.db, link.organization_id, async () => {
      if (!(await stillMeant(context, link))) throw goneLink();
      // Their password or session may have ended since it was checked.
      const holder = user && (await findUserById(context.db, user.id));
      if (holder?.sessions_not_before !== user?.sessions_not_before) throw noSession();
      if (!(await useLink(context.db, link, context.clock()))) throw goneLink();
      const joined = await place(context, link, given.displayName ?? email.split('@')[0] ?? email, hash);
      // The address may be another account's by now, whose owner proved nothing here.
      if (user && joined !== user.id) throw goneLink();
      await recordAudit(context.db, {
        at: context.clock(),
        action: 'join_workspace',
        organization_id: link.organization_id,
        ...actorColumns({ kind: 'session', userId: joined }),
        object_kind: 'member',
        object_id: joined,
        detail: `${email}, ${link.role ?? ''}`,
      });
      // Earlier sessions do not gain the workspace. This one begins after it was joined, and ends with all that are ended from here on.
      return { userId: joined, since: Math.max(context.clock(), await afterEnding(context, joined)) + 1 };
    });
    const { userId, since } = await joining.catch((error: unknown) => {
      throw error instanceof UnknownWorkspaceError ? goneLink() : error;
    });
    await enter(context, req, res, userId, since);
  };
}

/** The same with an account and without. */
const noPassword = () =>
  invalid({ path: 'password', message: 'is required: that of your account, or one for a new account' });

/** Only the owner of an account can join with it: a person who is signed in to it or knows its password. */
async function requireOwner(
  context: ConsoleContext,
  req: IncomingMessage,
  res: TracedResponse,
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  const session = await context.sessions.check(context.cookie.read(req.headers.cookie));
  if (session?.id === user.id) return;
  if (password === undefined) throw noPassword();
  // As without an account: the person who invites tries no password that tells of one and leaves the link open. A person whose older
  // password is none that could be set now signs in first.
  requirePassword(password);
  if (user.password_hash === null) {
    throw new OperationError(
      'conflict',
      'This address has an account without a password. Ask the operator of this service to set one.',
    );
  }
  signedInAs(await context.passwords.attempt(user.email, password, originOf(context, req)), res);
}

async function hashOf(
  context: ConsoleContext,
  req: IncomingMessage,
  email: string,
  password: string | undefined,
): Promise<string> {
  if (password === undefined) throw noPassword();
  return hashedFor(context, req, email, requirePassword(password));
}

/** Creates the membership, or activates it again. @returns the id of the member. */
async function place({ db }: ConsoleContext, link: LinkRow, displayName: string, passwordHash: string | null) {
  const { organization_id: organizationId, email, role } = link;
  if (email === null || role === null || !(await findOrganization(db, organizationId))) throw goneLink();
  // The inviter saw the link too, so it proves no address.
  const joining = { organizationId, email, displayName, role, active: true, passwordHash, proved: false };
  const added = await addMember(db, joining);
  if (added) {
    // The account was created in the meantime, so its owner has to join with it.
    if (passwordHash !== null && !added.userCreated) throw goneLink();
    return added.userId;
  }
  const member = await memberAt(db, organizationId, email);
  if (!member || member.active) throw goneLink();
  const back = { role: smallerRole(member.role, role), active: true };
  if ((await changeMember(db, organizationId, member.userId, back)) !== 'changed') throw goneLink();
  return member.userId;
}

/** Sets a new password. Every session of the person ends, and a new one begins here. */
function reset(context: ConsoleContext): Handler {
  return async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    const given = await readShape(req, res, resetShape);
    const link = await linkOf(context, given.token, 'RESET');
    const userId = link.user_id ?? '';
    const hash = await hashedFor(context, req, userId, requirePassword(given.password));
    // In the same transaction: a password that is set after this one ends this session too.
    const since = await context.db.transaction(async () => {
      if (!(await stillMeant(context, link))) throw goneLink();
      if (!(await useLink(context.db, link, context.clock()))) throw goneLink();
      // Nobody but the operator and a letter to the address held a link that no member made. Another member who made it saw it.
      if (link.created_by === null) await proveAddress(context.db, userId, context.clock());
      else if (link.created_by !== userId) await doubtAddress(context.db, userId);
      await storeHash(context, userId, hash);
      return afterEnding(context, userId);
    });
    await enter(context, req, res, userId, since);
  };
}

/** Signs in with a link that the operator made. */
function enterByLink(context: ConsoleContext): Handler {
  return async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    const link = await linkOf(context, (await readShape(req, res, lookUpShape)).token, 'SIGN_IN');
    const userId = link.user_id ?? '';
    // Before the link is used: sessions that are ended after that end this one too.
    const since = await afterEnding(context, userId);
    if (!(await useLink(context.db, link, context.clock()))) throw goneLink();
    await enter(context, req, res, userId, since);
  };
}
