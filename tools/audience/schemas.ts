/** Output of the audience operations. Applies the privacy rules between stored counts and answers. */
import { z } from 'zod';
import type { Workspace } from '../../src/workspace/workspace';
import { othersWords } from '../words-of-others';
import { audienceWindows, breakdowns } from '../../src/rules/audience/buckets';
import { isLargeEnough, roundedDown, type PrivacyRules } from '../../src/rules/audience/privacy';
import type { DiscoveryRow } from '../../src/store/tables/discovery';
import { discoveryFailures, discoveryStatuses } from '../../src/store/tables/discovery';
import { printDate, printDateOrNull } from '../dates';
import { oneOf, timestamp, timestampOrNull, uuid } from '../schemas/values';

export const windowField = z.enum(audienceWindows).default('30d').describe('Period that ends with the snapshot.');
export const breakdownField = z
  .enum(breakdowns)
  .default('title')
  .describe('How people are grouped. title is seniority and function, location is country.');

export const buckets = z
  .array(
    z.strictObject({
      bucket: othersWords(
        'Name of the group. `Other` sums groups too small to show, `Unknown` people whose value is unknown.',
      ),
      percent: z.int().describe('Share of the audience in whole percent, of counts rounded to the nearest two groups.'),
    }),
  )
  .describe('Shares in whole percent, largest first. Other sums groups too small to show. An empty list is withheld.');

export const coverage = z
  .strictObject({
    reportedEngagers: z.int().nullable().describe('Rounded down. Null if unknown.'),
    analysedPeople: z.int().nullable().describe('Rounded down.'),
    percent: z.int().nullable().describe('Whole percent.'),
  })
  .describe('Share of the audience that the figures are based on.');

export const privacy = z
  .strictObject({
    minimumGroupSize: z.int().describe('Fewest people in a shown group. Counts are rounded down to multiples of it.'),
    minimumAudience: z.int().describe('Smallest audience that is shown.'),
    suppressed: z.boolean().describe('Whether groups were folded or withheld.'),
  })
  .describe('The privacy rules in force.');

export const computedAt = timestampOrNull('When it was counted, at most once a day.');

export const showPrivacy = (rules: PrivacyRules, suppressed: boolean): z.input<typeof privacy> => ({
  minimumGroupSize: rules.minimumGroup,
  minimumAudience: rules.minimumAudience,
  suppressed,
});

export function showCoverage(reported: number | null, analysed: number, rules: PrivacyRules): z.input<typeof coverage> {
  const people = roundedDown(analysed, rules);
  const all = reported === null ? null : Math.max(people, roundedDown(reported, rules));
  return {
    reportedEngagers: all,
    analysedPeople: people,
    percent: all === null || all === 0 ? null : Math.floor((people * 100) / all),
  };
}

export const nothingCovered = { reportedEngagers: null, analysedPeople: null, percent: null };

const moments = {
  createdAt: timestamp('When it was requested.'),
  startedAt: timestampOrNull('When it started.'),
  finishedAt: timestampOrNull('When it ended.'),
};
const status = z.enum(discoveryStatuses).describe('QUEUED and RUNNING are active. The others have ended.');
const discoveryId = uuid('Discovery id.');

/** A discovery as shown with a post's audience. It contains no counts of people. */
export const discoverySummary = z.strictObject({ discoveryId, status, ...moments });

const momentsOf = (row: DiscoveryRow) => ({
  createdAt: printDate(row.created_at),
  startedAt: printDateOrNull(row.started_at),
  finishedAt: printDateOrNull(row.finished_at),
});

export const showDiscoverySummary = (row: DiscoveryRow): z.input<typeof discoverySummary> => ({
  discoveryId: row.id,
  status: row.status,
  ...momentsOf(row),
});

const credits = z
  .strictObject({
    held: z.int().describe('Set aside for this discovery.'),
    consumed: z.int().describe('Paid for this discovery. Unused credits come back when it ends.'),
    available: z.int().describe('Credits that the workspace may still use.'),
  })
  .describe('Credits. One credit pays for one person.');

export const discovery = z.strictObject({
  discoveryId,
  postUrn: z.string().describe('URN of the post as first requested.'),
  status,
  replayed: z.boolean().describe('True if the discovery already existed and this request queued nothing.'),
  credits,
  ...moments,
});

export const discoveryInFull = z.strictObject({
  ...discovery.shape,
  progress: z.strictObject({
    percent: z.int().describe('0 to 100. An estimate while it runs.'),
    peopleFound: z.int().describe('Different people found, each paid for once.'),
    peopleQualified: z
      .int()
      .nullable()
      .describe(
        'Active QUALIFIED and PRIORITY leads among them now. 0 while it runs. Without dataAccess.leads it is rounded down, and null for few people.',
      ),
  }),
  failure: z
    .strictObject({ code: z.enum(discoveryFailures), message: z.string() })
    .nullable()
    .describe('Why it failed. Null unless FAILED.'),
  stopReason: oneOf(
    ['credits_exhausted', 'limit', 'cancelled'],
    'Why it ended before it collected everything.',
  ).nullable(),
});

const failureCode = (stored: string) => discoveryFailures.find((code) => code === stored) ?? 'internal_error';

export async function showDiscovery(
  workspace: Pick<Workspace, 'store'>,
  row: DiscoveryRow,
  replayed: boolean,
): Promise<z.input<typeof discovery>> {
  const { available } = await workspace.store.audience.credits();
  return {
    discoveryId: row.id,
    postUrn: row.post_urn,
    status: row.status,
    replayed,
    credits: { held: row.credits_held, consumed: row.credits_consumed, available },
    ...momentsOf(row),
  };
}

export async function showInFull(
  workspace: Pick<Workspace, 'store' | 'dataAccess' | 'audience'>,
  row: DiscoveryRow,
): Promise<z.input<typeof discoveryInFull>> {
  return {
    ...(await showDiscovery(workspace, row, true)),
    progress: { percent: row.percent, peopleFound: row.people_found, peopleQualified: qualifiedOf(workspace, row) },
    failure:
      row.failure_code === null ? null : { code: failureCode(row.failure_code), message: row.failure_message ?? '' },
    stopReason: row.stop_reason,
  };
}

/** The number of people found is exact, because it was paid for. How many of them qualified follows the audience rules. */
function qualifiedOf(
  { dataAccess, audience: { rules } }: Pick<Workspace, 'dataAccess' | 'audience'>,
  row: DiscoveryRow,
) {
  if (dataAccess.leads) return row.people_qualified;
  return isLargeEnough(row.people_found, rules) ? roundedDown(row.people_qualified, rules) : null;
}
