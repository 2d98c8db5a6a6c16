/** The Account report resource. */
import { z } from 'zod';
import { companySizes } from '../../packages/reader/src';
import type { AccountRecord } from '../../src/store/reads/account-reads';
import type { AccountComment } from '../../src/store/reads/account-words';
import { bothEnds } from '../../src/shared/text/visible';
import { printDate, printDateOrNull } from '../dates';
import { said } from './comment';
import { timingOf } from './engagement';
import { showTierCounts, tierCounts, timing } from './lead';
import { nameOrNull } from './profile';
import { profileTypes, saidOf } from '../../src/shared/values';
import { count, oneOf, timestamp, timestampOrNull, uuid } from './values';
import { othersWords, othersWordsOrNull } from '../words-of-others';

/** Tenths, as stored, to a number with one decimal. */
export const fromTenths = (tenths: number | null) => (tenths === null ? null : tenths / 10);

export const accountSchema = z.strictObject({
  id: z.string().describe('Account id.'),
  name: othersWords('Name, as profiles write it.'),
  domain: z.string().nullable(),
  industry: othersWordsOrNull('Industry, by the label of the network.'),
  companySize: oneOf(companySizes, "Employees, in the network's nine ranges.").nullable(),
  leadCount: count('Active leads counted.'),
  averageIcpMatchPercent: z.number().nullable().describe('Average ICP match of those leads, one decimal.'),
  averageIntentScore: z.number().nullable().describe('Average intent of those leads, one decimal.'),
  tierCounts,
  hasQualifiedLead: z
    .boolean()
    .describe('Whether one of those leads is QUALIFIED or PRIORITY. If not, nobody there is worth a call yet.'),
  signalCount: count('Engagements of those leads.'),
  firstSignalAt: timestampOrNull('First engagement.'),
  latestSignalAt: timestampOrNull('Latest engagement. Of one without a date, when it was first seen.'),
  latestDatedSignalAt: timestampOrNull(
    'Latest engagement with a date. Null if none has one. If it is before latestSignalAt, nobody knows when the latest was.',
  ),
  undatedSignalCount: count('Engagements among them without a date (`timing` is observed). The trend leaves them out.'),
  trend: z
    .strictObject({
      signals14d: count('Signals of active leads in the last 14 days, by occurredAt, without those that have no date.'),
      previousSignals14d: count('Signals of active leads in the 14 days before that.'),
      newPeople14d: count('Active leads who first engaged in the last 14 days, at least once with a date.'),
    })
    .describe('Whether the account warms up. It counts all active leads, whatever the filters.'),
});

/** Longest excerpt of a comment in an answer about its account, in characters. */
const longestComment = 160;

export const latestComments = z
  .array(
    z.strictObject({
      leadId: uuid('Lead id, uuid.'),
      name: othersWordsOrNull('Who wrote it.'),
      title: othersWordsOrNull('Their job title.'),
      commentExcerpt: othersWordsOrNull('Its beginning and its end. Null without dataAccess.content.'),
      said,
      occurredAt: timestamp('When it was written. Without a date, when it was first seen.'),
      timing,
      postAuthor: othersWordsOrNull('Who wrote the post.'),
      postAuthorType: z
        .enum(profileTypes)
        .nullable()
        .describe(
          'Type of the watched profile whose post it is. Null if nobody watched, or without dataAccess.watchlist.',
        ),
    }),
  )
  .describe(
    'Latest comments of the ten people who engaged last: those of the last 45 days that ask, leave or object first, then the others, each newest first, and those without a date.',
  );

export const showComments = (rows: readonly AccountComment[]): z.input<typeof latestComments> =>
  rows.map((row) => ({
    leadId: row.lead_id,
    name: nameOrNull(row.display_name),
    title: row.title,
    commentExcerpt: bothEnds(row.comment_excerpt, longestComment),
    said: saidOf(row.comment_class),
    occurredAt: printDate(row.occurred_at),
    timing: timingOf(row),
    postAuthor: nameOrNull(row.post_author_name),
    postAuthorType: row.profile_type,
  }));

export function showAccount(row: AccountRecord): z.input<typeof accountSchema> {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    industry: row.industry,
    companySize: row.company_size,
    leadCount: row.lead_count,
    averageIcpMatchPercent: fromTenths(row.average_icp_tenths),
    averageIntentScore: fromTenths(row.average_intent_tenths),
    tierCounts: showTierCounts(row),
    hasQualifiedLead: row.qualified_count + row.priority_count > 0,
    signalCount: row.signal_count,
    firstSignalAt: printDateOrNull(row.first_signal_at),
    latestSignalAt: printDateOrNull(row.latest_signal_at),
    latestDatedSignalAt: printDateOrNull(row.latest_dated_at),
    undatedSignalCount: row.undated_count,
    trend: {
      signals14d: row.signals_14d,
      previousSignals14d: row.previous_signals_14d,
      newPeople14d: row.new_people_14d,
    },
  };
}
