import { z } from 'zod';
import { defineQuery } from '../define';
import { notFound } from '../../src/shared/errors';
import type { CandidateRow } from '../../src/store/tables/agent';
import { input } from '../fields';
import { leadTier, score } from '../schemas/lead';
import { profileSchema, showProfile } from '../schemas/profile';
import { uuid, count } from '../schemas/values';

const sources = ['latest_agent_run', 'latest_onboarding_preview'] as const;

const candidate = z.strictObject({
  id: uuid('Candidate id, uuid.'),
  profile: profileSchema,
  icpMatchPercent: score('Match with the ideal customer profile.'),
  intentScore: score('Intent.'),
  leadTier,
  decision: z.enum(['ACCEPTED', 'REJECTED', 'DUPLICATE']).describe('What the Agent decided.'),
  reasons: z.array(z.string()).describe('Why.'),
  postUrn: z.string().nullable().describe('Post under which the person was found.'),
  leadId: uuid('The lead that the person became.').nullable(),
});

export const listAgentCandidates = defineQuery({
  name: 'list_agent_candidates',
  title: 'List candidates of the Agent',
  description:
    'Candidates of the Agent: the people that one run looked at, each accepted or rejected, with reasons. Choose the run by runId, or take the latest run or onboarding preview (source). Pages by offset.',
  right: 'readAgent',
  rest: null,
  input: input({
    runId: z.guid('must be a uuid').describe('Id of an Agent run. It takes precedence over source.').optional(),
    source: z.enum(sources).default('latest_agent_run').describe('Which run to show if runId is left out.'),
    limit: z.int().min(1).max(100).default(50).describe('Candidates per page.'),
    offset: z.int().min(0).max(10_000).default(0).describe('Candidates to skip.'),
  }),
  output: z.strictObject({
    runId: uuid('The run shown. Null if there was none.').nullable(),
    source: z.enum(sources).describe('The kind of run.'),
    candidates: z.array(candidate).describe('The candidates of this page.'),
    page: z
      .strictObject({
        limit: z.int().min(1).max(100),
        offset: count('Candidates skipped.'),
        total: count('Candidates of the run.'),
        hasMore: z.boolean().describe('Whether a higher offset shows more.'),
      })
      .describe('The cursor of this page.'),
  }),
  async run({ store }, { runId, source, limit, offset }) {
    const run =
      runId === undefined
        ? (await store.agent.runs(source === 'latest_agent_run' ? 'AGENT' : 'PREVIEW', 1))[0]
        : await store.agent.run(runId.toLowerCase());
    if (!run && runId !== undefined) throw notFound('Agent run');
    if (!run) return { runId: null, source, candidates: [], page: { limit, offset, total: 0, hasMore: false } };
    const { rows, total } = await store.agent.candidates(run.id, { limit, offset });
    return {
      runId: run.id,
      source: run.kind === 'AGENT' ? ('latest_agent_run' as const) : ('latest_onboarding_preview' as const),
      candidates: rows.map(showCandidate),
      page: { limit, offset, total, hasMore: offset + rows.length < total && rows.length > 0 },
    };
  },
});

const texts = z.array(z.string());

function showCandidate(row: CandidateRow): z.input<typeof candidate> {
  return {
    id: row.id,
    profile: showProfile(row),
    icpMatchPercent: row.icp_match_percent,
    intentScore: row.intent_score,
    leadTier: row.lead_tier,
    decision: row.decision ?? 'REJECTED',
    reasons: texts.parse(JSON.parse(row.reasons ?? '[]')),
    postUrn: row.post_urn,
    leadId: row.lead_id,
  };
}
