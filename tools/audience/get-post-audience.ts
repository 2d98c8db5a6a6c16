import { z } from 'zod';
import { breakdowns } from '../../src/rules/audience/buckets';
import { isLargeEnough, peopleIn, publishBreakdown, roundedDown } from '../../src/rules/audience/privacy';
import { countsIn, readPost } from '../../src/audience/content';
import type { DiscoveryRow, PostAudienceRow } from '../../src/store/tables/discovery';
import { printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import * as examples from '../examples-audience';
import { input } from '../fields';
import { postUrnField, readPostUrn } from './post-urn';
import * as schemas from './schemas';

const statuses = ['READY', 'NOT_DISCOVERED', 'DISCOVERING', 'TOO_SMALL'] as const;

const count = (what: string) => z.int().describe(`${what}, rounded down.`);

export const getPostAudience = defineQuery({
  name: 'get_post_audience',
  title: 'Get the audience of a post',
  description:
    'The audience of one post, as aggregates that identify no one: size and shares by title, company size, location and industry. NOT_DISCOVERED means that nothing is known. TOO_SMALL means that there are too few people.',
  right: 'readAudience',
  rest: {
    method: 'GET',
    path: '/audience-analytics/network-posts',
    tag: 'Audience analytics',
    resource: 'PostAudience',
    example: examples.postAudience,
  },
  input: input({ postUrn: postUrnField }),
  output: z.strictObject({
    postUrn: z.string().describe('URN of the post, in canonical form.'),
    status: z.enum(statuses),
    audienceSize: count('Different people who engaged').nullable(),
    engagementCounts: z
      .strictObject({ likes: count('Likes'), comments: count('Comments'), reposts: count('Reposts') })
      .nullable(),
    breakdowns: z.strictObject({
      title: schemas.buckets,
      companySize: schemas.buckets,
      location: schemas.buckets,
      industry: schemas.buckets,
    }),
    coverage: schemas.coverage,
    privacy: schemas.privacy,
    computedAt: schemas.computedAt,
    discovery: schemas.discoverySummary.nullable().describe('The latest discovery of this post.'),
  }),
  async run(workspace, { postUrn }) {
    const { urn } = readPostUrn(postUrn, workspace);
    const { audience } = workspace.store;
    const { rules } = workspace.audience;
    const post = await audience.postOf(urn);
    const [row, latest] = post ? [await audience.post(post.id), await audience.latestDiscovery(post.id)] : [];
    const common = {
      postUrn: urn,
      status: statusOf(row, latest, row !== undefined && isLargeEnough(row.people, rules)),
      computedAt: printDateOrNull(row?.computed_at ?? null),
      discovery: latest ? schemas.showDiscoverySummary(latest) : null,
    };
    if (common.status !== 'READY' || !row) {
      return {
        ...common,
        audienceSize: null,
        engagementCounts: null,
        breakdowns: { title: [], companySize: [], location: [], industry: [] },
        coverage: schemas.nothingCovered,
        privacy: schemas.showPrivacy(rules, common.status === 'TOO_SMALL'),
      };
    }
    const content = readPost(row.content);
    const published = Object.fromEntries(
      breakdowns.map((name) => [name, publishBreakdown(countsIn(content[name]), rules)] as const),
    );
    const bucketsOf = (name: (typeof breakdowns)[number]) => [...(published[name]?.buckets ?? [])];
    const people = peopleIn(countsIn(content.title));
    return {
      ...common,
      audienceSize: roundedDown(people, rules),
      engagementCounts: {
        likes: roundedDown(row.likes, rules),
        comments: roundedDown(row.comments, rules),
        reposts: roundedDown(row.reposts, rules),
      },
      breakdowns: {
        title: bucketsOf('title'),
        companySize: bucketsOf('companySize'),
        location: bucketsOf('location'),
        industry: bucketsOf('industry'),
      },
      coverage: schemas.showCoverage(post?.reported ?? null, people, rules),
      privacy: schemas.showPrivacy(
        rules,
        Object.values(published).some(({ suppressed }) => suppressed),
      ),
    };
  },
});

type Status = (typeof statuses)[number];

function statusOf(row: PostAudienceRow | undefined, latest: DiscoveryRow | undefined, large: boolean): Status {
  if (large) return 'READY';
  if (latest && latest.active_post !== null) return 'DISCOVERING';
  return row || latest?.status === 'COMPLETED' ? 'TOO_SMALL' : 'NOT_DISCOVERED';
}
