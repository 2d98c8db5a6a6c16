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
 * between the two; one match of weight w alone gives √w, so that with the default weights a perfect headline (title and
 * function, 45 of 100) gives 67: enough for QUALIFIED, never for PRIORITY, which takes a known company.
 *
 * Exclusions make 0, whatever else matches.
 */
import { companySizes } from './company-size';
import {
  configuredCriteria,
  icpDefinitionSchema,
  type IcpCriterion,
  type IcpDefinition,
  type IcpInput,
} from './icp-definition';
import { jobFunctions } from './function-words';
import { canonicalIndustry, industryKey, sectorOf } from './industry';
import { countryName } from './location';
import { companyKey, titlePhrase } from './names';
import { topLevelsOf } from './role';
import { seniorities, type Seniority } from './title-words';

export { icpDefinitionSchema, readIcp, defaultWeights, icpCriteria } from './icp-definition';
export type { IcpCriterion, IcpDefinition, IcpInput, IcpProblem } from './icp-definition';

/** What matching needs to know of a person; null where unknown. */
export interface IcpFacts {
  readonly title: string | null;
  /** One of `seniorities`; another text counts as unknown. */
  readonly seniority: string | null;
  /** One of `jobFunctions`; another text counts as unknown. */
  readonly function: string | null;
  readonly companyName: string | null;
  /** One of the nine buckets; another text counts as unknown. */
  readonly companySize: string | null;
  /** Any spelling. */
  readonly industry: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

export type ExclusionCriterion =
  | 'excludedTitle'
  | 'excludedSeniority'
  | 'excludedFunction'
  | 'excludedCompany'
  | 'excludedIndustry'
  | 'excludedSize'
  | 'excludedCountry';

export interface IcpEvidence {
  readonly criterion: IcpCriterion | ExclusionCriterion;
  readonly outcome: 'match' | 'mismatch' | 'unknown';
  /** Whole percent of what the ICP asks; the criteria add up to 100. An exclusion has 0: it is no part of the sum. */
  readonly weight: number;
  readonly detail: string;
}

export interface IcpMatch {
  readonly percent: number;
  readonly disqualified: boolean;
  /** Exclusions that hold first, then every criterion asked for. Objects are shared and frozen. */
  readonly evidence: readonly IcpEvidence[];
}

/** A definition compiled for matching many people. */
export type IcpMatcher = (facts: IcpFacts) => IcpMatch;

type Judge = (facts: IcpFacts) => IcpEvidence;
type Exclusion = (facts: IcpFacts) => IcpEvidence | null;

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
    judge: judgeOf[criterion](definition, shares[n] ?? 0, phraseOf),
  }));
  const asked = judges.reduce((sum, { weight }) => sum + weight, 0);
  const exclusions = exclusionsOf(definition.exclusions, phraseOf);

  return (facts) => {
    const evidence: IcpEvidence[] = [];
    for (const excludes of exclusions) {
      const found = excludes(facts);
      if (found !== null) evidence.push(found);
    }
    const disqualified = evidence.length > 0;
    let matched = 0;
    let known = 0;
    for (const { weight, judge } of judges) {
      const found = judge(facts);
      evidence.push(found);
      if (found.outcome !== 'unknown') known += weight;
      if (found.outcome === 'match') matched += weight;
    }
    const percent = disqualified || matched === 0 ? 0 : Math.round((100 * matched) / Math.sqrt(known * asked));
    return { percent, disqualified, evidence };
  };
}

/** Matches one person. For many people of one definition use `prepareIcp` once. */
export function matchIcp(facts: IcpFacts, definition: IcpInput | IcpDefinition): IcpMatch {
  return prepareIcp(definition)(facts);
}

/** How each criterion is judged. One row per criterion. */
const judgeOf: Readonly<
  Record<IcpCriterion, (definition: IcpDefinition, weight: number, phraseOf: (title: string) => string) => Judge>
