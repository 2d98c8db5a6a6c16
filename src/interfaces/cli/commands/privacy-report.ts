import { z } from 'zod';
import { query } from '../../../../tools/catalogue';
import { reportLines } from '../../../rules/privacy/record-of-processing';
import { workspaceCommand } from '../workspace-command';

const source = z.object({
  kind: z.string(),
  source: z.string(),
  batches: z.number(),
  records: z.number(),
  first: z.string(),
  last: z.string(),
  terms: z.string(),
});
const shape = z.object({
  workspace: z.object({ id: z.string(), name: z.string() }),
  madeAt: z.string(),
  purposes: z.array(z.string()),
  categories: z.array(z.object({ people: z.string(), data: z.string() })),
  sources: z.array(source),
  recipients: z.array(z.object({ kind: z.string(), name: z.string(), since: z.string() })),
  members: z.number(),
  retentionMonths: z.number().nullable(),
  measures: z.array(z.string()),
  counts: z.record(z.string(), z.number()),
});

export const report = workspaceCommand({
  name: 'report',
  summary: 'Print the record of processing as Markdown, or as JSON with --json.',
  details:
    'Purposes, kinds of data, sources with their terms, recipients, the retention limit, measures and counts. It names no person.',
  examples: ['privacy report -w "Acme Sales" > record-of-processing.md'],
  async run({ workspace }) {
    const answer = await query.getProcessingReport.ask(workspace, {});
    const data = shape.parse(answer);
    return { data, lines: reportLines(data) };
  },
});
