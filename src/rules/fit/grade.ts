/** The grade of a fit: what the percent cannot say, namely which criteria are met. */
import type { FitGrade, Importance } from '../../shared/values';

export { type FitGrade };

/** What a grade is made of: each criterion asked for, with how much it matters and how it turned out. */
export interface GradedCriterion {
  readonly importance: Importance;
  readonly outcome: 'match' | 'mismatch' | 'unknown';
}

export interface GradeRow {
  readonly grade: FitGrade;
  readonly name: string;
  readonly applies: (fit: GradedFit) => boolean;
}

interface GradedFit {
  readonly percent: number;
  readonly excluded: boolean;
  readonly musts: { readonly asked: number; readonly match: number; readonly mismatch: number };
  readonly shouldMismatch: number;
}

/** Percent below which a fit is no fit, weak, or short of the best. */
export const gradeBounds = { poor: 40, weak: 60, best: 75 } as const;

/** Read from the top; the first row that applies decides. */
export const gradeRows: readonly GradeRow[] = [
  { grade: 'D', name: 'excluded', applies: ({ excluded }) => excluded },
  { grade: 'D', name: 'two musts known not to match', applies: ({ musts }) => musts.mismatch >= 2 },
  { grade: 'D', name: `fit below ${gradeBounds.poor}`, applies: ({ percent }) => percent < gradeBounds.poor },
  { grade: 'C', name: 'a must known not to match', applies: ({ musts }) => musts.mismatch > 0 },
  { grade: 'C', name: 'no must known to match', applies: ({ musts }) => musts.asked > 0 && musts.match === 0 },
  { grade: 'C', name: 'two shoulds known not to match', applies: ({ shouldMismatch }) => shouldMismatch >= 2 },
  { grade: 'C', name: `fit below ${gradeBounds.weak}`, applies: ({ percent }) => percent < gradeBounds.weak },
  {
    grade: 'A',
    name: `all musts match, no should known not to, fit from ${gradeBounds.best}`,
    applies: ({ musts, shouldMismatch, percent }) =>
      musts.match === musts.asked && shouldMismatch === 0 && percent >= gradeBounds.best,
  },
  { grade: 'B', name: 'everyone else', applies: () => true },
];

/**
 * The grade of a fit. Learning that an unknown criterion matches never lowers it, that it does not never raises it.
 * @param percent 0 to 100, of the same criteria.
 */
export function gradeOf(criteria: readonly GradedCriterion[], percent: number, excluded: boolean): FitGrade {
  let asked = 0;
  let match = 0;
  let mismatch = 0;
  let shouldMismatch = 0;
  for (const { importance, outcome } of criteria) {
    if (importance === 'must') {
      asked += 1;
      if (outcome === 'match') match += 1;
      if (outcome === 'mismatch') mismatch += 1;
    } else if (importance === 'should' && outcome === 'mismatch') shouldMismatch += 1;
  }
  const fit = { percent, excluded, musts: { asked, match, mismatch }, shouldMismatch };
  return gradeRows.find((row) => row.applies(fit))?.grade ?? 'D';
}
