/**
 * A country that is not known, guessed from who works for the same company. It is said and counts for nothing: the criterion stays unknown,
 * because companies have people in many countries.
 */
import type { GradedCriterion } from './grade';
import { countryName } from '../../../packages/reader/src';

/** Colleagues that a guess needs. */
const fewest = 2;
/** Colleagues that are looked at. */
export const mostColleagues = 50;

/** @param countries of colleagues (ISO codes). @returns the one that all of them share, by name; null where they share none. */
export function sharedCountry(countries: readonly string[]): string | null {
  const [first] = countries;
  if (first === undefined || countries.length < fewest || countries.some((country) => country !== first)) return null;
  return countryName(first);
}

interface OutcomeOfCriterion extends Pick<GradedCriterion, 'outcome'> {
  readonly criterion: string;
  readonly detail: string;
}

/** Whether the country is asked for and not known. */
export const lacksCountry = (criteria: readonly OutcomeOfCriterion[]): boolean =>
  criteria.some(({ criterion, outcome }) => criterion === 'location' && outcome === 'unknown');

/** The evidence with the guess beside what is not known. */
export const withGuess = <Criterion extends OutcomeOfCriterion>(
  criteria: readonly Criterion[],
  country: string,
): Criterion[] =>
  criteria.map((one) =>
    lacksCountry([one]) ? { ...one, detail: `${one.detail}; colleagues are in ${country}` } : one,
  );
