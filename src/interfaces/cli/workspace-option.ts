/** `--workspace`, the flag most commands share. */
import { z } from 'zod';
import type { Database } from '../../database/database';
import { findOrganization, listOrganizations, type OrganizationRow } from '../../store/access/organizations';
import { parameter } from './command';
import { CliError, missing } from './exit-codes';

export const workspaceOption = parameter(
  '-w, --workspace <id or name>',
  'the workspace; may be left out when there is only one',
  z.string().optional(),
);

/**
 * The named workspace, or the only one.
 * @param written the argument as the command line writes it.
 * @throws CliError `not_found`; `usage` if none was named and there are several.
 */
export async function resolveWorkspace(
  db: Database,
  named: string | undefined,
  written = '--workspace',
): Promise<OrganizationRow> {
  if (named !== undefined) {
    const found = await findOrganization(db, named);
    if (!found) throw missing('workspace', named);
    return found;
  }
  const all = await listOrganizations(db);
  const [only] = all;
  if (!only) throw new CliError('not_found', 'No workspace exists yet. Create one: leadlight workspace create NAME');
  if (all.length > 1) throw new CliError('usage', `${written} is required: there are ${all.length} workspaces`);
  return only;
}
