/** Examples of the audience resources, for the OpenAPI document. */
const computedAt = '2026-11-22T03:47:12.000Z';
const postUrn = 'urn:li:activity:7402746946853253120';
const moments = {
  createdAt: '2026-11-22T09:15:00.000Z',
  startedAt: '2026-11-22T09:15:01.000Z',
  finishedAt: '2026-11-22T09:15:40.000Z',
};
const discoveryId = '0190a8c2-3a55-7c1e-9d52-4f8a0b53cc55';
const privacy = { minimumGroupSize: 5, minimumAudience: 20, suppressed: true };
const byTitle = [
  { bucket: 'Director, Marketing', percent: 34 },
  { bucket: 'Manager, Sales', percent: 27 },
  { bucket: 'Other', percent: 39 },
];

export const postAudience = {
  postUrn,
  status: 'READY',
  audienceSize: 180,
  engagementCounts: { likes: 170, comments: 35, reposts: 0 },
  breakdowns: {
    title: byTitle,
    companySize: [
      { bucket: '51-200', percent: 44 },
      { bucket: '201-500', percent: 31 },
      { bucket: 'Unknown', percent: 25 },
    ],
    location: [
      { bucket: 'DE', percent: 61 },
      { bucket: 'Other', percent: 39 },
    ],
    industry: [{ bucket: 'Software Development', percent: 100 }],
  },
  coverage: { reportedEngagers: 215, analysedPeople: 180, percent: 83 },
  privacy,
  computedAt,
  discovery: { discoveryId, status: 'COMPLETED', ...moments },
};

export const organizationAudience = {
  window: '30d',
  breakdown: 'title',
  status: 'READY',
  audienceSize: 1240,
  buckets: byTitle,
  coverage: { reportedEngagers: 1240, analysedPeople: 1105, percent: 89 },
  privacy,
  computedAt,
};

export const audienceReadiness = {
  status: 'DEGRADED',
  reasons: [{ code: 'no_credits', message: 'There are not enough credits for another discovery.' }],
  icpConfigured: true,
  postCount: 42,
  analysedPeople: 2310,
  lastSnapshotAt: computedAt,
  creditsAvailable: 12,
};

export const discovery = {
  discoveryId,
  postUrn,
  status: 'QUEUED',
  replayed: false,
  credits: { held: 100, consumed: 0, available: 400 },
  createdAt: moments.createdAt,
  startedAt: null,
  finishedAt: null,
};

export const discoveryInFull = {
  ...discovery,
  status: 'COMPLETED',
  replayed: true,
  credits: { held: 0, consumed: 87, available: 413 },
  ...moments,
  progress: { percent: 100, peopleFound: 87, peopleQualified: 21 },
  failure: null,
  stopReason: null,
};
