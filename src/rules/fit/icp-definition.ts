/** The ideal customer profile as an operator writes it (YAML or JSON), checked and brought to one spelling. */
import { z } from 'zod';
import { importances, type Importance } from '../../shared/values';
import {
  companySizes,
  companySizeSpan,
  countryOf,
  industryOf,
  jobFunctions,
  parseCompanySize,
  seniorities,
  type CompanySize,
} from '../../../packages/reader/src';

/** What an ICP can ask for, in the order evidence lists it. */
export const icpCriteria = ['role', 'location', 'industry', 'size'] as const;
export type IcpCriterion = (typeof icpCriteria)[number];

/** The weight used when the file names none. */
export const defaultWeights: Readonly<Record<IcpCriterion, number>> = {
  role: 45,
  location: 15,
  industry: 20,
  size: 20,
};

/**
 * How much a criterion matters. `must`: a person known not to meet it is no lead to call; `should`: a person known not to
 * meet it is none to call first; `nice`: it only counts in the percent.
 */
export { importances, type Importance };
export const defaultImportance: Readonly<Record<IcpCriterion, Importance>> = {
  role: 'must',
  location: 'must',
  industry: 'should',
  size: 'should',
};

/** Who is no lead, as switches of the ICP: what each leaves out, and whether it does when the file says nothing. */
export const exclusionSwitches = {
  ownStaff: { on: true, who: 'people at the workspace’s own companies' },
  competitorStaff: { on: true, who: 'people at the companies of watched competitors' },
  recruiters: { on: true, who: 'recruiters, and people who are hiring and decide nothing' },
  vendors: { on: false, who: 'people who offer their own to the same buyers' },
  students: { on: true, who: 'students, interns and apprentices' },
  jobSeekers: { on: true, who: 'people who look for a job' },
  aspiring: { on: true, who: 'people who are about to become what their title says' },
  interim: { on: false, who: 'interim and fractional managers' },
  freelance: { on: false, who: 'freelancers' },
  retired: { on: true, who: 'people who have retired' },
} as const;
export type ExclusionSwitch = keyof typeof exclusionSwitches;
export const exclusionSwitchNames = [
  'ownStaff',
  'competitorStaff',
  'recruiters',
  'vendors',
  'students',
  'jobSeekers',
  'aspiring',
  'interim',
  'freelance',
  'retired',
] as const satisfies readonly ExclusionSwitch[];

/** What evidence calls the ways of being left out: the switches, and what a profile lists under `exclude`. */
export const exclusionCriteria = [
  'excludedOwnStaff',
  'excludedCompetitorStaff',
  'excludedRecruiters',
  'excludedVendors',
  'excludedStudents',
  'excludedJobSeekers',
  'excludedAspiring',
  'excludedInterim',
  'excludedFreelance',
  'excludedRetired',
  'excludedTitle',
  'excludedSeniority',
  'excludedFunction',
  'excludedCompany',
  'excludedIndustry',
  'excludedSize',
  'excludedCountry',
] as const;
export type ExclusionCriterion = (typeof exclusionCriteria)[number];

const longestList = 200;

/** A list of values; duplicates collapse. A missing or empty one asks for nothing. */
function boundedList<T extends z.ZodType>(item: T, what: string) {
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
const industry = words.transform((text) => industryOf(text) ?? text);

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
  titles: boundedList(words, 'titles'),
  seniorities: boundedList(seniority, 'seniorities'),
  functions: boundedList(jobFunction, 'functions'),
  industries: boundedList(industry, 'industries'),
  sizes,
  countries: boundedList(country, 'countries'),
});

const exclusionsSchema = z.strictObject(
  { ...lists(), companies: boundedList(words, 'company names') },
  { error: unknownKeys([...listFields, 'companies']) },
);

/** Weights as files before `role` had them: a title's and a function's, which together are the role's. */
const olderWeights = { title: 35, function: 10 } as const;

const weightsSchema = z
  .strictObject(
    {
      role: weight.optional(),
      location: weight.default(defaultWeights.location),
      industry: weight.default(defaultWeights.industry),
      size: weight.default(defaultWeights.size),
      title: weight.optional(),
      function: weight.optional(),
    },
    { error: unknownKeys([...icpCriteria]) },
  )
  .transform(({ role, title, function: ofFunction, location, industry, size }) => ({
    role: role ?? (title ?? olderWeights.title) + (ofFunction ?? olderWeights.function),
    location,
    industry,
    size,
  }));

