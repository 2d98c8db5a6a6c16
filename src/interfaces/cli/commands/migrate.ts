import { z } from 'zod';
import { duplicatesOf } from '../../../../packages/reader/src';
import { icpChanges } from '../../../rules/fit/icp';
import { listOrganizations } from '../../../store/access/organizations';
import type { Database } from '../../../database/database';
import { namedAccounts } from '../../../store/reads/named-accounts';
import { openWorkspaceStore } from '../../../store/facade/workspace-store';
import { migrateDown, migrateUp, schemaState } from '../../../store/facade/migrate';
import { command, parameter } from '../command';
import { CliError } from '../exit-codes';
import { count } from '../text';

export const migrate = command({
  name: 'migrate',
  summary: 'Bring the database schema up to date.',
  details:
    'If several processes migrate at once, one works and the others wait. --status changes nothing, and its ' +
    'exit status says whether the schema is current (0) or not (4).',
  options: {
    status: parameter('--status', 'only show what would be applied', z.boolean().default(false)),
    down: parameter(
      '--down',
      'revert the newest migration, and delete its tables with their rows',
      z.boolean().default(false),
    ),
    yes: parameter('--yes', 'required with --down', z.boolean().default(false)),
  },
  examples: ['migrate', 'migrate --status --json'],
  async run(context, _args, options) {
    if (options.down && !options.yes) {
      throw new CliError('usage', '--down deletes tables and their rows; add --yes to do it');
    }
    const db = await context.database({ anySchema: true, create: !options.status && !options.down });
    if (options.status) {
      const { pending, refusal } = await schemaState(db);
      const current = pending.length === 0 && refusal === undefined;
      return {
        data: { current, pending, refusal: refusal ?? null },
        lines: [refusal ?? (current ? 'The schema is current.' : `Not applied yet: ${pending.join(', ')}`)],
        exit: current ? 'ok' : 'schema_not_current',
      };
    }
    if (options.down) {
      const reverted = await migrateDown(db);
      return { data: { reverted }, lines: [`Reverted: ${reverted.join(', ') || 'nothing'}`] };
    }
    const applied = await migrateUp(db);
    const notes = applied.length === 0 ? [] : await notesOnWorkspaces(db);
    return {
      data: { applied, server: db.serverVersion, notes },
      lines: [
        applied.length === 0
          ? 'The schema was already current.'
          : `Applied ${count(applied.length, 'migration')}: ${applied.join(', ')}`,
        ...notes,
      ],
    };
  },
});

/** What newer rules mean for stored data: ICPs written for older rules, and accounts that now count as one company. */
async function notesOnWorkspaces(db: Database): Promise<string[]> {
  const notes: string[] = [];
  for (const { id, name } of await listOrganizations(db)) {
    const icp = await openWorkspaceStore(db, id).usage.icp();
    const written: unknown = icp === undefined ? undefined : JSON.parse(icp.definition);
    if (written !== undefined) notes.push(...icpChanges(written).map((change) => `ICP of ${name}: ${change}`));
    const pairs = duplicatesOf(await namedAccounts(db, id)).length;
    if (pairs > 0) {
      notes.push(
        `${name}: ${count(pairs, 'pair')} of accounts look like one company. See them: leadlight account duplicates -w ${id}`,
      );
    }
  }
  return notes;
}
