/** The tiers that the rules give the labelled cases. Of the untouched half only totals are shown. */
import { companyKeys } from '../../src/rules/companies/company-key';
import { parseCompanySize } from '../../src/rules/qualification/company-size';
import { classifyComment } from '../../src/rules/qualification/comments';
import { parseJob } from '../../src/rules/qualification/headline';
import { prepareIcp, readIcp, type ExclusionReason } from '../../src/rules/qualification/icp';
import { canonicalIndustry } from '../../src/rules/qualification/industry';
import { scoreIntent, type IntentEngagement } from '../../src/rules/qualification/intent';
import { readStanding, reasonsIn } from '../../src/rules/qualification/standing';
import { tierOf, type LeadTier } from '../../src/rules/qualification/tier';
import { companyCheckOf, sidesOf } from '../../src/scoring/workspace-companies';
import {
  cases,
  furtherCases,
  halves,
  icpFiles,
  icps,
  independentHalves,
  mayBeRead,
  type FurtherCases,
  type LabelledCase,
  type LabelledSet,
} from './support/load';
import { say } from './support/say';

/** Percent of the cases every set is to get right. */
const target = 95;
/**
 * Percent that must be right, and how many may wrongly be PRIORITY. The independent halves stand one point under their latest
 * reading; bring them nearer to the target when the rules get better, never further from it.
 */
const bounds: Readonly<Record<LabelledSet | FurtherCases, { floor: number; silly: number }>> = {
  tuning: { floor: 97, silly: 0 },
  untouched: { floor: 96, silly: 0 },
  'independent.visible': { floor: 97.5, silly: 0 },
  'independent.sealed': { floor: 96, silly: 0 },
  // One point under the first reading.
  'fourth.visible': { floor: 94, silly: 0 },
  'fourth.sealed': { floor: 99, silly: 0 },
};
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

function judged(row: LabelledCase) {
  const { headline = null, title = null, companyName = null, companySize, industry, country } = row.person;
  const job = parseJob({ headline, jobTitle: title, companyName });
  const rated = row.engagements.map((one, n): IntentEngagement => ({
    id: `e${n}`,
    postId: `p${n}`,
    type: ({ like: 'LIKE', comment: 'COMMENT', repost: 'REPOST' } as const)[one.type],
    occurredAt: now - one.daysAgo * day,
    earliestAt: now - one.postDaysAgo * day,
    dated: one.timing === 'exact',
    commentClass: one.type === 'comment' && one.text !== undefined ? classifyComment(one.text) : null,
    hasText: one.text !== undefined,
    profileType: one.postProfileType ?? null,
  }));
  const companies = companyCheckOf(
    sidesOf({
      name: null,
      own: (row.workspace.ownCompanies ?? []).map((name) => ({ companyName: name, accountId: null })),
      competitors: (row.workspace.competitors ?? []).map((name) => ({ companyName: name, accountId: null })),
      emails: [],
    }),
  );
  const said = (name: string) => rated.some((one) => one.commentClass === name);
  const reasons: ExclusionReason[] = [
    ...companies({ companyName: job.companyName, accountId: null, accountDomain: null }),
    ...reasonsIn(readStanding(headline ?? title, job.seniority)),
    ...(said('job_hunting') ? [{ name: 'jobSeekers' as const, detail: 'comment' }] : []),
    ...(said('self_promotion') ? [{ name: 'vendors' as const, detail: 'comment' }] : []),
  ];
  const match = profiles.get(row.icp);
  if (match === undefined) throw new Error(`no profile ${row.icp}`);
  const icp = match({
    ...job,
    companySize: parseCompanySize(companySize),
    industry: canonicalIndustry(industry ?? null),
    country: country ?? null,
    reasons,
  });
  const intent = scoreIntent(rated, now);
  const tier = tierOf({ grade: icp.grade, intent: intent.score, voice: intent.voice });
  return { tier, icp, intent, job, keys: job.companyName === null ? [] : companyKeys(job.companyName) };
}

/** Excluded people stay as UNQUALIFIED, with their reason, which is what a label of NONE asks for. */
const accepted = (row: LabelledCase, tier: LeadTier) =>
  row.acceptable.some((one) => one === tier || (one === 'NONE' && tier === 'UNQUALIFIED'));

it.each([...halves, ...independentHalves, ...furtherCases])('tiers of the %s half', (name) => {
  const rows = cases(name).map((row) => ({ row, ...judged(row) }));
  const wrong = rows.filter(({ row, tier }) => !accepted(row, tier));
  const percent = Math.round((1000 * (rows.length - wrong.length)) / rows.length) / 10;
  const silly = wrong.filter(({ tier }) => tier === 'PRIORITY').length;
  const totals = new Map<string, { right: number; of: number }>();
  for (const { row, tier } of rows) {
    const total = totals.get(row.icp) ?? { right: 0, of: 0 };
    total.of += 1;
    if (accepted(row, tier)) total.right += 1;
    totals.set(row.icp, total);
  }
  const lines = [...totals].map(([profile, { right, of }]) => `${profile} ${right}/${of}`);
  say(
    `cases, ${name}: ${percent} % of ${rows.length} (target ${target} %), wrongly PRIORITY ${silly} (${lines.join(', ')})\n`,
  );
  if (mayBeRead(name) && process.env['SHOW_WRONG']) {
    for (const { row, tier, icp, intent, job } of wrong) {
      say(
        `${row.id} ${row.acceptable.join('|')} -> ${tier} (${icp.percent} ${icp.grade}, ${intent.score} ${intent.voice}) ${JSON.stringify(row.person)} read ${JSON.stringify(job)}: ${row.why}; ${row.engagements.map((one) => `${one.type} ${one.daysAgo} ${one.text ?? ''}`).join(' / ')}\n`,
      );
    }
  }
  expect(percent).toBeGreaterThanOrEqual(bounds[name].floor);
  expect(silly).toBeLessThanOrEqual(bounds[name].silly);
});
