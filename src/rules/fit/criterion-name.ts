/** What the criteria of a customer profile are called where people read of them. */
const names: Readonly<Record<string, string>> = {
  role: 'role',
  location: 'country',
  industry: 'industry',
  size: 'company size',
  company: 'company',
};

/** The name of a criterion; undefined for an exclusion, whose detail says all. */
export const criterionName = (criterion: string): string | undefined =>
  Object.hasOwn(names, criterion) ? names[criterion] : undefined;

const outcomes = { match: 'fits', mismatch: 'does not fit' } as const;

/** How a criterion turned out, on one line: `role does not fit: title names no rank`. */
export function criterionLine({
  criterion,
  outcome,
  detail,
}: {
  readonly criterion: string;
  readonly outcome: 'match' | 'mismatch' | 'unknown';
  readonly detail: string;
}): string {
  const name = criterionName(criterion);
  if (name === undefined) return `left out: ${detail}`;
  if (outcome !== 'unknown') return `${name} ${outcomes[outcome]}: ${detail}`;
  // The detail may say what is known all the same, such as where colleagues are.
  return detail.startsWith(`${name} unknown`)
    ? detail.replace(`${name} `, `${name} is `)
    : `${name} is unknown: ${detail}`;
}
