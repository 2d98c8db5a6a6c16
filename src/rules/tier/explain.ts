/** The rules as plain data: what the documentation prints and a client may read to explain a score. */
import type { StatedInterest } from '../../shared/values';
import { companySizes, jobFunctions, sectors, seniorities } from '../../../packages/reader/src';
import { eligibilityRows } from './eligibility';
import {
  defaultImportance,
  defaultWeights,
  exclusionSwitches,
  exclusionSwitchNames,
  icpCriteria,
} from '../fit/icp-definition';
import { intentOfSum, intentRules } from '../intent/intent';
import { gradeRows } from '../fit/grade';
import { leadTiers, tierRows, type TierRow } from './tier';

/** What a stated interest is, in words. */
const statedInterestWords: Readonly<Record<StatedInterest, string>> = {
  refused: `a refusal in ${intentRules.refusalDays} days, nothing asked since`,
  quiet: 'nothing said of late',
  words: `words under two posts in ${intentRules.statedInterestDays} days`,
  question: `a question in ${intentRules.statedInterestDays} days`,
  considering: `price or leaving elsewhere in ${intentRules.askingDays} days`,
  asking: `request in ${intentRules.askingDays} days, or price or leaving under an own or a competitor’s post`,
};

/** Several of them, in words. */
export const statedInterestsInWords = (statedInterests: readonly StatedInterest[]): string =>
  statedInterests.includes('considering') && statedInterests.includes('asking')
    ? `request, price or leaving in ${intentRules.askingDays} days`
    : statedInterests.map((statedInterest) => statedInterestWords[statedInterest]).join(' or ');

/**
 * The conditions of a row of the tier table, in words; none for the last row.
 * @param names what the grade and the intent are called where they are shown.
 */
export function conditionsOf(row: TierRow, names: { readonly grade: string; readonly intent: string }): string[] {
  return [
    row.grades === undefined ? [] : [`${names.grade} ${row.grades.join(' or ')}`],
    row.intentFrom === undefined ? [] : [`${names.intent} ≥ ${row.intentFrom}`],
    row.intentBelow === undefined ? [] : [`${names.intent} < ${row.intentBelow}`],
    row.statedInterests === undefined ? [] : [statedInterestsInWords(row.statedInterests)],
    row.raisesHand === true ? ['a request or an asked price, no exclusion, and no must known not to match'] : [],
    row.companyKnown === false ? ['name, size and industry of the company unknown'] : [],
  ].flat();
}

/** Everything that decides a score or tier, as JSON. Numbers come from the tables the rules themselves read. */
export function explainScoring() {
  return {
    icp: {
      range: { minimum: 0, maximum: 100 },
      formula: '100 * matched / sqrt(known * asked)',
      criteria: icpCriteria.map((criterion) => ({
        criterion,
        defaultWeight: defaultWeights[criterion],
        defaultImportance: defaultImportance[criterion],
      })),
      seniorities,
      functions: jobFunctions,
      companySizes,
      sectors,
    },
    intent: {
      range: { minimum: 0, maximum: 100 },
      formula:
        '100 * (1 - exp(-S / scale)), S = sum of weight * watchlistFactor * timingFactor * 2^(-ageDays / halfLifeDays) * discount',
      ...intentRules,
      freshExamples: freshExamples(),
    },
    grades: gradeRows.map(({ grade, name }) => ({ grade, rule: name })),
    exclude: exclusionSwitchNames.map((name) => ({ name, ...exclusionSwitches[name] })),
    tiers: { order: leadTiers, rules: tierRows },
    eligibility: eligibilityRows.map(({ reason, excludes }) => ({ reason, excludes })),
  };
}

/** Scores of fresh engagements under unwatched posts, to give the scale a feel. */
function freshExamples() {
  const { weights, commentWeights, discounts, distinctPostBonus } = intentRules;
  const likes = (posts: number) => (weights.like * (1 - discounts.applause ** posts)) / (1 - discounts.applause);
  return [
    { engagements: 'one like', score: intentOfSum(weights.like) },
    { engagements: 'one comment', score: intentOfSum(commentWeights.plain) },
    { engagements: 'one question', score: intentOfSum(commentWeights.question) },
    { engagements: 'one request', score: intentOfSum(commentWeights.request) },
    { engagements: 'likes of three posts', score: intentOfSum(likes(3)) },
    { engagements: 'likes of thirty posts', score: intentOfSum(likes(30)) },
    { engagements: 'comments under two posts', score: intentOfSum(2 * commentWeights.plain + distinctPostBonus) },
    { engagements: 'questions under two posts', score: intentOfSum(2 * commentWeights.question + distinctPostBonus) },
  ];
}
