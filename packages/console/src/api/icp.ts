/**
 * Converts an ideal customer profile between its stored form and the form's values. Parts that the form does not show are kept.
 */
type Importance = 'must' | 'should' | 'nice';
type Definition = Readonly<Record<string, unknown>>;

export interface ProfileValues {
  readonly titles: readonly string[];
  /** Words of a field, looked for in titles whatever their rank. */
  readonly fieldWords: readonly string[];
  readonly seniorities: readonly string[];
  readonly functions: readonly string[];
  readonly industries: readonly string[];
  readonly sizes: readonly string[];
  readonly countries: readonly string[];
  readonly excludedCompanies: readonly string[];
  readonly importance: Readonly<Record<'role' | 'location' | 'industry' | 'size', Importance>>;
}

/** Ranges of employees, as on the network. */
export const companySizes = [
  '1',
  '2-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const;

const isObject = (value: unknown): value is Definition => typeof value === 'object' && value !== null;
const objectIn = (value: unknown): Definition => (isObject(value) ? value : {});
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const importanceIn = (value: unknown, otherwise: Importance): Importance =>
  value === 'must' || value === 'should' || value === 'nice' ? value : otherwise;

/** The form's values from a definition. */
export function valuesOf(definition: Definition): ProfileValues {
  const importance = objectIn(definition['importance']);
  return {
    titles: textsIn(definition['titles']),
    fieldWords: textsIn(definition['fieldWords']),
    seniorities: textsIn(definition['seniorities']),
    functions: textsIn(definition['functions']),
    industries: textsIn(definition['industries']),
    sizes: textsIn(definition['sizes']),
    countries: textsIn(definition['countries']),
    excludedCompanies: textsIn(objectIn(definition['exclusions'])['companies']),
    importance: {
      role: importanceIn(importance['role'], 'must'),
      location: importanceIn(importance['location'], 'must'),
      industry: importanceIn(importance['industry'], 'should'),
      size: importanceIn(importance['size'], 'should'),
    },
  };
}

/** The definition with the form's values filled in. */
export function definitionWith(definition: Definition, { excludedCompanies, ...values }: ProfileValues): Definition {
  return {
    ...definition,
    ...values,
    exclusions: { ...objectIn(definition['exclusions']), companies: excludedCompanies },
  };
}
