import { stringify } from 'yaml';
import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { leadTiers } from '../../../rules/qualification/tier';
import { previewIcp } from '../../../scoring/preview';
import { openWorkspaceStore } from '../../../store/workspace-store';
import { countQueued } from '../../../store/writes/scoring-queue';
import { command, parameter, type CommandGroup } from '../command';
import { CliError } from '../exit-codes';
import { readIcpFile } from '../files';
import { operatorWorkspace } from '../operator';
import { progressOf } from '../progress';
import { count, tableLines, timestamp } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

/** How many movers the text output lists. JSON has all of them. */
const shownMovers = 20;

const file = parameter('<file>', 'YAML or JSON; examples/icp.yaml explains every field', z.string());

const show = command({
  name: 'show',
  summary: 'Show the current ideal customer profile.',
  options: { workspace: workspaceOption },
  examples: ['icp show -w "Acme Sales" > icp.yaml'],
  async run(context, _args, options) {
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const icp = await openWorkspaceStore(db, organization.id).usage.icp();
    if (!icp) throw new CliError('not_found', `${organization.name} has no ICP yet. Set one: leadlight icp set FILE`);
    const definition: unknown = JSON.parse(icp.definition);
    return {
      data: { organizationId: organization.id, version: icp.version, setAt: timestamp(icp.created_at), definition },
      lines: [stringify(definition).trimEnd()],
    };
  },
});

const set = command({
  name: 'set',
  summary: 'Set the ideal customer profile and score all people again.',
  details: 'Run `icp preview` first to see how tiers would move.',
  arguments: { file },
  options: { workspace: workspaceOption },
  examples: ['icp set examples/icp.yaml -w "Acme Sales"'],
  async run(context, args, options) {
    const changes: string[] = [];
    const definition = await readIcpFile(args.file, (change) => changes.push(change));
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const stored = await action.setIcp.act(workspace, { definition });
    const progress = progressOf(context, 'people scored');
    const people = await countQueued(db, organization.id);
    const scored = await workspace.scoreQueue((done) => progress.update(done, Math.max(done, people)));
    progress.end();
    return {
      data: { organizationId: organization.id, ...stored, scored, changes },
      lines: [
        stored.changed
          ? `The ICP of ${organization.name} is now version ${stored.version}`
          : `The ICP of ${organization.name} already was version ${stored.version}`,
        `${count(scored.leadsNew + scored.leadsUpdated, 'lead')} scored again`,
        ...changes,
      ],
    };
  },
});

const preview = command({
  name: 'preview',
  summary: 'Show how tiers would change under another profile. Changes nothing.',
  arguments: { file },
  options: { workspace: workspaceOption },
  examples: ['icp preview examples/icp.yaml -w "Acme Sales"'],
  async run(context, args, options) {
    const definition = await readIcpFile(args.file);
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const moved = await previewIcp(db, organization.id, JSON.stringify(definition), Date.now());
    return {
      data: { organizationId: organization.id, ...moved },
      lines: [
        `${count(moved.leads, 'lead')}; average match ${moved.averageIcpNow} now, ${moved.averageIcpThen} then`,
        'Rows: tier now. Columns: tier then.',
        ...tableLines(
          ['', ...leadTiers],
          leadTiers.map((from) => [from, ...leadTiers.map((to) => moved.moves[from][to])]),
        ),
        ...moved.movers
          .slice(0, shownMovers)
          .map(({ name, from, to, headline, reason }) => `${name}: ${from} to ${to}. ${headline ?? ''} - ${reason}`),
      ],
    };
  },
});

export const icp: CommandGroup = {
  name: 'icp',
  summary: 'The ideal customer profile of a workspace.',
  commands: [show, set, preview],
};
