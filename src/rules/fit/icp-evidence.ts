/** What is known of a person, what a criterion says of them, and how evidence is made. */
import type { ExclusionCriterion, ExclusionSwitch, IcpCriterion, Importance } from './icp-definition';

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

export type Outcome = IcpEvidence['outcome'];

export type Judge = (facts: IcpFacts) => IcpEvidence;
export type Exclusion = (facts: IcpFacts) => IcpEvidence | null;

/** A criterion as an ICP asks for it. */
export interface Asked {
  readonly criterion: IcpCriterion;
  readonly weight: number;
  readonly importance: Importance;
}

export function verdict(asked: Asked, matches: boolean, detail: string): IcpEvidence {
  return evidenceOf(asked, matches ? 'match' : 'mismatch', detail);
}

export function evidenceOf({ criterion, weight, importance }: Asked, outcome: Outcome, detail: string): IcpEvidence {
  return Object.freeze({ criterion, outcome, weight, importance, detail });
}

export function exclusion(criterion: ExclusionCriterion, detail: string): IcpEvidence {
  return Object.freeze({ criterion, outcome: 'mismatch', weight: 0, importance: 'must', detail });
}

/** Remembers the last answer: exclusions and titles ask for the same title of one person. */
export function remembered(make: (text: string) => string): (text: string) => string {
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
export function cached<T>(make: (text: string) => T): (text: string) => T {
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
