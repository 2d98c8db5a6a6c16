import { z } from 'zod';
import { defineAction, defineQuery } from '../define';

const months = z.int().min(1).max(120).nullable();
const limit = {
  months: months.describe('How many months people are kept after their last engagement. Null: no limit.'),
  appliedAt: z.iso.datetime().nullable().describe('When the limit was last applied.'),
  removed: z.int().min(0).describe('People removed then.'),
};

export const getRetention = defineQuery({
  name: 'get_retention',
  title: 'How long people are kept',
  description: 'The limit after which people of the workspace are removed, and when it was last applied.',
  right: 'readPrivacy',
  rest: null,
  interfaces: { mcp: false, console: true },
  input: z.strictObject({}),
  output: z.strictObject(limit),
  async run({ store }) {
    const row = await store.privacy.retention();
    const at = row?.applied_at ?? null;
    return {
      months: row?.retention_months ?? null,
      appliedAt: at === null ? null : new Date(at).toISOString(),
      removed: row?.removed ?? 0,
    };
  },
});

export const setRetention = defineAction({
  name: 'set_retention',
  title: 'Set how long people are kept',
  description:
    'Every day, removes people this many months after their last engagement. For people who never engaged, the time counts from when they came in. Watched profiles stay. Removed people are not suppressed, so they come back if they engage again. A dry run counts the people who would be removed now.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({
    months: months.describe('1 to 120. Null keeps people without limit.'),
    dryRun: z.boolean().default(false).describe('Only counts and changes nothing.'),
  }),
  output: z.strictObject({
    months,
    dryRun: z.boolean(),
    beyond: z.int().min(0).describe('People beyond the limit now. The daily job removes them.'),
  }),
  async run({ privacy, organizationId }, { months: wanted, dryRun }) {
    const beyond = wanted === null ? 0 : await privacy.beyond(wanted);
    if (dryRun) return { answer: { months: wanted, dryRun, beyond }, changed: null };
    await privacy.setRetention(wanted);
    const detail = wanted === null ? 'retention: no limit' : `retention: ${wanted} months`;
    return {
      answer: { months: wanted, dryRun, beyond },
      changed: { kind: 'workspace', id: organizationId, detail },
    };
  },
});
