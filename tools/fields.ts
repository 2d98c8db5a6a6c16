/** Input fields that several operations share. Limits, description and errors of a parameter are defined here once. */
import { z } from 'zod';
import { origins, type Origin } from '../src/shared/values';
import { instant } from './dates';
import { fieldOf } from '../src/shared/records';
import { leadIdOrText } from '../src/shared/lead-address';
import { oneLine } from '../src/shared/text/visible';

// eslint-disable-next-line no-control-regex -- control characters are what is refused
const unprintable = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** Text without control characters and lone surrogates, with at least one visible character. */
export function searchText(max: number, description: string) {
  return z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !unprintable.test(value), 'must not hold control characters or lone surrogates')
    .refine((value) => value.trim() !== '', 'must hold a visible character')
    .describe(description);
}

/** Text without control characters and lone surrogates that may be empty. */
export function ownText(max: number, description: string) {
  return z
    .string()
    .max(max)
    .refine((value) => !unprintable.test(value), 'must not hold control characters or lone surrogates')
    .describe(description);
}

/** A display name, of a person or of a key. It is stored as one line, without control characters or invisible ones. */
export const givenName = z.string().overwrite((name) => oneLine(name, Infinity));

/** An id in the path. Any text is accepted, and one that is not the id of a row gives `not_found`. */
export const pathId = (description: string) => z.string().describe(description);

/** The id of a lead in the path, or the address of its page in the console. */
export const leadPathId = z.string().overwrite(leadIdOrText).describe('Lead id, uuid, or address of its page.');

/** An id in a body or a list. */
export const uuid = z.guid('must be a uuid').transform((value) => value.toLowerCase());

export const uniqueList = <Item extends z.ZodType>(item: Item, max: number, description: string) =>
  z.array(item).min(1).max(max).describe(`${description} At most ${max}, any of them matches.`);

export const idList = (max: number, description: string) => uniqueList(uuid, max, description);

export const enumList = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  uniqueList(z.enum(values), values.length, description);

export const companyNames = uniqueList(
  searchText(200, 'A company name.'),
  25,
  'Company names as the profiles state them, compared without case and accents.',
).optional();

const percent = (description: string) => z.int().min(0).max(100).describe(description).optional();

/** A share of 1. */
export const share = (description: string) => z.number().min(0).max(1).describe(description).optional();

export const icpRange = {
  minIcpMatchPercent: percent('Lowest ICP match.'),
  maxIcpMatchPercent: percent('Highest ICP match.'),
};

export const intentRange = {
  minIntentScore: percent('Lowest intent score.'),
  maxIntentScore: percent('Highest intent score.'),
};

/** Inclusive at both ends. A date without time means its whole UTC day. */
export const dateRange = (of: string) => ({
  dateFrom: instant('start', `Earliest ${of}: YYYY-MM-DD or RFC 3339, inclusive.`).optional(),
  dateTo: instant('end', `Latest ${of}: YYYY-MM-DD (that whole UTC day) or RFC 3339, inclusive.`).optional(),
});

/** Items of a page. */
export const pageSize = z.int().min(1).max(100);

export const paging = {
  limit: pageSize.default(50).describe('Items per page.'),
  cursor: z
    .string()
    .min(1)
    .max(256)
    .describe('page.nextCursor of the page before, unchanged, with the same filters; `start` for the first page.')
    .optional(),
};

/** Pairs of parameters. The first must not be above the second. */
const ranges = [
  ['minIcpMatchPercent', 'maxIcpMatchPercent'],
  ['minIntentScore', 'maxIntentScore'],
  ['dateFrom', 'dateTo'],
  ['contactedFrom', 'contactedTo'],
] as const;

/** The input of an operation. Unknown parameters and empty ranges are refused. */
export function input<Shape extends z.ZodRawShape>(shape: Shape) {
  const object = z.strictObject(shape);
  const ofShape = ranges.filter(([from, to]) => from in shape && to in shape);
  if (ofShape.length === 0) return object;
  return object.superRefine((value, context) => {
    for (const [from, to] of ofShape) {
      const low = fieldOf(value, from);
      const high = fieldOf(value, to);
      if (typeof low === 'number' && typeof high === 'number' && low > high) {
        context.addIssue({ code: 'custom', path: [from], message: `must not be above ${to}` });
      }
    }
  });
}

/** `all` is the same as leaving the filter out. */
export const origin = z
  .enum([...origins, 'all'])
  .default('all')
  .describe('agent: found by the Agent. watchlist: by watched profiles and manual work.');

export const originOf = (value: Origin | 'all') => (value === 'all' ? undefined : value);

export const sortOrder = z.enum(['asc', 'desc']).default('desc').describe('Direction of the sort.');

/** Of a workspace. */
export const workspaceName = givenName.min(1).max(200).describe('Name; unique in the installation.');

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in lower case, or undefined when the text is no uuid, since no row can have that id. */
export function asUuid(value: string): string | undefined {
  return uuidForm.test(value) ? value.toLowerCase() : undefined;
}
