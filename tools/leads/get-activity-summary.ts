import { z } from 'zod';
import { oneLine } from '../../src/shared/text/visible';
import { commentClasses, engagementTypes, leadTiers } from '../../src/shared/values';
import { invalid } from '../../src/shared/errors';
import { mostSignals, type Activity, type Compared, type Periods } from '../../src/store/reads/activity-reads';
import { printDate } from '../dates';
import { defineQuery } from '../define';
import { dateRange, input } from '../fields';
import { leadTier } from '../schemas/lead';
import { nameOrNull } from '../schemas/profile';
import { address, count, timestamp, uuid } from '../schemas/values';
import { othersWords, othersWordsOrNull } from '../words-of-others';
import * as examples from '../examples';

const day = 86_400_000;
const usualDays = 7;
const mostDays = 92;
/** Longest excerpt of a post, enough to recognise it. */
const longestExcerpt = 80;

const comparedSchema = z.strictObject({
  now: count('In the period.'),
  before: count('In the period before.'),
});
const compared = comparedSchema.describe('In the period, and in the one before.');

/** A count for each value, under the values' names. */
const each = (values: readonly string[], description: string) =>
  z.strictObject(Object.fromEntries(values.map((value) => [value, comparedSchema]))).describe(description);

const period = (description: string) =>
  z.strictObject({ from: timestamp('Start.'), to: timestamp('End, inclusive.') }).describe(description);

const signalKinds = ['like', 'comment', 'repost'] as const;

export const getActivitySummary = defineQuery({
  name: 'get_activity_summary',
  title: 'Compare two periods',
  description:
    'Compares two periods, such as this week with last week or with last month: signals, what comments said, new leads by tier, leads moved up or down, and the most active accounts, posts and people, each now and before. The last seven days unless dates are given.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/activity-summary',
    tag: 'Leads',
    resource: 'ActivitySummary',
    example: examples.activitySummary,
  },
  input: input(dateRange('day of the period')),
  output: z.strictObject({
    period: period('The period.'),
    previous: period('The one before.'),
    signals: z
      .strictObject({ like: compared, comment: compared, repost: compared })
      .describe('Engagements of leads of every disposition, as {list_signals} lists them.'),
    withoutExactTime: compared.describe(
      'Signals among them whose time the source does not say (`timing` is not exact). They happened then or earlier, so where they are many, the periods compare when files were made.',
    ),
    undated: compared.describe(
      'Signals among them that have no date (`timing` is observed), by the day on which they were first seen.',
    ),
    said: each(commentClasses, 'Comments among them, by class.'),
    newLeads: each(leadTiers, 'Active leads who engaged for the first time, by their current tier.'),
    moved: z.strictObject({ up: compared, down: compared }).describe('Moves from one tier to a better or a worse one.'),
    topAccounts: z
      .array(z.strictObject({ id: z.string().describe('Account id.'), name: othersWords('Name.'), signals: compared }))
      .describe(
        'Accounts with the most signals of active leads in the period, without UNQUALIFIED ones. At most five.',
      ),
    topPosts: z
      .array(
        z.strictObject({
          id: uuid('Post id, uuid.'),
          url: address('Address of the post.').nullable(),
          authorName: othersWordsOrNull('Who wrote it.'),
          excerpt: othersWordsOrNull('Its beginning. Null without dataAccess.content.'),
          signals: compared,
        }),
      )
      .describe('Posts with the most signals in the period. At most five.'),
    topPeople: z
      .array(
        z.strictObject({
          id: uuid('Lead id, uuid.'),
          name: othersWordsOrNull('Name.'),
          title: othersWordsOrNull('Job title.'),
          company: othersWordsOrNull('Current company.'),
          leadTier,
          signals: compared,
        }),
      )
      .describe('Active leads with the most signals in the period, without UNQUALIFIED ones. At most five.'),
  }),
  async run({ store }, { dateFrom, dateTo }) {
    const periods = periodsOf(dateFrom, dateTo, Date.now());
    if (!(await store.activity.isReadable(periods))) {
      throw invalid({
        path: 'dateFrom',
        message: `the two periods hold more than ${mostSignals} signals; choose a shorter period`,
      });
    }
    const print = ({ from, to }: Periods['now']) => ({ from: printDate(from), to: printDate(to) });
    return { period: print(periods.now), previous: print(periods.before), ...show(await store.activity.of(periods)) };
  },
});

/**
 * The requested period, in whole milliseconds, and the one before.
 * @throws OperationError `validation_failed` when it is empty or too long.
 */
function periodsOf(dateFrom: number | undefined, dateTo: number | undefined, clock: number): Periods {
  const today = Math.floor(clock / day) * day;
  const to = Math.floor(dateTo ?? (dateFrom === undefined ? today - 1 : clock));
  const from = Math.ceil(dateFrom ?? to + 1 - usualDays * day);
  const length = to - from + 1;
  if (length < 1) throw invalid({ path: 'dateFrom', message: 'must not be in the future' });
  if (length > mostDays * day)
    throw invalid({ path: 'dateFrom', message: `the period must not be longer than ${mostDays} days` });
  return { now: { from, to }, before: { from: from - length, to: from - 1 } };
}

const nothing: Compared = { now: 0, before: 0 };

/** All values with their counts, including zeros. */
function filled<Value extends string>(
  values: readonly Value[],
  counts: ReadonlyMap<Value, Compared>,
): Record<Value, Compared> {
  const entries = values.map((value): [Value, Compared] => [value, counts.get(value) ?? nothing]);
  // The entries have exactly these values as keys.
  return Object.fromEntries(entries) as Record<Value, Compared>;
}

const signalsOf = ({ now, before }: Compared): Compared => ({ now, before });

function show(activity: Activity) {
  const kinds = new Map(
    engagementTypes.flatMap((type, at) => {
      const kind = signalKinds[at];
      const counted = activity.signals.get(type);
      return kind && counted ? [[kind, counted] as const] : [];
    }),
  );
  return {
    signals: filled(signalKinds, kinds),
    withoutExactTime: activity.withoutExactTime,
    undated: activity.undated,
    said: filled(commentClasses, activity.said),
    newLeads: filled(leadTiers, activity.newLeads),
    moved: activity.moved,
    topAccounts: activity.topAccounts.map((one) => ({ id: one.id, name: one.name, signals: signalsOf(one) })),
    topPosts: activity.topPosts.map((one) => ({
      id: one.id,
      url: one.url,
      authorName: nameOrNull(one.author_name),
      excerpt: one.excerpt === null ? null : oneLine(one.excerpt, longestExcerpt),
      signals: signalsOf(one),
    })),
    topPeople: activity.topPeople.map((one) => ({
      id: one.id,
      name: nameOrNull(one.display_name),
      title: one.title,
      company: one.company_name,
      leadTier: one.lead_tier,
      signals: signalsOf(one),
    })),
  };
}
