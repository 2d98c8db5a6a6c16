import { z } from 'zod';
import { action, query } from '../../../../tools/catalogue';
import { dispositions } from '../../../shared/values';
import { command, parameter, type CommandGroup } from '../command';
import { limitOption } from '../list-command';
import { workspaceCommand } from '../workspace-command';
import { CliError } from '../exit-codes';
import { leadWork, ownerOf } from './lead-work';
import { filtersOf } from '../filters';
import { leadArgument } from '../lead-argument';
import { operatorWorkspace } from '../operator';
import { openWorkspaceStore } from '../../../store/facade/workspace-store';
import { activityCommand, countCommand } from './lead-figures';
import { leadParts, showCommand } from './lead-show';
import { wordFor } from '../../../shared/value-words';
import { csvLine } from '../../../shared/text/csv';
import { inLine } from '../../../shared/text/visible';
import { noCustomerProfile, tableLines } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const filters = filtersOf(query.listLeads, ['limit', 'cursor', 'view']);
const contactFilters = filtersOf(query.findPeopleToContact, ['limit']);

/** The columns of a line in the list. */
const listed = z.looseObject({
  id: z.string(),
  ...leadParts,
  disposition: z.string(),
  ownerId: z.string().nullable(),
  signalCount: z.number(),
  lastSignalAt: z.string(),
});
type Listed = z.output<typeof listed>;
const page = z.object({ data: z.array(listed), page: z.object({ nextCursor: z.string().nullable() }) });

const list = command({
  name: 'list',
  summary: 'List leads, latest engagement first, with the filters of GET /customer/leads.',
  details: 'Lists are comma-separated; put a value with a comma in double quotes. Dates are YYYY-MM-DD or RFC 3339.',
  options: {
    workspace: workspaceOption,
    ...filters.options,
    limit: limitOption(100_000, 50),
    csv: parameter('--csv', 'print CSV for a spreadsheet', z.boolean().default(false)),
  },
  examples: [
    'lead list --lead-tier PRIORITY,QUALIFIED --date-from 2026-11-01',
    'lead list --company-names "Acme, Inc." --limit 1000 --csv > leads.csv',
  ],
  async run(context, _args, options) {
    if (options.csv && context.json) throw new CliError('usage', 'use either --csv or --json');
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const workspace = operatorWorkspace(context, db, organization.id);
    const input = filters.input(options);
    const leads: Listed[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && leads.length < options.limit) {
      const limit = Math.min(100, options.limit - leads.length);
      const asked = { ...input, limit, ...(cursor === undefined ? {} : { cursor }) };
      const answer = page.parse(
        await query.listLeads.ask(workspace, asked).catch((error: unknown) => {
          throw filters.inFlags(error);
        }),
      );
      leads.push(...answer.data);
      cursor = answer.page.nextCursor;
    }
    const more = cursor !== null;
    return {
      data: { organizationId: organization.id, leads, more },
      lines: options.csv ? csvOf(leads) : tableOf(leads, more),
    };
  },
});

function tableOf(leads: readonly Listed[], more: boolean): string[] {
  const lines = tableLines(
    ['NAME', 'COMPANY', 'TIER', 'WHY', 'ICP', 'INTENT', 'SIGNALS', 'LAST SIGNAL', 'ID'],
    leads.map((lead) => [
      lead.profile.displayName,
      lead.profile.companyName,
      wordFor(lead.leadTier),
      lead.tierReason,
      lead.icpMatchPercent,
      lead.intentScore,
      lead.signalCount,
      lead.lastSignalAt,
      lead.id,
    ]),
  );
  return more ? [...lines, `There are more; --limit shows up to 100000.`] : lines;
}

function csvOf(leads: readonly Listed[]): string[] {
  const columns: readonly (readonly [string, (lead: Listed) => string | number | null])[] = [
    ['id', (lead) => lead.id],
    ['displayName', (lead) => lead.profile.displayName],
    ['headline', (lead) => lead.profile.headline],
    ['title', (lead) => lead.profile.title],
    ['companyName', (lead) => lead.profile.companyName],
    ['email', (lead) => lead.contact?.email ?? null],
    ['profileUrl', (lead) => lead.profile.profileUrl],
    ['leadTier', (lead) => lead.leadTier],
    ['tierReason', (lead) => lead.tierReason],
    ['icpMatchPercent', (lead) => lead.icpMatchPercent],
    ['intentScore', (lead) => lead.intentScore],
    ['disposition', (lead) => lead.disposition],
    ['ownerId', (lead) => lead.ownerId],
    ['signalCount', (lead) => lead.signalCount],
    ['lastSignalAt', (lead) => lead.lastSignalAt],
  ];
  return [columns.map(([name]) => name), ...leads.map((lead) => columns.map(([, value]) => value(lead)))].map(csvLine);
}

