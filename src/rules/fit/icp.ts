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
import {
  companyKeys,
  companySizes,
  countryName,
  fieldWordFinder,
  fold,
  industryKey,
  industryOf,
  isKnownIndustry,
  isListed,
  jobFunctions,
  listedTitle,
  openingOf,
  roleOf,
  sectorOf,
  seniorities,
  titlePhrase,
  topLevelsOf,
  type Seniority,
} from '../../../packages/reader/src';
import { gradeOf, type FitGrade } from './grade';
import {
  configuredCriteria,
  icpDefinitionSchema,
  type ExclusionCriterion,
  type ExclusionSwitch,
  type IcpCriterion,
  type IcpDefinition,
  type IcpInput,
  type Importance,
} from './icp-definition';
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
export type { IcpCriterion, IcpDefinition, IcpInput, Importance } from './icp-definition';

/** What matching needs to know of a person; null where unknown. */
export interface IcpFacts {
  readonly title: string | null;
  /** As written. What opens it is a listed title too, where no title is known or it begins with the title. */
  readonly headline?: string | null;
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
  /** Why they may be no lead; each counts where the ICP has its switch on. */
  readonly reasons?: readonly ExclusionReason[];
}

/** Something about a person that an ICP can leave out, with the words that say so. */
export interface ExclusionReason {
  readonly name: ExclusionSwitch;
  readonly detail: string;
}

export interface IcpEvidence {
  readonly criterion: IcpCriterion | ExclusionCriterion;
  readonly outcome: 'match' | 'mismatch' | 'unknown';
  /** Whole percent of what the ICP asks; the criteria add up to 100. An exclusion has 0: it is no part of the sum. */
  readonly weight: number;
  /** What the ICP says of the criterion; an exclusion is a must. */
  readonly importance: Importance;
  readonly detail: string;
}

