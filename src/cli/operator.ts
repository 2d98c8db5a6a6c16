/** Whoever runs the command line, as a caller of operations: of any workspace, with every right. */
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { audienceOf, workspaceOpener } from '../access/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../access/rights';
import type { ActingWorkspace } from '../access/workspace';
import { networkOf } from '../intake/network-setting';
import type { Database } from '../store/database';
import type { CommandContext } from './command';

/** @returns the handle of a workspace. Its cursors are good for this run of the command only. */
export function operatorWorkspace(
  { settings }: Pick<CommandContext, 'settings'>,
  db: Database,
  organizationId: string,
): ActingWorkspace {
  const open = workspaceOpener(db, {
    cursorKey: randomBytes(32),
    network: networkOf(settings),
    audience: audienceOf(settings),
  });
  return open(organizationId, dataAccessOf(dataAccessFlags), { kind: 'operator', name: accountName() });
}

/** The audit log names the account of the operating system; one without a name (a bare uid in a container) by its number. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
