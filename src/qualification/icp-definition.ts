/** The ideal customer profile as an operator writes it (YAML or JSON), checked and brought to one spelling. */
import { z } from 'zod';
import { companySizes, companySizeSpan, parseCompanySize, type CompanySize } from './company-size';
import { jobFunctions } from './function-words';
import { canonicalIndustry } from './industry';
import { countryOf } from './location';
import { seniorities } from './title-words';

/** What an ICP can ask for, in the order evidence lists it, with the weight used when the file names none. */
export const defaultWeights = { title: 35, industry: 20, size: 20, location: 15, function: 10 } as const;
export type IcpCriterion = keyof typeof defaultWeights;
export const icpCriteria = Object.keys(defaultWeights) as readonly IcpCriterion[];

const longestList = 200;

/** A list of values; duplicates collapse. A missing or empty one asks for nothing. */
function listOf<T extends z.ZodType>(item: T, what: string) {
  return z
    .array(item, { error: `must be a list of ${what}` })
    .max(longestList, `at most ${longestList} values`)
    .transform((values) => [...new Set(values)])
    .default([]);
}

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values, what: string) {
  return z.enum(values, {
    error: (issue) => `${shown(issue.input)} is no ${what}; use one of ${values.join(', ')}`,
  });
}

const words = z
  .string({ error: (issue) => `${shown(issue.input)} is no text; put it in quotes` })
  .trim()
  .max(160, 'at most 160 characters')
  .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or digit');

const seniority = oneOf(seniorities, 'seniority');
const jobFunction = oneOf(jobFunctions, 'function');
const industry = words.transform((text) => canonicalIndustry(text) ?? text);

const country = z
  .string({ error: (issue) => `${shown(issue.input)} is no country; put the code in quotes` })
  .transform((text, context) => {
    const code = countryOf(text);
    if (code !== null) return code;
    context.addIssue({
      code: 'custom',
      message: `${shown(text)} is no country; use an ISO code such as DE, or its name`,
    });
    return z.NEVER;
  });

/** `51-200`, a head count, or a span of buckets such as `51-5000`. */
const sizes = z
  .array(z.union([z.string(), z.number()], { error: (issue) => `${shown(issue.input)} is no company size` }), {
    error: 'must be a list of company sizes',
  })
  .max(longestList, `at most ${longestList} values`)
  .transform((values, context): CompanySize[] => {
    const found = values.flatMap((value, at) => {
      const text = String(value);
      const one = parseCompanySize(value);
      const span = /[-–+]/.test(text) ? companySizeSpan(text) : null;
      if (span !== null) return span;
      if (one !== null) return [one];
      context.addIssue({
        code: 'custom',
        path: [at],
        message: `${shown(value)} is no company size; use ${companySizes.join(', ')}, or a span of them such as 51-5000`,
      });
      return [];
    });
    return companySizes.filter((size) => found.includes(size));
  })
  .default([]);

const weight = z
  .number({ error: (issue) => `${shown(issue.input)} is no weight; use a number from 0 to 1000` })
  .min(0, 'must be 0 or more')
  .max(1000, 'must be 1000 or less')
  .refine((value) => value <= 0 || value >= 0.001, 'must be 0 or at least 0.001');

const unknownKeys = (allowed: readonly string[]) => (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys'
    ? `unknown field ${issue.keys.map((key) => shown(key)).join(', ')}; known are ${allowed.join(', ')}`
    : issue.code === 'invalid_type'
      ? `must be an object with ${allowed.join(', ')}`
      : undefined;

/** The lists that an ICP can ask for or exclude. `companies` can only be excluded. */
const listFields = ['titles', 'seniorities', 'functions', 'industries', 'sizes', 'countries'] as const;
const lists = () => ({
  /** Words of a title, matched as whole words: `Head of Growth`, `Revenue Operations`. */
  titles: listOf(words, 'titles'),
  seniorities: listOf(seniority, 'seniorities'),
  functions: listOf(jobFunction, 'functions'),
  industries: listOf(industry, 'industries'),
  sizes,
  countries: listOf(country, 'countries'),
});

const exclusionsSchema = z.strictObject(
  { ...lists(), companies: listOf(words, 'company names') },
  { error: unknownKeys([...listFields, 'companies']) },
);

const weightsSchema = z.strictObject(
  {
    title: weight.default(defaultWeights.title),
    industry: weight.default(defaultWeights.industry),
    size: weight.default(defaultWeights.size),
    location: weight.default(defaultWeights.location),
    function: weight.default(defaultWeights.function),
  },
  { error: unknownKeys(icpCriteria) },
);

/** The definition. Strict: a field we do not know is refused, because a mistyped one would silently ask for nothing. */
export const icpDefinitionSchema = z
  .strictObject(
    {
      /** For people; not used in matching. */
      name: words.optional(),
      description: z.string().max(2_000, 'at most 2000 characters').optional(),
      ...lists(),
      exclusions: exclusionsSchema.prefault({}),
      weights: weightsSchema.prefault({}),
    },
    { error: unknownKeys(['name', 'description', ...listFields, 'exclusions', 'weights']) },
  )
  .superRefine((definition, context) => {
    const configured = configuredCriteria(definition);
    if (configured.length === 0) {
      context.addIssue({ code: 'custom', message: `asks for nothing; give at least one of ${listFields.join(', ')}` });
    } else if (configured.every((criterion) => definition.weights[criterion] === 0)) {
      context.addIssue({
        code: 'custom',
        path: ['weights'],
        message: `must not be 0 for everything that is asked for (${configured.join(', ')})`,
      });
    }
  });

export type IcpDefinition = z.output<typeof icpDefinitionSchema>;
/** The definition as written, before defaults. */
export type IcpInput = z.input<typeof icpDefinitionSchema>;

export interface IcpProblem {
  /** `exclusions.countries[1]`; empty for the whole file. */
  readonly path: string;
  readonly message: string;
}

/**
 * Checks a definition read from YAML or JSON.
 * @returns the definition with defaults filled in, or every problem at once. Reading its own output changes nothing.
 */
export function readIcp(input: unknown): { definition: IcpDefinition } | { problems: readonly IcpProblem[] } {
  const parsed = icpDefinitionSchema.safeParse(input);
  if (parsed.success) return { definition: parsed.data };
  return { problems: parsed.error.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message })) };
}

/** The criteria that a definition asks for, in the order of `defaultWeights`. */
export function configuredCriteria(definition: Omit<IcpDefinition, 'weights' | 'exclusions'>): IcpCriterion[] {
  const asked: Record<IcpCriterion, boolean> = {
    title: definition.titles.length + definition.seniorities.length > 0,
    industry: definition.industries.length > 0,
    size: definition.sizes.length > 0,
    location: definition.countries.length > 0,
    function: definition.functions.length > 0,
  };
  return icpCriteria.filter((criterion) => asked[criterion]);
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key)),
    '',
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
