/** An example of each resource, for the OpenAPI document. The people and companies are made up; a test checks the schemas. */
const profile = {
  displayName: 'Mara Lindqvist',
  headline: 'VP Marketing at Nordwind Robotics',
  title: 'VP Marketing',
  seniority: 'vp',
  function: 'marketing',
  companyName: 'Nordwind Robotics',
  readConfidence: 0.97,
  companySize: '201-500',
  industry: 'Automation Machinery Manufacturing',
  location: { country: 'SE', region: 'Stockholm' },
  profileUrl: 'https://www.linkedin.com/in/mara-lindqvist-example',
};

const scores = { icpMatchPercent: 88, intentScore: 71, leadTier: 'PRIORITY' };
const leadId = '0190a8c2-3a55-7c1e-9d52-0f2f4f0f7a11';
const profileId = '0190a8c2-3a55-7c1e-9d52-1b6a0c5d2e22';
const postId = '0190a8c2-3a55-7c1e-9d52-2d9e7b31aa33';
const engagementId = '0190a8c2-3a55-7c1e-9d52-3e7f9a42bb44';
const postUrn = 'urn:li:activity:7402746946853253120';
const postUrl = 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120/';

export const lead = {
  id: leadId,
  profile,
  contact: { email: 'mara.lindqvist@nordwind.example', emailStatus: 'VERIFIED', source: 'enrichment' },
  ...scores,
  tierReason: 'Best fit, strong intent, and wrote or asked something lately.',
  wouldBePriorityIf: [],
  excludedBecause: null,
  fitGrade: 'A',
  disposition: 'ACTIVE',
  dispositionReason: null,
  origin: 'watchlist',
  ownerId: null,
  owner: null,
  account: { id: 'nordwind.example', name: 'Nordwind Robotics', domain: 'nordwind.example' },
  outreach: {
    status: 'CONTACTED',
    contactedAt: '2026-10-29T08:02:11.000Z',
    contactedBy: { id: '0190a8c2-3a55-7c1e-9d52-5a9b2c64dd66', name: 'Ada Brandt', email: 'ada@example.com' },
    snoozedUntil: null,
    note: 'Asked for a call in November.',
  },
  signalCount: 3,
  firstSignalAt: '2026-09-02T08:14:00.000Z',
  lastSignalAt: '2026-10-28T16:40:12.000Z',
  lastDatedSignalAt: '2026-10-28T16:40:12.000Z',
  createdAt: '2026-09-02T09:00:00.000Z',
  updatedAt: '2026-10-29T02:00:04.120Z',
};

export const leadCount = {
  total: { count: 1_200, exact: false },
  groups: [
    { value: 'DE', count: 640, exact: true },
    { value: null, count: 31, exact: true },
  ],
};

const compared = (now: number, before: number) => ({ now, before });

export const activitySummary = {
  period: { from: '2026-09-07T00:00:00.000Z', to: '2026-09-13T23:59:59.999Z' },
  previous: { from: '2026-08-31T00:00:00.000Z', to: '2026-09-06T23:59:59.999Z' },
  signals: { like: compared(120, 96), comment: compared(31, 22), repost: compared(4, 6) },
  withoutExactTime: compared(122, 98),
  undated: compared(12, 40),
  said: {
    request: compared(3, 1),
    price: compared(2, 0),
    leaving: compared(1, 0),
    question: compared(6, 5),
    objection: compared(1, 2),
    refusal: compared(0, 1),
    plain: compared(12, 9),
    congratulation: compared(4, 3),
    tag: compared(1, 1),
    self_promotion: compared(1, 0),
    job_hunting: compared(0, 0),
  },
  newLeads: {
    UNQUALIFIED: compared(40, 31),
    NURTURE: compared(22, 25),
    QUALIFIED: compared(8, 5),
    PRIORITY: compared(2, 1),
  },
  moved: { up: compared(9, 4), down: compared(3, 6) },
  topAccounts: [{ id: 'vandermeer-logistics.example', name: 'Van der Meer Logistics', signals: compared(9, 2) }],
  topPosts: [
    {
      id: '0198c0de-0000-7000-8000-000000000004',
      url: 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120/',
      authorName: 'Ines Roth',
      excerpt: 'Three things we learned about forecasting.',
      signals: compared(44, 0),
    },
  ],
  topPeople: [
    {
      id: '0198c0de-0000-7000-8000-000000000001',
      name: 'Sanne de Wit',
      title: 'VP Operations',
      company: 'Van der Meer Logistics',
      leadTier: 'PRIORITY',
      signals: compared(4, 1),
    },
  ],
};

