/** The command that shows one lead and the reasons for its tier. */
import { z } from 'zod';
import { wordFor } from '../../../shared/value-words';
import { query } from '../../../../tools/catalogue';
import { criterionLine } from '../../../rules/fit/criterion-name';
import { inLine } from '../../../shared/text/visible';
import { workspaceCommand } from '../workspace-command';
import { leadArgument } from '../lead-argument';

/** What is printed of a lead in a list too. */
export const leadParts = {
  profile: z.looseObject({
    displayName: z.string().nullable(),
    headline: z.string().nullable(),
    title: z.string().nullable(),
    companyName: z.string().nullable(),
    profileUrl: z.string().nullable(),
  }),
  contact: z.looseObject({ email: z.string().nullable() }).nullable(),
  icpMatchPercent: z.number().nullable(),
  intentScore: z.number().nullable(),
  leadTier: z.string(),
  tierReason: z.string().nullable(),
};

const shown = z.looseObject({
  ...leadParts,
  wouldBePriorityIf: z.array(z.string()).nullable(),
  scoring: z
    .looseObject({
      icp: z.array(
        z.looseObject({ criterion: z.string(), outcome: z.enum(['match', 'mismatch', 'unknown']), detail: z.string() }),
      ),
      intent: z.array(
        z.looseObject({
          type: z.string(),
          occurredAt: z.string(),
          said: z.string().nullable(),
          saidBy: z.string().nullable(),
          saidConfidence: z.number().nullable(),
          excerpt: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
});
type Shown = z.output<typeof shown>;

/** Number of printed engagements: those that count most. */
const mostEngagements = 5;

export const showCommand = workspaceCommand({
  name: 'show',
  summary: 'Show one lead, the reasons for its tier, and what it lacks for PRIORITY: GET /customer/leads/{leadId}.',
  arguments: { lead: leadArgument },
  examples: ['lead show 0198c0de-0000-7000-8000-000000000000'],
  async run({ workspace }, args) {
    const { data } = await query.getLead.ask(workspace, { leadId: args.lead });
    return { data, lines: linesOf(shown.parse(data)) };
  },
});

function linesOf(lead: Shown): string[] {
  const { profile, scoring } = lead;
  const job = [profile.title, profile.companyName].filter(Boolean).join(', ');
  const headline = profile.headline === null ? null : inLine(profile.headline, 200);
  const criteria = scoring?.icp.map((one) => `  ${criterionLine(one)}`) ?? [];
  const engagements =
    scoring?.intent.slice(0, mostEngagements).map(({ type, occurredAt, said, saidBy, saidConfidence, excerpt }) => {
      const by = saidBy === null ? '' : ` (read by ${saidBy}, ${saidConfidence ?? 0} by the built-in reader)`;
      const words = excerpt === null ? '' : ` ${inLine(excerpt, 200)}`;
      return `  ${occurredAt.slice(0, 10)} ${said ?? type.toLowerCase()}${by}${words}`;
    }) ?? [];
  return [
    `${profile.displayName ?? 'Name unknown'}${job === '' ? '' : ` - ${job}`} (${wordFor(lead.leadTier)})`,
    ...[headline, lead.contact?.email, profile.profileUrl].filter((line) => typeof line === 'string'),
    ...(lead.tierReason === null ? [] : [`Why: ${lead.tierReason}`]),
    ...(lead.wouldBePriorityIf ?? []).map((gap) => `For PRIORITY it lacks: ${gap}`),
    ...(criteria.length === 0 ? [] : [`Fit: ${lead.icpMatchPercent ?? '-'} %`, ...criteria]),
    ...(engagements.length === 0 ? [] : [`Intent: ${lead.intentScore ?? '-'}`, ...engagements]),
  ];
}
