import { z } from 'zod';
import { fitGrades } from '../../src/shared/values';
import { bothEnds, oneLine } from '../../src/shared/text/visible';
import { refusedPriorities } from '../../src/rules/tier/tier';
import type { LatestRecord } from '../../src/store/reads/engagement-reads';
import { instant, printDate, printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import { input, searchText } from '../fields';
import {
  contactSchema,
  criteriaOf,
  lastDatedSignalAt,
  leadTier,
  ownerSchema,
  score,
  showContact,
  showOwner,
  showTierWords,
  tierWords,
  timing,
} from '../schemas/lead';
import { timingOf } from '../schemas/engagement';
import { nameOrNull } from '../schemas/profile';
import { address, timestamp, uuid } from '../schemas/values';
import { othersWords, othersWordsOrNull } from '../words-of-others';
import { askersTogether } from './askers-together';
import { strongestComments, unknownOf, whyFit, whyNow, type Doings } from './contact-words';
import { ownerIds, ownersOf } from './owner-filter';
import * as examples from '../examples';

/** How many of a person's latest engagements, and of their latest comments, the reasons are based on. */
const lookedAt = 12;

const text = (description: string) => z.string().nullable().describe(description);
const sentences = (description: string) => z.array(z.string()).describe(description);

const comment = (description: string) =>
  z
    .strictObject({
      excerpt: othersWordsOrNull('Its beginning. Null without dataAccess.content.'),
      occurredAt: timestamp('When it was written. Without a date, when it was first seen.'),
      timing,
      post: z.strictObject({
        id: uuid('Post id.'),
        url: address('Address of the post.').nullable(),
        excerpt: othersWordsOrNull('Its beginning. Null without dataAccess.content.'),
        authorName: othersWordsOrNull('Who wrote it.'),
      }),
    })
    .nullable()
    .describe(description);

const showComment = (row: LatestRecord): z.input<ReturnType<typeof comment>> => ({
  excerpt: row.comment_excerpt,
  occurredAt: printDate(row.occurred_at),
  timing: timingOf(row),
  post: {
    id: row.post_id,
    url: row.post_url,
    excerpt: row.post_excerpt,
    authorName: nameOrNull(row.post_author_name),
  },
});

/** Longest quotation of a comment, and of a name, in characters. */
const longestQuote = 160;
const longestName = 80;

/** An address that is known not to work counts as missing. `unknown` then says that a valid one is needed. */
const reachable = (contact: ReturnType<typeof showContact>): ReturnType<typeof showContact> =>
  contact.emailStatus === 'INVALID' ? { ...contact, email: null } : contact;

const person = z.strictObject({
  leadId: uuid('Lead id, uuid.'),
  displayName: othersWordsOrNull('Name.'),
  title: othersWordsOrNull('Job title, or the headline if no title is known.'),
  companyName: othersWordsOrNull('Current company.'),
  country: text('ISO 3166-1 alpha-2 code.'),
  profileUrl: address('Address of the profile.').nullable(),
  contact: contactSchema,
  leadTier,
  tierReason: tierWords.tierReason,
  wouldBePriorityIf: tierWords.wouldBePriorityIf,
  fitGrade: z.enum(fitGrades).nullable().describe('Fit, where A is best. Null without dataAccess.icp.'),
  icpMatchPercent: score('Match with the ideal customer profile.'),
  intentScore: score('Intent.'),
  lastSignalAt: timestamp('Latest engagement. Of one without a date, when it was first seen.'),
  lastDatedSignalAt,
  owner: ownerSchema,
  reasons: z.strictObject({
    whyFit: sentences('What fits and what does not. Null without dataAccess.icp.').nullable(),
    whyNow: sentences('What they did recently, strongest first.'),
    quotedText: z
      .strictObject({
        comment: othersWordsOrNull(
          'The comment that counts most, on one line, beginning and end if it is long. Null without dataAccess.content.',
        ),
        postAuthors: z.array(othersWords('Name.')).describe('Authors of the posts in whyNow.'),
        colleagues: z.array(othersWords('Name.')).describe('Colleagues who are in this answer.'),
      })
      .describe('Quotes from other people behind the reasons.'),
  }),
  colleagues: z.int().min(0).describe('Other people of the same account who engage, without UNQUALIFIED ones.'),
  strongestComment: comment(
    'The comment that counts most, and its post. Null if that is latestComment, so that it is not said twice, or if they wrote none.',
  ),
  latestComment: comment('Their latest comment and its post. Null if they wrote none.'),
  unknown: sentences('What is not known about them yet. Null without dataAccess.icp.').nullable(),
});

export const findPeopleToContact = defineQuery({
  name: 'find_people_to_contact',
  title: 'Find people to contact',
  description:
    'Whom to contact or call first today, and why: the active leads most worth a call now, each with the reasons in words, their strongest comment (null where it is the latest) and their latest with its post, how many colleagues engaged, and what is unknown. One call makes a call list. People of one account who asked follow each other. It leaves out UNQUALIFIED leads, a weak fit and everyone who turned us down recently, so there may be fewer than `limit`.',
  right: 'readLeads',
  rest: {
    method: 'GET',
    path: '/customer/leads/to-contact',
    tag: 'Leads',
    resource: 'PeopleToContact',
    example: [examples.personToContact],
  },
  input: input({
    limit: z.int().min(1).max(25).default(5).describe('How many people.'),
    since: instant('start', 'Only people who engaged since then: YYYY-MM-DD or RFC 3339.').optional(),
    ownerIds,
    accountId: z.string().min(1).max(256).describe('Only people of this account.').optional(),
    topic: searchText(
      160,
      'Only people who wrote these words in a recent comment: all of them, as whole words (beginnings from four letters on), ignoring case and accents.',
    ).optional(),
    includeContacted: z.boolean().default(false).describe('Include people who were contacted or snoozed.'),
    recontactAfterDays: z
      .int()
      .min(1)
      .max(365)
      .default(30)
      .describe('Days after which a contacted person is listed again.'),
  }),
  output: z.strictObject({ data: z.array(person).describe('The people, those most worth a call first.') }),
  async run(
    { store, caller, dataAccess },
    { limit, since, accountId, topic, ownerIds: owners, includeContacted, recontactAfterDays },
  ) {
    const filter = {
      disposition: ['ACTIVE'],
      dateFrom: since,
      accountId,
      topic,
      ownerIds: ownersOf(caller, owners),
      priorityOutside: refusedPriorities,
      due: includeContacted ? undefined : { recontactAfterMs: recontactAfterDays * 86_400_000 },
    } as const;
    const { rows } = await store.leads.list(
      // The order by priority reveals scores, so callers who may not see them get the latest first.
      dataAccess.icp
        ? { ...filter, leadTier: ['PRIORITY', 'QUALIFIED', 'NURTURE'], fitGrade: ['A', 'B'], sortBy: 'priority' }
        : { ...filter, leadTier: ['PRIORITY', 'QUALIFIED'] },
      { limit, after: null },
    );
    const leads = dataAccess.icp ? askersTogether(rows) : rows;
    const ids = leads.map((lead) => lead.id);
    const accountsOf = leads.flatMap(({ account_id }) => account_id ?? []);
    const placeless = leads.flatMap(({ country, account_id }) => (country === null ? (account_id ?? []) : []));
    const [evidence, latest, comments, engaged, shared] = await Promise.all([
      store.leads.icpEvidence(ids),
      store.engagements.latestOf(ids, 'any', lookedAt),
      store.engagements.latestOf(ids, 'comment', lookedAt),
      store.accounts.engagedPeople(accountsOf),
      store.accounts.sharedCountries(placeless),
    ]);
    const withContact = dataAccess.leadContactData && dataAccess.leadContactEnrichment;
    return {
      data: leads.map((lead) => {
        const criteria = criteriaOf(evidence.get(lead.id) ?? null);
        const said = comments.filter((row) => row.lead_id === lead.id);
        const [last] = said;
        const strongestOnes = strongestComments(said, lead);
        const [strongest] = strongestOnes;
        const doings: Doings = {
          latest: latest.filter((row) => row.lead_id === lead.id),
          comments: strongestOnes,
          colleagues: Math.max(0, (engaged.get(lead.account_id ?? '') ?? 1) - 1),
          named: leads.flatMap((one) =>
            one.id !== lead.id && one.account_id !== null && one.account_id === lead.account_id
              ? (nameOrNull(one.display_name) ?? [])
              : [],
          ),
        };
        const words = showTierWords(lead);
        const reasons = whyNow(lead, doings, dataAccess.watchlist);
        return {
          leadId: lead.id,
          displayName: nameOrNull(lead.display_name),
          title: lead.title ?? lead.headline,
          companyName: lead.company_name,
          country: lead.country,
          profileUrl: lead.profile_url,
          contact: reachable(showContact(lead)),
          leadTier: lead.lead_tier,
          tierReason: words.tierReason,
          wouldBePriorityIf: words.wouldBePriorityIf,
          fitGrade: lead.fit_grade,
          icpMatchPercent: lead.icp_match_percent,
          intentScore: lead.intent_score,
          lastSignalAt: printDate(lead.last_signal_at),
          lastDatedSignalAt: printDateOrNull(lead.last_dated_at),
          owner: showOwner(lead),
          reasons: {
            whyFit: whyFit(lead, criteria),
            whyNow: reasons.sentences,
            quotedText: {
              comment:
                dataAccess.content && strongest?.comment_excerpt
                  ? bothEnds(strongest.comment_excerpt, longestQuote)
                  : null,
              postAuthors: reasons.postAuthors.map((name) => oneLine(name, longestName)),
              colleagues: doings.named.map((name) => oneLine(name, longestName)),
            },
          },
          colleagues: doings.colleagues,
          strongestComment: strongest && strongest.id !== last?.id ? showComment(strongest) : null,
          latestComment: last ? showComment(last) : null,
          unknown: unknownOf(lead, criteria, withContact, shared.get(lead.account_id ?? '')),
        };
      }),
    };
  },
});