export const engagement = {
  id: engagementId,
  type: 'COMMENT',
  occurredAt: '2026-10-28T16:40:12.000Z',
  timing: 'exact',
  observedAt: '2026-10-29T02:00:00.000Z',
  origin: 'watchlist',
  commentExcerpt: 'How did you get the sales team to use it?',
  said: 'question',
  saidConfidence: 0.94,
  saidBy: null,
  language: 'en',
  post: {
    id: postId,
    urn: postUrn,
    url: postUrl,
    excerpt: 'Three things we learned from a year of …',
    publishedAt: '2026-10-27T07:30:00.000Z',
    authorName: 'Jonas Aaltonen',
  },
  watchlistProfile: {
    id: profileId,
    displayName: 'Jonas Aaltonen',
    profileType: 'INFLUENCER',
    relationship: 'STANDARD',
  },
};

const tierCounts = { UNQUALIFIED: 1, NURTURE: 4, QUALIFIED: 2, PRIORITY: 1 };

export const accountReport = {
  id: 'nordwind.example',
  name: 'Nordwind Robotics',
  domain: 'nordwind.example',
  industry: 'Automation Machinery Manufacturing',
  companySize: '201-500',
  leadCount: 8,
  hasQualifiedLead: true,
  averageIcpMatchPercent: 61.3,
  averageIntentScore: 34.8,
  tierCounts,
  signalCount: 19,
  firstSignalAt: '2026-08-11T10:00:00.000Z',
  latestSignalAt: '2026-10-28T16:40:12.000Z',
  latestDatedSignalAt: '2026-10-28T16:40:12.000Z',
  undatedSignalCount: 4,
  trend: { signals14d: 7, previousSignals14d: 3, newPeople14d: 2 },
};

export const workspaceAccess = {
  organizationId: '0190a8c2-3a55-7c1e-9d52-4f8a1b53cc55',
  dataAccess: {
    workspace: true,
    leads: true,
    leadContactData: true,
    leadContactEnrichment: false,
    analytics: true,
    icp: true,
    watchlist: true,
    content: true,
    integrations: false,
    sync: false,
    agent: true,
    audienceAnalytics: true,
    audienceDiscovery: false,
  },
  usage: { apiVisibleLeadCount: 412, monitoredProfileCount: 12 },
  idealCustomerProfile: {
    version: 3,
    titles: ['Head of Growth'],
    fieldWords: ['lifecycle'],
    seniorities: ['cxo', 'vp', 'director'],
    functions: ['sales', 'marketing'],
    industries: ['Software Development'],
    sizes: ['51-200', '201-500'],
    countries: ['DE', 'NL'],
  },
};

export const leadDetail = {
  ...lead,
  scoring: {
    icp: [
      {
        criterion: 'role',
        outcome: 'match',
        weight: 75,
        importance: 'must',
        detail: 'seniority vp, function marketing',
      },
      { criterion: 'location', outcome: 'unknown', weight: 25, importance: 'must', detail: 'country unknown' },
    ],
    intent: [
      {
        engagementId,
        type: 'COMMENT',
        points: 3.6,
        occurredAt: '2026-10-28T16:40:12.000Z',
        timing: 'exact',
        said: 'question',
        saidConfidence: 0.94,
        saidBy: null,
        language: 'en',
        excerpt: engagement.commentExcerpt,
        post: { id: engagement.post.id, excerpt: engagement.post.excerpt },
      },
    ],
    scoredAt: '2026-10-29T02:00:04.120Z',
  },
};

export const signal = {
  ...engagement,
  lead: {
    id: leadId,
    displayName: profile.displayName,
    headline: profile.headline,
    companyName: profile.companyName,
    profileUrl: profile.profileUrl,
    ...scores,
    disposition: 'ACTIVE',
  },
};

export const personToContact = {
  leadId,
  displayName: profile.displayName,
  title: profile.title,
  companyName: profile.companyName,
  country: 'SE',
  profileUrl: profile.profileUrl,
  contact: lead.contact,
  ...scores,
  tierReason: 'Best fit, strong intent, and wrote or asked something lately.',
  wouldBePriorityIf: [],
  fitGrade: 'A',
  lastSignalAt: lead.lastSignalAt,
  lastDatedSignalAt: lead.lastDatedSignalAt,
  owner: null,
  reasons: {
    whyFit: ['Role fits: seniority vp, function marketing.', 'Country fits: Sweden.'],
    whyNow: [
      'Asked a question in a comment on a post by somebody you watch on 28 Oct 2026.',
      '2 colleagues at the same company engaged too.',
    ],
    quotedText: { comment: engagement.commentExcerpt, postAuthors: [engagement.post.authorName], colleagues: [] },
  },
  colleagues: 2,
  strongestComment: null,
  latestComment: {
    excerpt: engagement.commentExcerpt,
    occurredAt: engagement.occurredAt,
    timing: engagement.timing,
    post: { id: postId, url: postUrl, excerpt: engagement.post.excerpt, authorName: engagement.post.authorName },
  },
  unknown: ['company size'],
};

