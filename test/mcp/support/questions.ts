/** Twenty questions of a sales team, each with the tool that a model should find and the calls that answer it. */

export type Arguments = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;

export interface Question {
  readonly question: string;
  /** The first call. */
  readonly tool: string;
  readonly input: Arguments;
  /** A second call, made of the first answer. */
  readonly then?: { readonly tool: string; input(answer: Answer): Arguments };
  /** Where a phrase of the question must be in the last answer: the members of each item, or of the answer itself. */
  readonly members: readonly string[];
  /** Tools that must not rank near. */
  readonly not?: readonly string[];
}

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
const month = daysAgo(30);
const compactSignals = { view: 'compact', dateFrom: month, limit: 25 };

/** The id of the first item of an answer. */
const firstId = ({ data }: Answer): string => {
  const [first]: readonly unknown[] = Array.isArray(data) ? data : [];
  return typeof first === 'object' && first !== null && 'id' in first ? String(first.id) : '';
};

const comment = ['name', 'company', 'said', 'commentExcerpt', 'leadTier'];
const person = ['name', 'title', 'company', 'leadTier', 'profileUrl'];
const counted = ['total', 'groups'];

export const questions: readonly Question[] = [
  {
    question: 'Whom should I contact first today, and why?',
    tool: 'find_people_to_contact',
    input: { limit: 5 },
    members: ['displayName', 'companyName', 'reasons', 'profileUrl'],
  },
  {
    question: 'Who asked a price this month?',
    tool: 'list_signals',
    input: { said: ['price'], ...compactSignals },
    members: comment,
    not: ['list_posts'],
  },
  {
    question: 'Who asked for a demo this month?',
    tool: 'list_signals',
    input: { said: ['request'], ...compactSignals },
    members: comment,
  },
  {
    question: 'Who refused, and what did they say?',
    tool: 'list_signals',
    input: { said: ['refusal'], ...compactSignals },
    members: comment,
  },
  {
    question: 'Who left a competitor, or complained about a vendor?',
    tool: 'list_signals',
    input: { said: ['leaving', 'objection'], ...compactSignals },
    members: comment,
  },
  {
    question: 'Who commented under posts of a competitor?',
    tool: 'list_signals',
    input: { profileType: 'COMPETITOR', engagementTypes: ['COMMENT'], view: 'compact', limit: 25 },
    members: [...comment, 'postAuthor'],
  },
  {
    question: 'Compare this month with last month',
    tool: 'get_activity_summary',
    input: { dateFrom: month },
    members: ['signals', 'said', 'newLeads', 'moved', 'topAccounts', 'topPosts', 'topPeople'],
    not: ['list_posts'],
  },
  {
    question: 'What changed since last week?',
    tool: 'get_activity_summary',
    input: {},
    members: ['period', 'previous', 'signals', 'newLeads'],
  },
  {
    question: 'Which leads moved up or down a tier this week?',
    tool: 'get_activity_summary',
    input: { dateFrom: daysAgo(7) },
    members: ['moved'],
  },
  {
    question: 'How many PRIORITY leads do we have in Germany?',
    tool: 'count_leads',
    input: { leadTier: ['PRIORITY'], country: ['DE'] },
    members: counted,
  },
  {
    question: 'How many leads of each tier are there?',
    tool: 'count_leads',
    input: { by: 'leadTier' },
    members: counted,
  },
  {
    question: 'How many leads does each industry have in total?',
    tool: 'count_leads',
    input: { by: 'industry' },
    members: counted,
  },
  {
    question: 'List all leads who are owners or executives, by priority',
    tool: 'list_leads',
    input: { seniority: ['owner', 'cxo'], sortBy: 'priority', view: 'compact', limit: 40 },
    members: person,
  },
  {
    question: 'List all leads of tier PRIORITY and QUALIFIED',
    tool: 'list_leads',
    input: { leadTier: ['PRIORITY', 'QUALIFIED'], view: 'compact', limit: 50 },
    members: person,
  },
  {
    question: 'Which accounts are heating up, and what do their people say?',
    tool: 'list_account_reports',
    input: { sortBy: 'trend', hasQualifiedLead: true, comments: true, limit: 8 },
    members: ['name', 'trend', 'tierCounts', 'latestComments'],
  },
  {
    question: 'Prepare me for a meeting with this company',
    tool: 'list_account_reports',
    input: { limit: 1, sortBy: 'trend', hasQualifiedLead: true },
    then: { tool: 'get_account_report', input: (answer) => ({ accountId: firstId(answer) }) },
    members: ['name', 'topLeads', 'latestComments'],
  },
  {
    question: 'Which posts worked best and brought the most leads?',
    tool: 'list_posts',
    input: { limit: 10 },
    members: ['author', 'excerpt', 'engagementCounts', 'leadCount'],
  },
  {
    question: 'Whom did one post bring, which people are qualified?',
    tool: 'list_posts',
    input: { limit: 1 },
    then: { tool: 'list_post_qualified_leads', input: (answer) => ({ postId: firstId(answer), limit: 15 }) },
    members: ['profile', 'leadTier'],
  },
  {
    question: 'Explain the tier and scores of one lead',
    tool: 'list_leads',
    input: { limit: 1, sortBy: 'priority', view: 'compact' },
    then: { tool: 'get_lead', input: (answer) => ({ leadId: firstId(answer) }) },
    members: ['profile', 'scoring', 'leadTier'],
  },
  {
    question: 'Which leads are new this month with a work e-mail address?',
    tool: 'list_leads',
    input: { firstSignalFrom: month, hasContactData: true, view: 'compact', limit: 40 },
    members: person,
  },
];
