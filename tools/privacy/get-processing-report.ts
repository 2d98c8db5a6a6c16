import { z } from 'zod';
import { categories, measures, purposes, termsOfSource } from '../../src/rules/privacy/record-of-processing';
import { defineQuery } from '../define';

const at = z.iso.datetime();

export const getProcessingReport = defineQuery({
  name: 'get_processing_report',
  title: 'Record of processing',
  description:
    'The record of processing that a controller must be able to show (art. 30 GDPR): purposes, kinds of data, sources with their terms, recipients, the retention limit, measures and counts. It names no person of the data.',
  right: 'readPrivacy',
  rest: null,
  interfaces: { mcp: false, console: true },
  input: z.strictObject({}),
  output: z.strictObject({
    workspace: z.strictObject({ id: z.uuid(), name: z.string() }),
    madeAt: at,
    purposes: z.array(z.string()),
    categories: z.array(z.strictObject({ people: z.string(), data: z.string() })),
    sources: z.array(
      z.strictObject({
        kind: z.string(),
        source: z.string(),
        batches: z.int(),
        records: z.int(),
        first: at,
        last: at,
        terms: z.string(),
      }),
    ),
    recipients: z.array(z.strictObject({ kind: z.string(), name: z.string(), since: at })),
    members: z.int(),
    retentionMonths: z.int().nullable(),
    measures: z.array(z.string()),
    counts: z.record(z.string(), z.int()),
  }),
  async run({ store, organizationId }) {
    const now = Date.now();
    const iso = (time: number) => new Date(time).toISOString();
    const sources = await store.privacy.sources();
    return {
      workspace: { id: organizationId, name: await store.usage.organizationName() },
      madeAt: iso(now),
      purposes: [...purposes],
      categories: categories.map((one) => ({ ...one })),
      sources: sources.map(({ first, last, ...rest }) => ({
        ...rest,
        first: iso(first),
        last: iso(last),
        terms: termsOfSource(rest.source),
      })),
      recipients: (await store.privacy.recipients(now)).map(({ since, ...rest }) => ({ ...rest, since: iso(since) })),
      members: await store.privacy.members(),
      retentionMonths: (await store.privacy.retention())?.retention_months ?? null,
      measures: [...measures],
      counts: { ...(await store.privacy.counts()) },
    };
  },
});
