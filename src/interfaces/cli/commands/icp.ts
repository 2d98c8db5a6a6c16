import { stringify } from 'yaml';
import { z } from 'zod';
import { wordFor } from '../../../shared/value-words';
import { action } from '../../../../tools/catalogue';
import { leadTiers } from '../../../rules/tier/tier';
import { previewIcp } from '../../../scoring/preview';
import { titleGaps, type TitleGaps } from '../../../scoring/title-gaps';
import { openWorkspaceStore } from '../../../store/facade/workspace-store';
import { countQueued } from '../../../store/writes/scoring-queue';
import { command, parameter, type CommandGroup } from '../command';
import { workspaceCommand } from '../workspace-command';
import { CliError } from '../exit-codes';
import { readIcpFile } from '../files';
import { operatorWorkspace } from '../operator';
import { progressOf } from '../progress';
import { count, tableLines, timestamp } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

/** How many movers the text output lists. JSON has all of them. */
const shownMovers = 20;

const file = parameter('<file>', 'YAML or JSON; examples/icp.yaml explains every field', z.string());

/** How many titles the text output offers. JSON has all of them. */
const shownOffers = 10;
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const languageName = (code: string) => languageNames.of(code) ?? code;

/** Where listed titles are not found, and which titles of own people could be added. */
function gapLines({ gaps, offers }: TitleGaps): string[] {
  return [
    ...gaps.map(({ title, languages }) => {
      const list = languages.map(({ code, people }) => `${languageName(code)} (${people})`).join(', ');
      return `"${title}" is not found in titles of your people in ${list}.`;
    }),
    ...(offers.length > 0
      ? ['Titles of your people like those, to add under titles, and whom each would take in:']
      : []),
    ...offers
      .slice(0, shownOffers)
      .map(
        ({ title, code, like, people, named }) =>
          `  "${title}" (${languageName(code)}, like "${like}"): ${count(people, 'lead')}, ${named.map(({ name }) => name).join(', ')}`,
      ),
  ];
}

const show = workspaceCommand({
  name: 'show',
  summary: 'Show the current ideal customer profile.',
  examples: ['icp show -w "Acme Sales" > icp.yaml'],
  async run({ db, organization, organizationId }) {
    const icp = await openWorkspaceStore(db, organizationId).usage.icp();
    if (!icp) throw new CliError('not_found', `${organization.name} has no ICP yet. Set one: leadlight icp set FILE`);
    const definition: unknown = JSON.parse(icp.definition);
    return {
      data: { organizationId, version: icp.version, setAt: timestamp(icp.created_at), definition },
      lines: [stringify(definition).trimEnd()],
    };
  },
});

const set = command({
  name: 'set',
  summary: 'Set the ideal customer profile and score all people again.',
  details:
    'Run `icp preview` first to see how tiers would move. Both say in which languages of your people a listed title is not found, and offer titles of theirs.',
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
    const titles = await titleGaps(db, organization.id, JSON.stringify(definition));
    return {
      data: { organizationId: organization.id, ...stored, scored, changes, titles },
      lines: [
        stored.changed
          ? `The ICP of ${organization.name} is now version ${stored.version}`
          : `The ICP of ${organization.name} already was version ${stored.version}`,
        `${count(scored.leadsNew + scored.leadsUpdated, 'lead')} scored again`,
        ...changes,
        ...gapLines(titles),
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
    const text = JSON.stringify(definition);
    const moved = await previewIcp(db, organization.id, text, Date.now());
    const titles = await titleGaps(db, organization.id, text);
    return {
      data: { organizationId: organization.id, ...moved, titles },
      lines: [
        `${count(moved.leads, 'lead')}; average match ${moved.averageIcpNow} now, ${moved.averageIcpThen} then`,
        'Rows: tier now. Columns: tier then.',
        ...tableLines(
          ['', ...leadTiers.map(wordFor)],
          leadTiers.map((from) => [wordFor(from), ...leadTiers.map((to) => moved.moves[from][to])]),
        ),
        ...moved.movers
          .slice(0, shownMovers)
          .map(
            ({ name, from, to, headline, reason }) =>
              `${name}: ${wordFor(from)} to ${wordFor(to)}. ${headline ?? ''} - ${reason}`,
          ),
        ...gapLines(titles),
      ],
    };
  },
});

export const icp: CommandGroup = {
  name: 'icp',
  summary: 'The ideal customer profile of a workspace.',
  commands: [show, set, preview],
};
