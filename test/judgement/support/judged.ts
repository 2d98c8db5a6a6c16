/** What the rules make of a labelled case. */
import { companyKeys, industryOf, parseCompanySize, parseJob, readComment } from '../../../packages/reader/src';
import { rivalOf } from '../../../src/scoring/read-again';
import { withoutNamesOf } from '../../../src/rules/fit/rivals';
import { prepareIcp, readIcp, type ExclusionReason } from '../../../src/rules/fit/icp';
import { scoreIntent, type IntentEngagement } from '../../../src/rules/intent/intent';
import { readExclusionReasons, reasonsIn } from '../../../src/rules/fit/exclusion-reasons';
import { isCompanyKnown, raisesHand, tierOf, type LeadTier } from '../../../src/rules/tier/tier';
import { companyCheckOf, ownAndCompetitors } from '../../../src/scoring/workspace-companies';
import { icpFiles, icps, type LabelledCase } from './load';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 1);

const profiles = new Map(
  icpFiles
    .flatMap((file) => [...icps(file)])
    .map(([name, profile]) => {
      const read = readIcp(profile);
      if (!('definition' in read)) throw new Error(`${name}: ${JSON.stringify(read.problems)}`);
      return [name, prepareIcp(read.definition)];
    }),
);

export function judged(row: LabelledCase) {
  const { headline = null, title = null, companyName = null, companySize, industry, country } = row.person;
  const job = parseJob({ headline, jobTitle: title, companyName });
  const withoutRivals = withoutNamesOf(row.workspace.competitors ?? []);
  const rated = row.engagements.map((one, n): IntentEngagement => ({
    id: `e${n}`,
    postId: `p${n}`,
    type: ({ like: 'LIKE', comment: 'COMMENT', repost: 'REPOST' } as const)[one.type],
    occurredAt: now - one.daysAgo * day,
    earliestAt: now - one.postDaysAgo * day,
    dated: one.timing === 'exact',
    commentClass:
      one.type === 'comment' && one.text !== undefined
        ? readComment(one.text, rivalOf(one.text, withoutRivals, one.postProfileType === 'COMPETITOR')).said
        : null,
    hasText: one.text !== undefined,
    words: one.text ?? null,
    profileType: one.postProfileType ?? null,
  }));
  const companies = companyCheckOf(
    ownAndCompetitors({
      name: null,
      own: (row.workspace.ownCompanies ?? []).map((name) => ({ companyName: name, accountId: null })),
      competitors: (row.workspace.competitors ?? []).map((name) => ({ companyName: name, accountId: null })),
      emails: [],
    }),
  );
  const said = (name: string) => rated.some((one) => one.commentClass === name);
  const reasons: ExclusionReason[] = [
    ...companies({ companyName: job.companyName, accountId: null, accountDomain: null, headline }),
    ...reasonsIn(readExclusionReasons(headline ?? title, job.seniority)),
    ...(said('job_hunting') ? [{ name: 'jobSeekers' as const, detail: 'comment' }] : []),
    ...(said('self_promotion') ? [{ name: 'vendors' as const, detail: 'comment' }] : []),
  ];
  const match = profiles.get(row.icp);
  if (match === undefined) throw new Error(`no profile ${row.icp}`);
  const icp = match({
    ...job,
    headline,
    companySize: parseCompanySize(companySize),
    industry: industryOf(industry ?? null),
    country: country ?? null,
    reasons,
  });
  const intent = scoreIntent(rated, now);
  const companyKnown = isCompanyKnown({ ...job, companySize: companySize ?? null, industry: industry ?? null });
  const tier = tierOf({
    grade: icp.grade,
    intent: intent.score,
    statedInterest: intent.statedInterest,
    companyKnown,
    raisesHand: raisesHand(intent.asked, icp.evidence),
  });
  return { tier, icp, intent, job, keys: job.companyName === null ? [] : companyKeys(job.companyName) };
}

/** Excluded people stay as UNQUALIFIED, with their reason, which is what a label of NONE asks for. */
export const accepted = (row: LabelledCase, tier: LeadTier) =>
  row.acceptable.some((one) => one === tier || (one === 'NONE' && tier === 'UNQUALIFIED'));
