/** The operator at the command line, as a caller of operations in any workspace, with every right. */
import { randomBytes } from 'node:crypto';
import { linksStayHere, publicUrlOf } from '../../../config/public-address';
import { audienceOf, workspaceOpener } from '../../workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../auth/rights';
import { ReadLog } from '../../workspace/read-log';
import type { ActingWorkspace } from '../../workspace/workspace';
import { networkOf } from '../../ingest/import/network-setting';
import type { Database } from '../../database/database';
import { actorColumns, recordAudit, type AuditObject } from '../../store/log/audit';
import type { CommandContext } from './command';
import { operatorActor } from '../../auth/operator-name';

/** @returns the handle of a workspace. Its cursors are valid only during this run of the command. */
export function operatorWorkspace(
  { settings }: Pick<CommandContext, 'settings'>,
  db: Database,
  organizationId: string,
): ActingWorkspace {
  const open = workspaceOpener(db, {
    cursorKey: randomBytes(32),
    network: networkOf(settings),
    audience: audienceOf(settings),
    directory: settings.PROVISIONING_DIRECTORY,
    webhookHosts: settings.WEBHOOK_ALLOWED_HOSTS,
    consoleUrl: `${publicUrlOf(settings)}/app`,
    readLog: settings.ACCESS_LOG === 'on' ? new ReadLog(db, { keepsAccesses: true }) : undefined,
  });
  return open(organizationId, dataAccessOf(dataAccessFlags), operatorActor());
}

/** A line below links that only this machine can open: the service may have a PUBLIC_URL that this command was not given. */
export function onlyHere({ settings }: Pick<CommandContext, 'settings'>): readonly string[] {
  const warning = linksStayHere(settings);
  return warning === undefined ? [] : [`  ${warning}.`];
}

/** Changes by the operator that are not operations of the catalogue: they belong to the installation, or come from files. */
export type OperatorEvent =
  | 'set_password'
  | 'remove_password'
  | 'mint_session'
  | 'retry_job'
  | 'cancel_job'
  | 'import_file'
  | 'refresh_audience'
  | 'set_named_admins'
  | 'create_provisioning_key'
  | 'revoke_provisioning_key'
  | 'replay_privacy'
  | 'purge_files'
  | 'make_backup'
  | 'restore_backup'
  | 'give_up_key'
  | 'reseal_secrets'
  | 'give_up_secrets'
  | 'forget_machine'
  | 'send_digest'
  | 'compare_readers';

/** The result of such a change. */
export interface OperatorResult<Answer> {
  readonly answer: Answer;
  /** The object and workspace for the audit log; null if nothing changed. */
  readonly changed: (AuditObject & { readonly organizationId?: string }) | null;
}

/**
 * Makes a change and records in the same transaction that the operator made it.
 * @param work runs again when the database asks for a retry.
 */
export async function actAsOperator<Answer>(
  db: Database,
  action: OperatorEvent,
  work: () => Promise<OperatorResult<Answer>>,
): Promise<Answer> {
  return db.transaction(async () => {
    const { answer, changed } = await work();
    if (changed) {
      await recordAudit(db, {
        at: Date.now(),
        action,
        organization_id: changed.organizationId ?? null,
        ...actorColumns(operatorActor()),
        object_kind: changed.kind,
        object_id: changed.id,
        detail: changed.detail?.slice(0, 255) ?? null,
      });
    }
    return answer;
  });
}
