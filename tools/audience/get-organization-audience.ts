import { z } from 'zod';
import { audienceWindows, breakdowns, unknownBucket } from '../../src/rules/audience/buckets';
import { isLargeEnough, peopleIn, publishTogether, roundedDown } from '../../src/rules/audience/privacy';
import { readSnapshot, tablesOf } from '../../src/audience/content';
import { printDateOrNull } from '../dates';
import { defineQuery } from '../define';
import * as examples from '../examples-audience';
import { input } from '../fields';
import * as schemas from './schemas';

export const getOrganizationAudience = defineQuery({
  name: 'get_organization_audience',
  title: 'Get the audience of the workspace',
  description:
    'The audience of all posts of the workspace in 7, 30 or 90 days, as shares by title, company size, location or industry that identify no one. It comes from one snapshot a day. For one post use {get_post_audience}.',
  right: 'readAudience',
  rest: {
    method: 'GET',
    path: '/audience-analytics/organization',
    tag: 'Audience analytics',
    resource: 'OrganizationAudience',
    example: examples.organizationAudience,
  },
  input: input({ window: schemas.windowField, breakdown: schemas.breakdownField }),
  output: z.strictObject({
    window: z.enum(audienceWindows),
    breakdown: z.enum(breakdowns),
    status: z.enum(['READY', 'NOT_DISCOVERED', 'TOO_SMALL']),
    audienceSize: z
      .int()
      .nullable()
      .describe('Different people who engaged, rounded down to a multiple of the minimum group.'),
    buckets: schemas.buckets,
    coverage: schemas.coverage,
    privacy: schemas.privacy,
    computedAt: schemas.computedAt,
  }),
  async run(workspace, { window, breakdown }) {
    const { rules } = workspace.audience;
    const row = await workspace.store.audience.snapshot(breakdown);
    const common = { window, breakdown, computedAt: printDateOrNull(row?.computed_at ?? null) };
    const tables = row ? tablesOf(readSnapshot(row.content)) : [];
    const at = audienceWindows.indexOf(window);
    const counts = tables[at];
    if (!counts || !isLargeEnough(peopleIn(counts), rules)) {
      return {
        ...common,
        status: counts ? ('TOO_SMALL' as const) : ('NOT_DISCOVERED' as const),
        audienceSize: null,
        buckets: [],
        coverage: schemas.nothingCovered,
        privacy: schemas.showPrivacy(rules, counts !== undefined),
      };
    }
    const published = publishTogether(tables, rules)[at];
    const people = peopleIn(counts);
    return {
      ...common,
      status: 'READY' as const,
      audienceSize: roundedDown(people, rules),
      buckets: [...(published?.buckets ?? [])],
      coverage: schemas.showCoverage(people, people - (counts.get(unknownBucket) ?? 0), rules),
      privacy: schemas.showPrivacy(rules, published?.suppressed ?? true),
    };
  },
});
