/** The rules as plain data: what the documentation prints and a client may read to explain a score. */
import { companySizes } from './company-size';
import { eligibilityRows } from './eligibility';
import { jobFunctions } from './function-words';
import { defaultWeights, icpCriteria } from './icp-definition';
import { sectors } from './industry';
import { buyingWords, intentOfSum, intentRules } from './intent';
import { leadTiers, tierRows } from './tier';
import { seniorities } from './title-words';

/** Everything that decides a score or tier, as JSON. Numbers come from the tables the rules themselves read. */
export function explainScoring() {
  return {
    icp: {
      range: { minimum: 0, maximum: 100 },
      formula: '100 * matched / sqrt(known * asked)',
      criteria: icpCriteria.map((criterion) => ({ criterion, defaultWeight: defaultWeights[criterion] })),
      seniorities,
      functions: jobFunctions,
      companySizes,
      sectors,
    },
    intent: {
      range: { minimum: 0, maximum: 100 },
      formula: '100 * (1 - exp(-S / scale)), S = sum of weight * watchlistFactor * 2^(-ageDays / halfLifeDays)',
      ...intentRules,
      hintLanguages: Object.keys(buyingWords),
      freshExamples: freshExamples(),
    },
    tiers: { order: leadTiers, rules: tierRows },
    eligibility: eligibilityRows.map(({ reason, excludes }) => ({ reason, excludes })),
  };
}
export type ScoringExplanation = ReturnType<typeof explainScoring>;

/** Scores of fresh engagements under unwatched posts, to give the scale a feel. */
function freshExamples() {
  const { weights, distinctPostBonus } = intentRules;
  return [
    { engagements: 'one like', score: intentOfSum(weights.like) },
    { engagements: 'one comment', score: intentOfSum(weights.comment) },
    { engagements: 'one comment with a question or buying words', score: intentOfSum(weights.commentWithHint) },
    { engagements: 'likes of three posts', score: intentOfSum(3 * weights.like + 2 * distinctPostBonus) },
    { engagements: 'comments under two posts', score: intentOfSum(2 * weights.comment + distinctPostBonus) },
    { engagements: 'questions under two posts', score: intentOfSum(2 * weights.commentWithHint + distinctPostBonus) },
  ];
}
