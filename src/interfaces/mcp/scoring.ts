/** The guide to scores and tiers, for models and people. Its numbers come from the rules. */
import type { Workspace } from '../../workspace/workspace';
import { conditionsOf, explainScoring } from '../../rules/tier/explain';
import type { TierRow } from '../../rules/tier/tier';
import { visible } from '../../shared/text/visible';

export const scoringUri = 'leadlight://scoring';

/** The guide, with the ideal customer profile of this workspace if the caller may read it. */
export async function scoringGuide(workspace: Workspace): Promise<string> {
  const { intent, tiers, grades } = explainScoring();
  const { weights, commentWeights } = intent;
  return `# Scores and tiers

**icpMatchPercent** (0 to 100): how well the person and their company fit this workspace's ideal customer profile. A
criterion is a match, a mismatch or unknown, and has a weight. Unknown lies between the other two: the percent is
100 x matched / sqrt(known x asked), in sums of weights. An exclusion makes it 0. Fit does not age.
**fitGrade** (A best) says which criteria are met, by how much each matters (must, should, nice):
${grades.map(({ grade, rule }) => `- ${grade}: ${rule}`).join('\n')}

**intentScore** (0 to 100): recent engagement. Points: like ${weights.like}, comment by what it says (${factors(commentWeights)}), repost ${weights.repost}, repost with text ${weights.repostWithText}; under one post the best of each kind counts, and
${intent.distinctPostBonus} more for each further post with words. Of likes and praise each further one counts two thirds of the one before, so that all together
stay below one comment. Points halve every ${intent.halfLifeDays} days. Whose post it was counts: ${factors(intent.watchlistFactors)}.
Examples: ${intent.freshExamples.map(({ engagements, score }) => `${engagements} ${score}`).join(', ')}. A low score means that little recent was seen, not
disinterest.

**leadTier** follows from both; the first row that holds decides:

${tiers.rules.map((rule) => `- ${rule.tier}: ${rule.name}${conditions(rule)}`).join('\n')}

**disposition** is set by people: ACTIVE, CLIENT or BAD_LEAD. Only ACTIVE leads count in accounts and post results.

## The ideal customer profile of this workspace

${await ownProfile(workspace)}

Each lead's single read carries \`scoring\`: one entry for each criterion, and the engagements that gave points. Quote those
rather than guessing at a reason. The scores order attention; they are no probability of buying.
`;
}

async function ownProfile(workspace: Workspace): Promise<string> {
  if (!workspace.dataAccess.icp)
    return 'This caller may not read it: a connection needs the scope leads:read, an API key the flag icp.';
  const icp = await workspace.store.usage.icp();
  if (!icp) return 'None was set, so every icpMatchPercent is 0.';
  // A code block marks it as data: text that people wrote into it stays quoted.
  return `Version ${icp.version}, as JSON:\n\n    ${visible(JSON.stringify(JSON.parse(icp.definition)))}`;
}

const factors = (byType: Readonly<Record<string, number>>) =>
  Object.entries(byType)
    .map(([type, factor]) => `${type === 'none' ? 'nobody watched' : type} x${factor}`)
    .join(', ');

function conditions(rule: TierRow): string {
  const parts = conditionsOf(rule, { grade: 'fitGrade', intent: 'intentScore' });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
