/**
 * Permitting an app for a workspace: an owner or admin approves once what its members may connect. Sensitive scopes require this
 * approval. Without it, members still have to ask.
 */
import type { Scope } from './rights';
import type { Database } from '../database/database';
import { actorColumns, recordAudit, type AuditActor, type OauthEvent } from '../store/log/audit';
import { endGrant, findStoredGrant } from '../store/oauth/grants';
import { deletePermit, memberGrantsOf, savePermit, type SavedPermit } from '../store/oauth/admin-consents';
import { writeWorkspace } from '../store/log/workspace-lock';
import { OperationError } from '../shared/errors';
import { assistantOf, isAssistant, type AssistantName } from '../shared/assistants';
import { mostPermits } from './connection-ceiling';
import { formatScope } from './scope';
import { lossOf } from './connection-status';

/** The key of a permit for a named assistant. Other permits have client ids as keys. */
export const assistantApp = (name: AssistantName) => `assistant:${name}`;

/** The key of an app as people name it: a client id, or the name of an assistant. */
export function appKey(named: string): string {
  return isAssistant(named) ? assistantApp(named) : named;
}

/** The name of an app as people write it. */
export function appName(key: string): string {
  return key.replace(/^assistant:/, '');
}

/** Keys under which a client may be permitted: its id, and the assistant that its redirect URI belongs to. */
export function appsOf(clientId: string, redirectUri: string, among: readonly AssistantName[]): readonly string[] {
  const assistant = assistantOf(redirectUri, among);
  return assistant === undefined ? [clientId] : [clientId, assistantApp(assistant)];
}

export interface PermitChange {
  readonly organizationId: string;
  /** Client id or key of an assistant. */
  readonly app: string;
  /** The owner or admin, or the operator. */
  readonly by: AuditActor;
  readonly now: number;
}

/**
 * Permits an app for the members of a workspace. Replaces an earlier permit of the app.
 * @throws OperationError `conflict` when too many apps are permitted.
 */
export async function permitApp(
  db: Database,
  change: PermitChange & { readonly scopes: readonly Scope[] },
): Promise<void> {
  const { organizationId, app, by, now } = change;
  const scopes = formatScope(change.scopes);
  await writeWorkspace(db, organizationId, async () => {
    const times = { created_at: now, updated_at: now };
    const permitted_by = by.kind === 'session' ? by.userId : null;
    const row = { organization_id: organizationId, app, scopes, permitted_by, ...times };
    expectSaved(await savePermit(db, row, mostPermits));
    await audited(db, change, 'app_permitted', scopes);
    await endWhatWasLost(db, change);
  });
}

function expectSaved(saved: SavedPermit): void {
  if (saved === 'saved') return;
  throw new OperationError(
    'conflict',
    saved === 'too_many'
      ? `${mostPermits.all} apps are permitted in this workspace, the most there may be: forbid one first.`
      : `You have permitted ${mostPermits.ofOne} apps in this workspace, the most for one person: forbid one of them first, or have another owner or admin permit it.`,
  );
}

/**
 * Takes a permit back. Connections that members made with it end: on this node at the next check, on others within five seconds.
 * @returns false if there was none.
 */
export async function forbidApp(db: Database, change: PermitChange): Promise<boolean> {
  return db.transaction(async () => {
    if (!(await deletePermit(db, change.organizationId, change.app))) return false;
    await audited(db, change, 'app_forbidden', null);
    await endWhatWasLost(db, change);
    return true;
  });
}

async function endWhatWasLost(db: Database, { organizationId, app, now }: PermitChange): Promise<void> {
  for (const id of await memberGrantsOf(db, organizationId, app)) {
    const grant = await findStoredGrant(db, id);
    if (grant && lossOf(grant) !== undefined) await endGrant(db, id, 'forbidden', now);
  }
}

async function audited(db: Database, change: PermitChange, action: OauthEvent, detail: string | null): Promise<void> {
  const { organizationId, app, by, now } = change;
  // The address of a metadata document can be longer than this column. The client's column holds all of it.
  const object = { object_kind: 'app', object_id: appName(app).slice(0, 120), client_id: app };
  await recordAudit(db, { at: now, action, organization_id: organizationId, ...actorColumns(by), ...object, detail });
}
