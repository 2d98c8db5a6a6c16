/** Why a tier is what it is, and what keeps somebody from PRIORITY: as codes to be stored, and as sentences to be shown. */
import { askingClasses, type AskingClass, type LeadTier, type StatedInterest } from '../../shared/values';
import type { GradedCriterion } from '../fit/grade';
import { intentRules } from '../intent/intent';
import { tierOf, tierRows, unprovenRow, unprovenTitleRow, type TierFacts, type TierRow } from './tier';

/** A criterion as it turned out; of exclusions the name begins with `excluded`. */
interface JudgedCriterion extends GradedCriterion {
  readonly criterion: string;
  readonly detail: string;
}

/** Sentences about the fit at most; one more says what is missing beside it. */
const mostOfFit = 2;
/** Longest text of `excludedBecause`. */
const longest = 200;

const criterionWords: Readonly<Record<string, string>> = {
  role: 'role',
  location: 'country',
  industry: 'industry',
  size: 'company size',
  company: 'company',
};

/** What is missing beside the fit. */
const missing = {
  request: `No request in ${intentRules.askingDays} days.`,
  // What they asked was asked of somebody else, or longer ago.
  fresh: `Nothing asked in ${intentRules.statedInterestDays} days under posts of your team or of competitors.`,
  fading: 'Too little engagement since their request.',
  refused: 'Asked nothing since they said no.',
  title: 'Only a language model knows the job title: see whether it is right.',
  unproven: 'Only a language model reads it so: compare it first (leadlight reader compare).',
} as const;
/** What is missing under a row in place of PRIORITY. */
export const gapOf = (row: TierRow): string => (row === unprovenTitleRow ? 'title' : 'unproven') satisfies Missing;
type Missing = keyof typeof missing;

const isExclusion = ({ criterion }: JudgedCriterion) => criterion.startsWith('excluded');

/** Why a profile leaves somebody out, in words; null where it does not. */
export function excludedBecause(criteria: readonly JudgedCriterion[]): string | null {
  const details = criteria.filter(isExclusion).map(({ detail }) => detail);
  return details.length === 0 ? null : details.join('; ').slice(0, longest);
}

/**
 * What keeps somebody from PRIORITY, as comma-separated codes: `location?` is not known, `industry!` does not fit. Empty for PRIORITY and
 * for who is left out.
 */
export function tierGaps(criteria: readonly JudgedCriterion[], facts: TierFacts): string {
  const { grade, statedInterest } = facts;
  if (criteria.some(isExclusion) || tierOf(facts) === 'PRIORITY') return '';
  const fit = grade === 'A' ? [] : fitGaps(criteria).slice(0, mostOfFit);
  const best: TierFacts = { ...facts, grade: 'A' };
  if (tierOf(best) === 'PRIORITY') return fit.join(',');
  const said = tierOf({ ...best, companyKnown: true }) === 'PRIORITY' ? 'company?' : missingWords(statedInterest);
  return [...fit, said].join(',');
}

/** What matters most first: a must, known not to match before unknown; then a should that does not match; then what is unknown. */
function fitGaps(criteria: readonly JudgedCriterion[]): string[] {
  const gaps = (importances: readonly string[], outcome: GradedCriterion['outcome'], sign: string) =>
    criteria
      .filter((one) => importances.includes(one.importance) && one.outcome === outcome)
      .map(({ criterion }) => `${criterion}${sign}`);
  const decisive = [
    ...gaps(['must'], 'mismatch', '!'),
    ...gaps(['must'], 'unknown', '?'),
    ...gaps(['should'], 'mismatch', '!'),
  ];
  return decisive.length > 0
    ? decisive
    : [...gaps(['should', 'nice'], 'unknown', '?'), ...gaps(['nice'], 'mismatch', '!')];
}

function missingWords(statedInterest: StatedInterest): Missing {
  if (statedInterest === 'refused') return 'refused';
  if (statedInterest === 'asking') return 'fading';
  return statedInterest === 'considering' ? 'fresh' : 'request';
}

