import { z } from 'zod';
import { isLargeEnough, roundedDown } from '../../src/rules/audience/privacy';
import { printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import * as examples from '../examples-audience';
import { input } from '../fields';
import { oneOf, timestampOrNull } from '../schemas/values';

/** A snapshot is taken every day. When it is two days old, something is wrong. */
const staleMs = 48 * 3_600_000;

/** What can be missing, in the order of the answer. `blocks`: nothing can be answered without it. */
const conditions = {
  no_posts: { blocks: true, message: 'The workspace holds no posts: import engagement or discover a post.' },
  no_snapshot: {
    blocks: true,
    message: 'No snapshot was taken yet: a worker takes one, or leadlight audience refresh.',
  },
  audience_too_small: {
    blocks: true,
    message: 'Too few people engaged in the last 90 days to say anything about them.',
  },
  snapshot_stale: { blocks: false, message: 'The last snapshot is older than two days: is a worker running?' },
  no_icp: { blocks: false, message: 'No ideal customer profile is set: discoveries qualify nobody.' },
  no_credits: { blocks: false, message: 'There are not enough credits for another discovery.' },
} as const;
type Condition = keyof typeof conditions;

export const getAudienceReadiness = defineQuery({
  name: 'get_audience_readiness',
  title: 'Get readiness of audience analytics',
  description:
    'Whether audience analytics is ready to answer, and what is missing if not: snapshot, people, ICP, credits.',
  right: 'readAudience',
  rest: {
    method: 'GET',
    path: '/audience-analytics/health',
    tag: 'Audience analytics',
    resource: 'AudienceReadiness',
    example: examples.audienceReadiness,
  },
  input: input({}),
  output: z.strictObject({
    status: z.enum(['READY', 'DEGRADED', 'NOT_READY']),
    reasons: z
      .array(z.strictObject({ code: oneOf(Object.keys(conditions), 'The reason, for programs.'), message: z.string() }))
      .describe('What is missing. Empty when READY.'),
    icpConfigured: z.boolean(),
    postCount: z.int().describe('Posts stored.'),
    analysedPeople: z.int().describe('People in the longest window, rounded down. 0 if there are too few.'),
    lastSnapshotAt: timestampOrNull('When the last snapshot was made.'),
    creditsAvailable: z
      .int()
      .describe(
        'Credits. Rounded down without dataAccess.leads or audienceDiscovery, because one credit pays for one person.',
      ),
  }),
  async run({ store, dataAccess, audience: { rules, source, holdSize } }) {
    const [icp, postCount, snapshot, credits] = await Promise.all([
      store.usage.icp(),
      store.audience.postCount(),
      store.audience.snapshot('title'),
      store.audience.credits(),
    ]);
    // Otherwise what a discovery consumed would be the number of its people.
    const seesCredits = dataAccess.leads || dataAccess.audienceDiscovery;
    const large = snapshot !== undefined && isLargeEnough(snapshot.people, rules);
    const applies: Readonly<Record<Condition, boolean>> = {
      no_posts: postCount === 0,
      no_snapshot: postCount > 0 && snapshot === undefined,
      audience_too_small: postCount > 0 && snapshot !== undefined && !large,
      snapshot_stale: snapshot !== undefined && snapshot.computed_at < Date.now() - staleMs,
      no_icp: icp === undefined,
      no_credits: source !== null && credits.available < holdSize,
    };
    const reasons = (Object.keys(conditions) as Condition[]).filter((code) => applies[code]);
    const blocked = reasons.some((code) => conditions[code].blocks);
    return {
      status: blocked ? ('NOT_READY' as const) : reasons.length > 0 ? ('DEGRADED' as const) : ('READY' as const),
      reasons: reasons.map((code) => ({ code, message: conditions[code].message })),
      icpConfigured: icp !== undefined,
      postCount,
      analysedPeople: large ? roundedDown(snapshot.people, rules) : 0,
      lastSnapshotAt: printDateOrNull(snapshot?.computed_at ?? null),
      creditsAvailable: seesCredits ? credits.available : roundedDown(credits.available, rules),
    };
  },
});