> = {
  title: titleJudge,
  industry: industryJudge,
  size: (definition, weight) =>
    closedJudge('size', weight, companySizes, definition.sizes, (facts) => facts.companySize, 'company size', String),
  location: (definition, weight) => {
    const seen = cached((code) => verdict('location', weight, wanted.has(code), countryName(code)));
    const wanted: ReadonlySet<string> = new Set(definition.countries);
    const unknown = evidenceOf('location', 'unknown', weight, 'country unknown');
    return ({ country }) => (country === null || country === '' ? unknown : seen(country.toUpperCase()));
  },
  function: (definition, weight) =>
    closedJudge('function', weight, jobFunctions, definition.functions, (facts) => facts.function, 'function', String),
};

/**
 * Titles and seniorities are two ways to say whom the ICP wants, so one of them suffices. A title that is known but names no
 * rank ("Software Engineer") is an individual contributor's, hence no match for a list of ranks, unless its words are foreign
 * to the tables altogether: then the rank stays unknown.
 */
function titleJudge(definition: IcpDefinition, weight: number, phraseOf: (title: string) => string): Judge {
  const phrases = definition.titles.map((title) => ({ title, phrase: titlePhrase(title) }));
  const ranks: ReadonlySet<string> = new Set(definition.seniorities);
  const byRank = new Map(
    seniorities.map((level) => [level as string, verdict('title', weight, ranks.has(level), `seniority ${level}`)]),
  );
  const combined = seniorities.filter((level) => ranks.has(level) && severalAtOnce.has(level));
  const byTitle = phrases.map(({ title }) => evidenceOf('title', 'match', weight, `title has "${title}"`));
  const unknown = evidenceOf('title', 'unknown', weight, 'title unknown');
  const rankUnknown = evidenceOf('title', 'unknown', weight, 'seniority unknown');
  const noRank = evidenceOf('title', 'mismatch', weight, 'title names no rank');
  const otherTitle = evidenceOf('title', 'mismatch', weight, 'title is not listed');

  return ({ title, seniority, function: jobFunction }) => {
    if (title !== null && phrases.length > 0) {
      const words = phraseOf(title);
      const found = phrases.findIndex(({ phrase }) => words.includes(phrase));
      if (found >= 0) return byTitle[found] ?? unknown;
    }
    if (ranks.size === 0) return title === null ? unknown : otherTitle;
    const rank = seniority === null ? undefined : byRank.get(seniority);
    if (rank === undefined) {
      if (title === null) return unknown;
      return jobFunction === null ? rankUnknown : noRank;
    }
    if (rank.outcome === 'match') return rank;
    // "Founder & CEO" is stored as owner; who asks for cxo means them too.
    if (combined.length > 0 && title !== null && isTop(seniority)) {
      const held = topLevelsOf(title);
      const also = combined.find((level) => held.has(level));
      if (also !== undefined) return byRank.get(also) ?? rank;
    }
    return phrases.length > 0 && title === null ? rankUnknown : rank;
  };
}

/** Levels that one person often holds together. */
const severalAtOnce: ReadonlySet<Seniority> = new Set(['owner', 'cxo', 'partner']);
function isTop(level: string | null): boolean {
  return level === 'owner' || level === 'cxo' || level === 'partner';
}

function industryJudge(definition: IcpDefinition, weight: number): Judge {
  const wanted = industrySet(definition.industries);
  const unknown = evidenceOf('industry', 'unknown', weight, 'industry unknown');
  const seen = cached((industry) => {
    const label = canonicalIndustry(industry);
    return label === null ? unknown : verdict('industry', weight, wanted(label), label);
  });
  return ({ industry }) => (industry === null ? unknown : seen(industry));
}

/** Whether an industry is one of these, or lies in a sector that is. */
function industrySet(industries: readonly string[]): (label: string) => boolean {
  const keys = new Set(industries.map(industryKey));
  return (label) => {
    const sector = sectorOf(canonicalIndustry(label) ?? label);
    return keys.has(industryKey(label)) || (sector !== null && keys.has(industryKey(sector)));
  };
}

/** A judge over a closed list of values, with all its evidence made beforehand. */
function closedJudge(
  criterion: IcpCriterion,
  weight: number,
  values: readonly string[],
  wanted: readonly string[],
  read: (facts: IcpFacts) => string | null,
  noun: string,
  show: (value: string) => string,
): Judge {
  const set = new Set(wanted);
  const byValue = new Map(
    values.map((value) => [value, verdict(criterion, weight, set.has(value), `${noun} ${show(value)}`)]),
  );
  const unknown = evidenceOf(criterion, 'unknown', weight, `${noun} unknown`);
  return (facts) => {
    const value = read(facts);
    return value === null ? unknown : (byValue.get(value) ?? unknown);
  };
}

