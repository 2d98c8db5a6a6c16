/**
 * Fit: how well a person matches the ideal customer profile, 0 to 100, with the reason for every point.
 *
 * **How unknown counts.** Two readings are honest. Of what is *known*, the share that matches: K says nothing about a person
 * of whom only the title is known, yet would give them 100. Of what is *asked*, the share that matches: it treats unknown as
 * mismatch, and would bury everybody who was imported without enrichment. The percent is the geometric mean of the two:
 *
 *     percent = 100 · √( matched/known · matched/asked ) = 100 · matched / √(known · asked)
 *
 * with all three as sums of weights. Its properties, each held by a test: everything known and matching is 100; nothing known
 * is 0; learning that an unknown criterion matches never lowers it and that it mismatches never raises it, so unknown lies
 * between the two; one match of weight w alone gives √w, so that with the default weights a perfect headline (the role, 45 of
 * 100) gives 67.
 *
 * The percent cannot say which criteria are met; the grade does (`grade.ts`). Exclusions make 0 and D, whatever else matches.
 */
import { companySizes, countryName, titlePhrase } from '../../../packages/reader/src';
import { gradeOf, type FitGrade } from './grade';
import {
  configuredCriteria,
  icpDefinitionSchema,
  type IcpCriterion,
  type IcpDefinition,
  type IcpInput,
} from './icp-definition';
import {
  cached,
  evidenceOf,
  exclusion,
  remembered,
  verdict,
  type Asked,
  type IcpEvidence,
  type IcpFacts,
  type Judge,
} from './icp-evidence';
import { excludedBy, exclusionsOf } from './icp-exclusions';
import { industryJudge } from './industry-criterion';
import { roleJudge } from './role-criterion';
import { wholePercents } from './whole-percents';

export {
  icpChanges,
  icpDefinitionSchema,
  readIcp,
  defaultImportance,
  defaultWeights,
  icpCriteria,
  importances,
} from './icp-definition';
export type { IcpDefinition, IcpInput } from './icp-definition';
export { noFacts, type ExclusionReason, type IcpEvidence, type IcpFacts } from './icp-evidence';
export { isNotNamed } from './role-criterion';

export interface IcpMatch {
  readonly percent: number;
  readonly grade: FitGrade;
  readonly disqualified: boolean;
  /** Exclusions that hold first, then every criterion asked for. Objects are shared and frozen. */
  readonly evidence: readonly IcpEvidence[];
}

/** A definition compiled for matching many people. */
export type IcpMatcher = (facts: IcpFacts) => IcpMatch;

/**
 * Compiles a definition: value look-ups become maps, every piece of evidence over a closed set of values exists once. The
 * matcher then takes a few microseconds for a person.
 * @param input a definition; defaults are filled in. @throws ZodError when it is not valid (`readIcp` reports instead).
 */
export function prepareIcp(input: IcpInput | IcpDefinition): IcpMatcher {
  const definition = icpDefinitionSchema.parse(input);
  const criteria = configuredCriteria(definition).filter((criterion) => definition.weights[criterion] > 0);
  const shares = wholePercents(criteria.map((criterion) => definition.weights[criterion]));
  const phraseOf = remembered(titlePhrase);
  const judges = criteria.map((criterion, n) => ({
    weight: definition.weights[criterion],
    judge: judgeOf[criterion](
      definition,
      { criterion, weight: shares[n] ?? 0, importance: definition.importance[criterion] },
      phraseOf,
    ),
  }));
  const asked = judges.reduce((sum, { weight }) => sum + weight, 0);
  const exclusions = exclusionsOf(definition.exclusions, phraseOf);
  const { exclude } = definition;

  return (facts) => {
    const evidence: IcpEvidence[] = [];
    for (const excludes of exclusions) {
      const found = excludes(facts);
      if (found !== null) evidence.push(found);
    }
    for (const { name, detail } of facts.reasons ?? []) {
      if (exclude[name]) evidence.push(exclusion(excludedBy[name], detail));
    }
    const disqualified = evidence.length > 0;
    const criteriaFrom = evidence.length;
    let matched = 0;
    let known = 0;
    for (const { weight, judge } of judges) {
      const found = judge(facts);
      evidence.push(found);
      if (found.outcome !== 'unknown') known += weight;
      if (found.outcome === 'match') matched += weight;
    }
    const percent = disqualified || matched === 0 ? 0 : Math.round((100 * matched) / Math.sqrt(known * asked));
    return { percent, grade: gradeOf(evidence.slice(criteriaFrom), percent, disqualified), disqualified, evidence };
  };
}

/** Matches one person. For many people of one definition use `prepareIcp` once. */
export function matchIcp(facts: IcpFacts, definition: IcpInput | IcpDefinition): IcpMatch {
  return prepareIcp(definition)(facts);
}

/** How each criterion is judged. One row per criterion. */
const judgeOf: Readonly<
  Record<IcpCriterion, (definition: IcpDefinition, asked: Asked, phraseOf: (title: string) => string) => Judge>
> = {
  role: roleJudge,
  industry: industryJudge,
  size: (definition, asked) => {
    const wanted: ReadonlySet<string> = new Set(definition.sizes);
    const byValue = new Map<string, IcpEvidence>(
      companySizes.map((value) => [value, verdict(asked, wanted.has(value), `company size ${value}`)]),
    );
    const unknown = evidenceOf(asked, 'unknown', 'company size unknown');
    return ({ companySize }) => byValue.get(companySize ?? '') ?? unknown;
  },
  location: (definition, asked) => {
    const wanted: ReadonlySet<string> = new Set(definition.countries);
    const seen = cached((code) => verdict(asked, wanted.has(code), countryName(code)));
    const unknown = evidenceOf(asked, 'unknown', 'country unknown');
    return ({ country }) => (country === null || country === '' ? unknown : seen(country.toUpperCase()));
  },
};
