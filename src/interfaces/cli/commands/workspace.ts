import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import {
  countOrganization,
  findOrganization,
  listOrganizations,
  type OrganizationRow,
} from '../../../store/access/organizations';
import { command, parameter, type CommandGroup } from '../command';
import { CliError, missing } from '../exit-codes';
import { newId } from '../../../database/new-id';
import { operatorWorkspace } from '../operator';
import { count, tableLines, timestamp } from '../text';
import { resolveWorkspace } from '../workspace-option';

const workspaceName = z.string().trim().min(1).max(200);
const named = parameter('<workspace>', 'id or name of the workspace', z.string());

function shown(row: OrganizationRow) {
  return { organizationId: row.id, name: row.name, createdAt: timestamp(row.created_at) };
}

const create = command({
  name: 'create',
  summary: 'Create a workspace.',
  arguments: { name: parameter('<name>', 'its name; unique', workspaceName) },
  examples: ['workspace create "Acme Sales"'],
  async run(context, { name }) {
    const db = await context.database();
    const { organizationId } = await action.createWorkspace.act(operatorWorkspace(context, db, newId()), { name });
    const row = await findOrganization(db, organizationId);
    if (!row) throw new Error('the new workspace was not found');
    return { data: shown(row), lines: [`Created workspace ${row.name}`, `id  ${row.id}`] };
  },
});

const list = command({
  name: 'list',
  summary: 'List the workspaces.',
  examples: ['workspace list --json'],
  async run(context) {
    const rows = (await listOrganizations(await context.database())).map(shown);
    return {
      data: { workspaces: rows },
      lines: tableLines(
        ['ID', 'NAME', 'CREATED'],
        rows.map((row) => [row.organizationId, row.name, row.createdAt]),
      ),
    };
  },
});

const show = command({
  name: 'show',
  summary: 'Show a workspace and how much it holds.',
  arguments: {
    workspace: parameter(
      '[workspace]',
      'id or name of the workspace; may be left out when there is only one',
      z.string().optional(),
    ),
  },
  examples: ['workspace show', 'workspace show "Acme Sales"'],
  async run(context, { workspace }) {
    const db = await context.database();
    const row = await resolveWorkspace(db, workspace, '<workspace>');
    const counts = await countOrganization(db, row.id);
    return {
      data: { ...shown(row), counts },
      lines: [
        `${row.name}  ${row.id}`,
        ...tableLines(
          ['', ''],
          Object.entries(counts).map(([what, n]: [string, number]) => [what, n]),
        ).slice(1),
      ],
    };
  },
});

const rename = command({
  name: 'rename',
  summary: 'Rename a workspace.',
  arguments: { workspace: named, name: parameter('<new name>', 'its new name; unique', workspaceName) },
  examples: ['workspace rename "Acme Sales" "Acme Revenue"'],
  async run(context, { workspace, name }) {
    const db = await context.database();
    const row = await findOrganization(db, workspace);
    if (!row) throw missing('workspace', workspace);
    await action.renameWorkspace.act(operatorWorkspace(context, db, row.id), { name });
    return { data: shown({ ...row, name }), lines: [`Renamed ${row.name} to ${name}`] };
  },
});

const remove = command({
  name: 'delete',
  summary: 'Delete a workspace with everything in it.',
  details:
    'Keys and connections end at once. Members who belong to no other workspace are deleted too. This cannot be undone. After a ' +
    'crash the worker finishes it. Run `privacy purge` afterwards to rewrite the files of the database.',
  arguments: { workspace: named },
  options: {
    yesDeleteEverything: parameter(
      '--yes-delete-everything',
      'confirms the deletion; no question is asked',
      z.boolean().default(false),
    ),
  },
  examples: ['workspace delete "Acme Sales" --yes-delete-everything'],
  async run(context, { workspace }, { yesDeleteEverything }) {
    const db = await context.database();
    const row = await findOrganization(db, workspace);
    if (!row) throw missing('workspace', workspace);
    if (!yesDeleteEverything)
      throw new CliError('usage', `this deletes everything in ${row.name}; add --yes-delete-everything`);
    const handle = operatorWorkspace(context, db, row.id);
    const data = await action.deleteWorkspace.act(handle, { confirm: true });
    return {
      data: { ...data, rows: handle.deletion.removed() },
      lines: [`Deleted ${row.name}: ${count(handle.deletion.removed(), 'row')}`],
    };
  },
});

export const workspace: CommandGroup = {
  name: 'workspace',
  summary: 'Workspaces: create, show, rename, delete.',
  commands: [create, list, show, rename, remove],
};