/** The exclusions that are configured, each giving evidence when it holds. */
function exclusionsOf(excluded: IcpDefinition['exclusions'], phraseOf: (title: string) => string): Exclusion[] {
  const list: Exclusion[] = [];
  if (excluded.titles.length > 0) {
    const rows = excluded.titles.map((title) => ({
      phrase: titlePhrase(title),
      evidence: evidenceOf('excludedTitle', 'mismatch', 0, `title has "${title}"`),
    }));
    list.push(({ title }) => {
      if (title === null) return null;
      const words = phraseOf(title);
      return rows.find(({ phrase }) => words.includes(phrase))?.evidence ?? null;
    });
  }
  if (excluded.companies.length > 0) {
    const names = new Map(
      excluded.companies.map((name) => [
        companyKey(name),
        evidenceOf('excludedCompany', 'mismatch', 0, `company ${name}`),
      ]),
    );
    list.push(({ companyName }) => (companyName === null ? null : (names.get(companyKey(companyName)) ?? null)));
  }
  if (excluded.industries.length > 0) {
    const isExcluded = industrySet(excluded.industries);
    const seen = cached((industry) =>
      isExcluded(industry)
        ? evidenceOf('excludedIndustry', 'mismatch', 0, `industry ${canonicalIndustry(industry) ?? industry}`)
        : null,
    );
    list.push(({ industry }) => (industry === null ? null : seen(industry)));
  }
  const plain: readonly [ExclusionCriterion, readonly string[], string, (facts: IcpFacts) => string | null][] = [
    ['excludedSeniority', excluded.seniorities, 'seniority', (facts) => facts.seniority],
    ['excludedFunction', excluded.functions, 'function', (facts) => facts.function],
    ['excludedSize', excluded.sizes, 'company size', (facts) => facts.companySize],
    ['excludedCountry', excluded.countries, 'country', (facts) => facts.country?.toUpperCase() ?? null],
  ];
  for (const [criterion, values, noun, read] of plain) {
    if (values.length === 0) continue;
    const rows = new Map(values.map((value) => [value, evidenceOf(criterion, 'mismatch', 0, `${noun} ${value}`)]));
    list.push((facts) => rows.get(read(facts) ?? '') ?? null);
  }
  return list;
}

function verdict(criterion: IcpCriterion, weight: number, matches: boolean, detail: string): IcpEvidence {
  return evidenceOf(criterion, matches ? 'match' : 'mismatch', weight, detail);
}

function evidenceOf(
  criterion: IcpEvidence['criterion'],
  outcome: IcpEvidence['outcome'],
  weight: number,
  detail: string,
): IcpEvidence {
  return Object.freeze({ criterion, outcome, weight, detail });
}

/** Remembers the last answer: exclusions and titles ask for the same title of one person. */
function remembered(make: (text: string) => string): (text: string) => string {
  let last = '';
  let answer = make(last);
  return (text) => {
    if (text !== last) {
      answer = make(text);
      last = text;
    }
    return answer;
  };
}

/** Remembers answers by text. Bounded: labels of an import repeat, but a hostile file could hold a million of them. */
function cached<T>(make: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (answers.size >= 5_000) answers.clear();
    answers.set(text, made);
    return made;
  };
}

/** Whole percents that add up to 100: the largest remainders are rounded up. */
function wholePercents(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (100 * weight) / total);
  const whole = exact.map(Math.floor);
  let missing = 100 - whole.reduce((sum, percent) => sum + percent, 0);
  const order = exact
    .map((percent, n) => ({ n, rest: percent - Math.floor(percent) }))
    .sort((a, b) => b.rest - a.rest || a.n - b.n);
  for (const { n } of order) {
    if (missing === 0) break;
    whole[n] = (whole[n] ?? 0) + 1;
    missing -= 1;
  }
  return whole;
}

/** What a person with no facts looks like. */
export const noFacts: IcpFacts = Object.freeze({
  title: null,
  seniority: null,
  function: null,
  companyName: null,
  companySize: null,
  industry: null,
  country: null,
});