/** What stands for `{asked}` in the sentence of a row. */
const askedWords: Readonly<Record<AskingClass, string>> = {
  request: 'asked for an offer, a demo or the like',
  price: 'asked a price',
  leaving: 'left or is leaving a vendor',
};
/** Of leads that were scored before it was noted what they asked. */
const askedSomehow = 'asked for something, asked a price or is leaving a vendor';

/**
 * What is not known, or does not fit, of somebody who asked, as a code of `tierGaps`: what matters most. Null when nothing is.
 */
export const doubtOf = (criteria: readonly JudgedCriterion[]): string | null => fitGaps(criteria)[0] ?? null;

/** Codes of `doubtOf` in words. */
const doubtWords: ReadonlyMap<string, string> = new Map(
  Object.entries(criterionWords).flatMap(([criterion, name]) => [
    [`${criterion}?`, `the ${name} is unknown`] as const,
    [`${criterion}!`, `the ${name} is not one you named`] as const,
  ]),
);
const someDoubt = 'too little is known of them';

/**
 * What is stored of the row that decided: its name, with what was asked and what is in doubt where its sentence says that. At most 60
 * characters.
 * @param doubt what `doubtOf` says.
 */
export function rowMark({ name, reason }: TierRow, asked: AskingClass | null, doubt: string | null = null): string {
  const doubted = doubt !== null && reason.includes('{doubt}') ? `${name} (${doubt})` : name;
  return asked !== null && reason.includes('{asked}') ? `${doubted}: ${asked}` : doubted;
}

/** What was asked, as a stored mark (`rowMark`) says; null where it says nothing of that. */
export const askedOf = (mark: string | null): AskingClass | null =>
  askingClasses.find((asked) => mark?.endsWith(`: ${asked}`)) ?? null;

const reasonByMark = new Map(
  [...tierRows, unprovenRow, unprovenTitleRow].flatMap((row) =>
    [null, ...(row.reason.includes('{doubt}') ? doubtWords.keys() : [])].flatMap((doubt) => {
      const reason = row.reason.replace('{doubt}', doubtWords.get(doubt ?? '') ?? someDoubt);
      return [
        [rowMark(row, null, doubt), reason.replace('{asked}', askedSomehow)] as const,
        ...askingClasses.map(
          (asked) => [rowMark(row, asked, doubt), reason.replace('{asked}', askedWords[asked])] as const,
        ),
      ];
    }),
  ),
);

/** Of leads that were scored before rows were noted, or by rows that are gone. */
const reasonByTier: Readonly<Record<LeadTier, string>> = {
  PRIORITY: 'Best fit and strong intent.',
  QUALIFIED: 'Good fit and clear intent.',
  NURTURE: 'Not enough fit or intent yet.',
  UNQUALIFIED: 'Does not fit your ideal customer profile.',
};

/**
 * Why somebody has their tier, as one sentence.
 * @param mark what `rowMark` gave; null where it was not noted. @param excluded what `excludedBecause` says.
 */
export function tierReason(tier: LeadTier, mark: string | null, excluded: string | null): string {
  if (excluded !== null) return `Left out by your ideal customer profile: ${excluded}.`;
  return reasonByMark.get(mark ?? '') ?? reasonByTier[tier];
}

/** Codes of `tierGaps` as sentences. @param country where colleagues are, as a guess (`colleagues.ts`) */
export function gapSentences(codes: string, country: string | null = null): string[] {
  return codes === '' ? [] : codes.split(',').flatMap((code) => sentenceOf(code, country) ?? []);
}

function sentenceOf(code: string, country: string | null): string | undefined {
  if (code === 'location?' && country !== null) return `The country is unknown; colleagues are in ${country}.`;
  const known: Readonly<Record<string, string>> = missing;
  if (known[code] !== undefined) return known[code];
  const name = criterionWords[code.slice(0, -1)];
  if (name === undefined) return undefined;
  return code.endsWith('?') ? `The ${name} is unknown.` : `The ${name} does not fit.`;
}