const importance = oneOf(importances, 'importance');
const importanceSchema = z.strictObject(
  {
    role: importance.default(defaultImportance.role),
    location: importance.default(defaultImportance.location),
    industry: importance.default(defaultImportance.industry),
    size: importance.default(defaultImportance.size),
  },
  { error: unknownKeys([...icpCriteria]) },
);

const onOff = (name: ExclusionSwitch) =>
  z
    .boolean({ error: (issue) => `${shown(issue.input)} is neither true nor false` })
    .default(exclusionSwitches[name].on);
const excludeSchema = z.strictObject(
  {
    ownStaff: onOff('ownStaff'),
    competitorStaff: onOff('competitorStaff'),
    recruiters: onOff('recruiters'),
    vendors: onOff('vendors'),
    students: onOff('students'),
    jobSeekers: onOff('jobSeekers'),
    aspiring: onOff('aspiring'),
    interim: onOff('interim'),
    freelance: onOff('freelance'),
    retired: onOff('retired'),
  },
  { error: unknownKeys([...exclusionSwitchNames]) },
);

/** The definition. Strict: a field we do not know is refused, because a mistyped one would silently ask for nothing. */
export const icpDefinitionSchema = z
  .strictObject(
    {
      /** For people; not used in matching. */
      name: words.optional(),
      description: z.string().max(2_000, 'at most 2000 characters').optional(),
      ...lists(),
      /** Words of a field, looked for in titles whatever their rank: `sustainability`, `laboratory`. */
      fieldWords: boundedList(words, 'words of a field'),
      importance: importanceSchema.prefault({}),
      exclude: excludeSchema.prefault({}),
      exclusions: exclusionsSchema.prefault({}),
      weights: weightsSchema.prefault({}),
    },
    {
      error: unknownKeys([
        'name',
        'description',
        ...listFields,
        'fieldWords',
        'importance',
        'exclude',
        'exclusions',
        'weights',
      ]),
    },
  )
  .superRefine((definition, context) => {
    const configured = configuredCriteria(definition);
    if (configured.length === 0) {
      context.addIssue({
        code: 'custom',
        message: `asks for nothing; give at least one of ${[...listFields, 'fieldWords'].join(', ')}`,
      });
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

/**
 * What reading an older file or stored definition changes of its meaning, a sentence each; empty for one that says it all.
 * @param input the definition as it was written or stored.
 */
export function icpChanges(input: unknown): string[] {
  const written = z.looseObject({}).safeParse(input);
  if (!written.success) return [];
  const { importance: says, exclude, weights: given, seniorities: ranks, functions, titles } = written.data;
  const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
  const changes: string[] = [];
  const older = z.looseObject({}).safeParse(given);
  if (older.success && ('title' in older.data || 'function' in older.data)) {
    changes.push('weights.title and weights.function are one weight now, weights.role: their sum.');
  }
  if (says === undefined && isList(functions) && (isList(ranks) || isList(titles))) {
    changes.push(
      'Seniority and function are one criterion now, role: a listed seniority counts only with a listed function.',
    );
  }
  if (says === undefined) {
    changes.push(
      'importance is not given: role and location are a must, industry and size a should. A person known to miss a must is never QUALIFIED or PRIORITY.',
    );
  }
  if (exclude === undefined) {
    const on = exclusionSwitchNames.filter((name) => exclusionSwitches[name].on);
    changes.push(`exclude is not given: ${on.join(', ')} are left out.`);
  }
  return changes;
}

/** The criteria that a definition asks for, in the order of `icpCriteria`. */
export function configuredCriteria(
  definition: Pick<IcpDefinition, (typeof listFields)[number] | 'fieldWords'>,
): IcpCriterion[] {
  const asked: Record<IcpCriterion, boolean> = {
    role: [definition.titles, definition.fieldWords, definition.seniorities, definition.functions].some(
      ({ length }) => length > 0,
    ),
    location: definition.countries.length > 0,
    industry: definition.industries.length > 0,
    size: definition.sizes.length > 0,
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
  const text = typeof value === 'string' ? `"${value}"` : value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