export const monitoredProfile = {
  id: profileId,
  displayName: 'Jonas Aaltonen',
  headline: 'Writes about B2B pipelines',
  profileUrl: 'https://www.linkedin.com/in/jonas-aaltonen-example',
  profileType: 'INFLUENCER',
  source: 'MANUAL_WATCHLIST',
  relationship: 'STANDARD',
  status: 'ACTIVE',
  label: 'pipeline voices',
  followers: 18_240,
  lastEngagementSyncAt: '2026-10-29T02:00:00.000Z',
  leadCount: 57,
  createdAt: '2026-08-01T12:00:00.000Z',
};

export const accountReportDetail = {
  ...accountReport,
  topLeads: [lead],
  latestComments: [
    {
      leadId: lead.id,
      name: 'Sanne de Wit',
      title: 'VP Operations',
      commentExcerpt: 'How does this work with two warehouses?',
      said: 'question',
      occurredAt: '2026-09-11T09:12:00.000Z',
      timing: 'exact',
      postAuthor: 'Jonas Aaltonen',
      postAuthorType: 'INFLUENCER',
    },
  ],
};

export const qualifiedLead = {
  leadId,
  profile,
  ...scores,
  engagementTypes: ['LIKE', 'COMMENT'],
  lastEngagedAt: '2026-10-28T16:40:12.000Z',
  lastDatedEngagementAt: '2026-10-28T16:40:12.000Z',
};

export const postSummary = {
  id: postId,
  urn: postUrn,
  url: postUrl,
  contentText: 'Three things we learned from a year of …',
  author: {
    displayName: 'Jonas Aaltonen',
    profileUrl: 'https://www.linkedin.com/in/jonas-aaltonen-example',
    monitoredProfileId: profileId,
  },
  publishedAt: '2026-10-27T07:30:00.000Z',
  engagementCounts: { likes: 143, comments: 21, reposts: 6 },
  uniqueEngagers: 158,
  leadCount: 31,
  qualifiedLeadCount: 9,
  tierCounts,
  averageIcpMatchPercent: 47.2,
  collectedAt: '2026-10-29T02:00:00.000Z',
};

export const post = {
  id: postId,
  urn: postUrn,
  url: postUrl,
  excerpt: engagement.post.excerpt,
  author: postSummary.author,
  publishedAt: postSummary.publishedAt,
  engagementCounts: postSummary.engagementCounts,
  authorProfileType: 'TEAMMATE',
  uniqueEngagers: 158,
  leadCount: 31,
  qualifiedLeadCount: 9,
  collectedAt: postSummary.collectedAt,
};

export const provisionedMember = {
  userId: '0190a8c2-3a55-7c1e-9d52-4a7b1c2d3e55',
  externalId: 'emp-1042',
  email: 'ada@acme.example',
  displayName: 'Ada',
  role: 'MEMBER',
  active: true,
};

export const webhook = {
  id: '0190a8c2-3a55-7c1e-9d52-7b1c2d3e4f50',
  url: 'https://hooks.example.com/leadlight',
  types: ['leads.changed', 'lead.deleted'],
  status: 'ACTIVE',
  disabledAt: null,
  disabledReason: null,
  createdAt: '2026-11-20T08:00:00.000Z',
};

export const newWebhook = {
  id: webhook.id,
  url: webhook.url,
  types: webhook.types,
  secret: 'whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxlIG9mIG9uZQ==',
};

export const change = {
  kind: 'lead',
  id: leadId,
  change: 'upsert',
  reason: null,
  mergedInto: null,
  changedAt: lead.updatedAt,
  item: lead,
};

export const tierChange = {
  leadId,
  profile,
  fromTier: 'QUALIFIED',
  toTier: 'PRIORITY',
  isFirst: false,
  changedAt: '2026-10-29T02:00:04.120Z',
  reason: 'engagement',
  tierReason: 'Best fit, and asked for an offer, a demo or the like.',
};