export interface IcpMatch {
  readonly percent: number;
  readonly grade: FitGrade;
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

const excludedBy: Readonly<Record<ExclusionSwitch, ExclusionCriterion>> = {
  ownStaff: 'excludedOwnStaff',
  competitorStaff: 'excludedCompetitorStaff',
  recruiters: 'excludedRecruiters',
  vendors: 'excludedVendors',
  students: 'excludedStudents',
  jobSeekers: 'excludedJobSeekers',
  aspiring: 'excludedAspiring',
  interim: 'excludedInterim',
  freelance: 'excludedFreelance',
  retired: 'excludedRetired',
};

/** A criterion as an ICP asks for it. */
interface Asked {
  readonly criterion: IcpCriterion;
  readonly weight: number;
  readonly importance: Importance;
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

type Outcome = IcpEvidence['outcome'];

/**
 * The role: a listed title (`listed-title.ts`), also where it opens the headline in words that no list has ("Reineier | Lávka"), a word of a listed field whatever the rank, or a listed seniority together with a listed function; where only one of the two is asked, that one.
 *
 * General management (owner, chief executive, general manager) runs every function and matches any. A title that is known but
 * names no rank ("Software Engineer") is an individual contributor's, so no match for a list of ranks, unless its words are
 * foreign to the tables altogether: then the rank stays unknown.
 */
function roleJudge(definition: IcpDefinition, asked: Asked, phraseOf: (title: string) => string): Judge {
  const listed = definition.titles.map(listedTitle);
  const byTitle = listed.map(({ title }) => evidenceOf(asked, 'match', `title has "${title}"`));
  const fieldWordIn = fieldWordFinder(definition.fieldWords);
  const ranks: ReadonlySet<string> = new Set(definition.seniorities);
  const functions: ReadonlySet<string> = new Set(definition.functions);
  const verdicts = (outcome: Outcome) => cached((detail) => evidenceOf(asked, outcome, detail));
  const shown = { match: verdicts('match'), mismatch: verdicts('mismatch'), unknown: verdicts('unknown') };

  return (facts) => {
    const { title, headline } = facts;
    if (title !== null && listed.length > 0) {
      const words = phraseOf(title);
      const found = byTitle[listed.findIndex((one) => isListed(one, title, words))];
      if (found !== undefined) return found;
    }
    if (headline && listed.length > 0) {
      const words = phraseOf(openingOf(headline));
      const isSame = title === null || words.startsWith(phraseOf(title));
      const found = byTitle[listed.findIndex(({ phrase }) => isSame && phrase === words)];
      if (found !== undefined) return found;
    }
    const word = title === null ? undefined : fieldWordIn(title);
    if (word !== undefined) return shown.match(`title has "${word}"`);
    if (ranks.size === 0 && functions.size === 0) {
      return title === null ? shown.unknown('title unknown') : shown.mismatch(notNamed.title);
    }
    const rank = ranks.size === 0 ? null : rankOutcome(facts, ranks);
    const field = functions.size === 0 ? null : functionOutcome(facts, functions);
    const asks = [rank, field].filter((part) => part !== null);
    const outcome: Outcome = asks.some((part) => part.outcome === 'mismatch')
      ? 'mismatch'
      : asks.every((part) => part.outcome === 'match')
        ? 'match'
        : 'unknown';
    const decisive = asks.filter((part) => part.outcome === outcome);
    return shown[outcome](decisive.map((part) => part.detail).join(', '));
  };
}

/** Why a role does not match where nothing known speaks against it: the title says no other rank or field, only none that was named. */
const notNamed = { title: 'title is not listed', rank: 'title names no rank' } as const;
const notNamedDetails: ReadonlySet<string> = new Set(Object.values(notNamed));

/** Whether a role is a mismatch only because nothing that was named stands in the title. */
export const isNotNamed = ({ criterion, detail }: { readonly criterion: string; readonly detail: string }): boolean =>
  criterion === 'role' && notNamedDetails.has(detail);

interface Part {
  readonly outcome: Outcome;
  readonly detail: string;
}

/** Whether somebody's rank is listed. */
function rankOutcome(
  { title, seniority, function: jobFunction, companySize }: IcpFacts,
  ranks: ReadonlySet<string>,
): Part {
  if (seniority === null || !seniorities.some((level) => level === seniority)) {
    if (title === null) return { outcome: 'unknown', detail: 'title unknown' };
    if (jobFunction === null) return { outcome: 'unknown', detail: 'seniority unknown' };
    return { outcome: 'mismatch', detail: notNamed.rank };
  }
  const detail = `seniority ${seniority}`;
  // Who asks for chiefs means owners too.
  if (ranks.has(seniority) || (seniority === 'owner' && ranks.has('cxo'))) return { outcome: 'match', detail };
  // "Founder & CEO" is stored as owner; who asks for cxo means them too.
  if (title !== null && isTop(seniority)) {
    const held = topLevelsOf(title);
    for (const level of severalAtOnce) {
      if (ranks.has(level) && held.has(level)) return { outcome: 'match', detail: `seniority ${level}` };
    }
  }
  // A partner owns a part of the firm and runs it too.
  if (seniority === 'partner' && (ranks.has('owner') || ranks.has('cxo')) && !large.has(companySize ?? ''))
    return { outcome: 'unknown', detail };
  return { outcome: 'mismatch', detail };
}

/** Levels that run a company, a branch or a site where the function is general management. */
const runs: ReadonlySet<string> = new Set(['cxo', 'partner', 'vp', 'director', 'manager'] satisfies Seniority[]);

/** Levels that run a small company where the title names no field. */
const runsSmall: ReadonlySet<string> = new Set(['director', 'partner'] satisfies Seniority[]);
/** Sizes in which a director has a field, named or not. */
const large: ReadonlySet<string> = new Set(companySizes.slice(companySizes.indexOf('201-500')));

/** Whether somebody's function is listed, or they run all of them. */
function functionOutcome(
  { title, seniority, function: jobFunction, companySize }: IcpFacts,
  functions: ReadonlySet<string>,
): Part {
  if (seniority === 'owner' || (seniority !== null && runs.has(seniority) && jobFunction === 'management')) {
    return { outcome: 'match', detail: 'general management' };
  }
  // "Director, Kwik Kleen": of a small company, who names no field runs it.
  if (
    jobFunction === null &&
    title !== null &&
    seniority !== null &&
    runsSmall.has(seniority) &&
    !large.has(companySize ?? '') &&
    roleOf(title).wholly
  )
    return { outcome: 'match', detail: 'general management' };
  if (jobFunction === null || !jobFunctions.some((name) => name === jobFunction)) {
    return { outcome: 'unknown', detail: 'function unknown' };
  }
  const isAsked = functions.has(jobFunction);
  // A partner runs the firm too, whatever else they do there.
  if (!isAsked && seniority === 'partner' && !large.has(companySize ?? ''))
    return { outcome: 'unknown', detail: `partner, function ${jobFunction}` };
  return { outcome: isAsked ? 'match' : 'mismatch', detail: `function ${jobFunction}` };
}

/** Levels that one person often holds together. */
const severalAtOnce = ['owner', 'cxo', 'partner'] as const satisfies readonly Seniority[];
function isTop(level: string): boolean {
  return severalAtOnce.some((top) => top === level);
}

function industryJudge(definition: IcpDefinition, asked: Asked): Judge {
  const wanted = industrySet(definition.industries);
  const unknown = evidenceOf(asked, 'unknown', 'industry unknown');
  const seen = cached((industry) => {
    const label = industryOf(industry);
    if (label === null) return unknown;
    const isListed = wanted(label);
    return verdict(asked, isListed, isKnownIndustry(label) ? label : `industry is ${isListed ? '' : 'not '}listed`);
  });
  return ({ industry }) => seen(industry ?? '');
}

/** A label that no list has is somebody's own words, which stay out of ours. */
function excludedIndustry(industry: string): string {
  const label = industryOf(industry);
  return label !== null && isKnownIndustry(label) ? `industry ${label}` : 'industry is one that you leave out';
}

/** Whether an industry is one of these, or lies in a sector that is. */
function industrySet(industries: readonly string[]): (label: string) => boolean {
  const keys = new Set(industries.map(industryKey));
  return (label) => {
    const sector = sectorOf(industryOf(label) ?? label);
    return keys.has(industryKey(label)) || (sector !== null && keys.has(industryKey(sector)));
  };
}

/** The keys of a company. A name that means none ("Self-employed") is its own. */
function keysOfCompany(name: string): readonly string[] {
  const keys = companyKeys(name);
  return keys.length > 0 ? keys : [fold(name).trim()];
}

/** The exclusions that are configured, each giving evidence when it holds. */
function exclusionsOf(excluded: IcpDefinition['exclusions'], phraseOf: (title: string) => string): Exclusion[] {
  const list: Exclusion[] = [];
  if (excluded.titles.length > 0) {
    const rows = excluded.titles.map((title) => ({
      phrase: titlePhrase(title),
      evidence: exclusion('excludedTitle', `title has "${title}"`),
    }));
    list.push(({ title }) => {
      if (title === null) return null;
      const words = phraseOf(title);
      return rows.find(({ phrase }) => words.includes(phrase))?.evidence ?? null;
    });
  }
  if (excluded.companies.length > 0) {
    const names = new Map(
      excluded.companies.flatMap((name) => {
        const evidence = exclusion('excludedCompany', `company ${name}`);
        return keysOfCompany(name).map((key) => [key, evidence] as const);
      }),
    );
    list.push(({ companyName }) => {
      const key = companyName === null ? undefined : keysOfCompany(companyName).find((one) => names.has(one));
      return key === undefined ? null : (names.get(key) ?? null);
    });
  }
  if (excluded.industries.length > 0) {
    const isExcluded = industrySet(excluded.industries);
    const seen = cached((industry) =>
      isExcluded(industry) ? exclusion('excludedIndustry', excludedIndustry(industry)) : null,
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
    const rows = new Map(values.map((value) => [value, exclusion(criterion, `${noun} ${value}`)]));
    list.push((facts) => rows.get(read(facts) ?? '') ?? null);
  }
  return list;
}

function verdict(asked: Asked, matches: boolean, detail: string): IcpEvidence {
  return evidenceOf(asked, matches ? 'match' : 'mismatch', detail);
}

function evidenceOf({ criterion, weight, importance }: Asked, outcome: Outcome, detail: string): IcpEvidence {
  return Object.freeze({ criterion, outcome, weight, importance, detail });
}

function exclusion(criterion: ExclusionCriterion, detail: string): IcpEvidence {
  return Object.freeze({ criterion, outcome: 'mismatch', weight: 0, importance: 'must', detail });
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