/** The printed parts of a person to contact. */
const toContact = z.object({
  data: z.array(
    z.looseObject({
      displayName: z.string().nullable(),
      title: z.string().nullable(),
      companyName: z.string().nullable(),
      profileUrl: z.string().nullable(),
      leadTier: z.string(),
      contact: z.looseObject({ email: z.string().nullable() }).nullable(),
      reasons: z.looseObject({
        whyFit: z.array(z.string()).nullable(),
        whyNow: z.array(z.string()),
        quotedText: z.looseObject({ comment: z.string().nullable() }),
      }),
    }),
  ),
});
type ToContact = z.output<typeof toContact>['data'][number];

const contact = workspaceCommand({
  name: 'contact',
  summary: 'Show whom to contact first, and why: GET /customer/leads/to-contact.',
  details: 'Best first, each with tier, what fits, recent engagement, and the link to their profile.',
  options: {
    ...contactFilters.options,
    limit: parameter('--limit <n>', 'how many people, 1 to 25', z.coerce.number().int().min(1).max(25).default(5)),
  },
  examples: ['lead contact', 'lead contact --limit 10 --since 2026-11-01 --topic forecast'],
  async run({ db, organizationId, workspace }, _args, options) {
    const answer = await query.findPeopleToContact
      .ask(workspace, { ...contactFilters.input(options), limit: options.limit })
      .catch((error: unknown) => {
        throw contactFilters.inFlags(error);
      });
    const { data: people } = toContact.parse(answer);
    const hasIcp = people.length > 0 || (await openWorkspaceStore(db, organizationId).usage.icp()) !== undefined;
    const nobody = hasIcp ? 'Nobody yet: no active lead fits and shows interest.' : noCustomerProfile;
    return {
      data: { organizationId, people },
      lines: people.length === 0 ? [nobody] : people.flatMap((person, i) => contactLines(person, i + 1)),
    };
  },
});

function contactLines(person: ToContact, place: number): string[] {
  const { whyFit, whyNow, quotedText } = person.reasons;
  const [first, ...others] = whyNow;
  // Words of a stranger: on a separate line, in quotation marks that they cannot close.
  const comment = quotedText.comment === null ? null : inLine(quotedText.comment, 280);
  const job = [person.title, person.companyName].filter(Boolean).join(', ');
  const detail = [first, comment, ...others, ...(whyFit ?? []), person.contact?.email, person.profileUrl];
  return [
    `${place}. ${person.displayName ?? 'Name unknown'}${job === '' ? '' : ` - ${job}`} (${wordFor(person.leadTier)})`,
    ...detail.filter((line) => typeof line === 'string').map((line) => `   ${line}`),
  ];
}

const set = command({
  name: 'set',
  summary: "Set a lead's disposition or owner.",
  details:
    'To change many leads at once, import a generic CSV with the columns kind=lead, profileUrl, disposition, ownerEmail.',
  arguments: { lead: leadArgument },
  options: {
    workspace: workspaceOption,
    disposition: parameter(
      '--disposition <disposition>',
      'ACTIVE, CLIENT or BAD_LEAD',
      z.enum(dispositions, 'must be ACTIVE, CLIENT or BAD_LEAD').optional(),
    ),
    owner: parameter('--owner <email>', 'an active member of the workspace, or none', z.string().optional()),
  },
  examples: [
    'lead set 0198c0de-0000-7000-8000-000000000000 --disposition CLIENT',
    'lead set 0198c0de-0000-7000-8000-000000000000 --owner ada@example.com',
  ],
  async run(context, args, options) {
    if (options.disposition === undefined && options.owner === undefined) {
      throw new CliError('usage', 'use --disposition, --owner or both');
    }
    const db = await context.database();
    const organization = await resolveWorkspace(db, options.workspace);
    const ownerId = options.owner === undefined ? undefined : await ownerOf(db, organization.id, options.owner);
    const workspace = operatorWorkspace(context, db, organization.id);
    const { disposition } = options;
    const data = await action.decideLead.act(workspace, { leadId: args.lead, disposition, ownerId });
    const said = [options.disposition && wordFor(options.disposition), options.owner && `owner ${options.owner}`]
      .filter(Boolean)
      .join(', ');
    return { data, lines: [`Lead ${args.lead}: ${said}`] };
  },
});

export const lead: CommandGroup = {
  name: 'lead',
  summary: 'Leads, and decisions about them.',
  commands: [list, showCommand, countCommand, activityCommand, contact, set, ...leadWork],
};
