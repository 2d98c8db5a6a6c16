/** The workspaces of a session's person, and what the person may do there. */
import type { PersonSession } from '../../auth/person-sessions';
import { UnknownWorkspaceError, writeWorkspace } from '../../store/log/workspace-lock';
import type { OauthErrorCode } from './errors';
import { OauthError } from './errors';
import type { OauthService } from './service';
import type { AskedSession } from './session';

export type Places = PersonSession['places'];

/** What a call that names a workspace can refuse with. */
export const byAdmins = ['validation_failed', 'not_a_member', 'admin_required'] as const satisfies OauthErrorCode[];

export const notFound = (what: string) => new OauthError('not_found', `No such ${what}.`);

/** The workspaces of the session's person. @throws OauthError `not_a_member` for a person unknown to this service. */
export function knownPlaces({ person, places }: PersonSession): Places {
  if (!person) throw new OauthError('not_a_member', 'This person is not known here.');
  return places;
}

/** The workspaces of a person who changes something. Counts against their limit in a minute. */
export function actingPlaces(service: OauthService, session: PersonSession): Places {
  const places = knownPlaces(session);
  service.decisions.use([session.subject]);
  return places;
}

const noMember = () => new OauthError('not_a_member', 'You are not an active member of this workspace.');

/** The membership of the person in a workspace. @throws OauthError `not_a_member`. */
export function memberIn(places: Places, organizationId: string): Places[number] {
  const place = places.find((one) => one.organizationId === organizationId && one.active);
  if (!place) throw noMember();
  return place;
}

/** @returns the id of the owner or admin. @throws OauthError `not_a_member` or `admin_required`. */
export function requireAdmin(places: Places, organizationId: string): string {
  const { role, userId } = memberIn(places, organizationId);
  if (role === 'MEMBER') throw new OauthError('admin_required', 'This is for owners and admins of the workspace.');
  return userId;
}

/**
 * Makes a person's decision in the workspace's turn.
 * @throws OauthError `not_a_member` when the workspace was deleted meanwhile.
 */
export async function decideInTurn<T>(
  { db }: OauthService,
  organizationId: string,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await writeWorkspace(db, organizationId, change);
  } catch (error) {
    throw error instanceof UnknownWorkspaceError ? noMember() : error;
  }
}

/** Expects, where a change is made, that the person still is an owner or admin: that may end while the change waits for its turn. */
export async function requireStillAdmin(session: AskedSession, organizationId: string): Promise<void> {
  requireAdmin(knownPlaces(await session.again()), organizationId);
}

/** Like `requireAdmin`, for things that only admins may know about. @throws OauthError `not_found`. */
export function adminWhoMaySee(places: Places, organizationId: string, what: string): string {
  try {
    return requireAdmin(places, organizationId);
  } catch {
    throw notFound(what);
  }
}
