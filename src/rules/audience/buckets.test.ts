import { AudienceCount, bucketOf, unknownBucket, type AudienceFacts } from './buckets';

const nothing: AudienceFacts = { seniority: null, jobFunction: null, companySize: null, country: null, industry: null };

describe('the bucket of a person', () => {
  it.each<[string, Partial<AudienceFacts>, string]>([
    ['title', { seniority: 'vp', jobFunction: 'sales' }, 'VP, Sales'],
    ['title', { seniority: 'cxo', jobFunction: 'human_resources' }, 'C-level, Human Resources'],
    ['title', { seniority: 'director' }, 'Director, any function'],
    ['title', { jobFunction: 'finance' }, 'Finance, any level'],
    ['title', {}, unknownBucket],
    ['companySize', { companySize: '51-200' }, '51-200'],
    ['companySize', {}, unknownBucket],
    ['location', { country: 'DE' }, 'DE'],
    ['location', {}, unknownBucket],
    ['industry', { industry: 'Software Development' }, 'Software Development'],
    ['industry', { industry: 'Other Transportation' }, 'Other Transportation'],
    ['industry', {}, unknownBucket],
  ])('%s of %j is %s', (breakdown, facts, bucket) => {
    const read = Object.entries(bucketOf).find(([name]) => name === breakdown)?.[1];
    expect(read?.({ ...nothing, ...facts })).toBe(bucket);
  });

  it.each(['Other', 'Others', 'other', 'OTHERS'])(
    'an industry called %s, as the folded small groups are, is unknown',
    (industry) => expect(bucketOf.industry({ ...nothing, industry })).toBe(unknownBucket),
  );
});

it('counts everybody once in every breakdown', () => {
  const count = new AudienceCount();
  count.add({ ...nothing, country: 'DE', industry: 'Others' });
  count.add({ ...nothing, country: 'DE' });
  count.add({ ...nothing, country: 'FR' });
  expect(count.people).toBe(3);
  expect([...count.counts.location]).toEqual([
    ['DE', 2],
    ['FR', 1],
  ]);
  expect([...count.counts.industry]).toEqual([[unknownBucket, 3]]);
});
