/** Reads the labelled sets; what the columns mean is in ../README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { commentClasses, isAsking, type CommentClass } from '../../../src/shared/values';
import { jobFunctions, seniorities } from '../../../packages/reader/src';

/** The untouched half is never printed row by row: only totals of it are shown. */
export const halves = ['tuning', 'untouched'] as const;
export type Half = (typeof halves)[number];

/** Labelled by somebody who knew neither the code nor the vocabulary. Of the sealed half, too, only totals are shown. */
export const independentHalves = ['independent.visible', 'independent.sealed'] as const;
export type IndependentHalf = (typeof independentHalves)[number];
export type LabelledSet = Half | IndependentHalf;

/** Batches by further such hands: headlines, and where the lists below say so comments and cases. */
export const furtherBatches = ['third', 'fourth', 'fifth'] as const;
export type FurtherBatch = (typeof furtherBatches)[number];
export type FurtherHalf<Batch extends FurtherBatch = FurtherBatch> = `${Batch}.${'visible' | 'sealed'}`;
export const halvesOf = <Batch extends FurtherBatch>(batch: Batch): FurtherHalf<Batch>[] => [
  `${batch}.visible`,
  `${batch}.sealed`,
];
export const furtherHalves = furtherBatches.flatMap((batch) => halvesOf(batch));
export const commentedBatches = ['third', 'fourth'] as const;
/** Of businesses unlike all before, with comments as they are told apart since `buying` was split. */
export type EighthHalf = 'eighth.visible' | 'eighth.sealed';
export const eighthHalves: readonly EighthHalf[] = ['eighth.visible', 'eighth.sealed'];
/** Of eight businesses more, written before any reading of it was known. */
export type TenthHalf = 'tenth.visible' | 'tenth.sealed';
export const tenthHalves: readonly TenthHalf[] = ['tenth.visible', 'tenth.sealed'];
/** By strangers to the code: one set to read and tune with, the others sealed. */
export type StrangersSet =
  | 'eleventh.visible'
  | 'twelfth.sealed'
  | 'thirteenth.sealed'
  | 'fourteenth.sealed'
  | 'fifteenth.sealed'
  | 'sixteenth.sealed'
  | 'seventeenth.sealed'
  | 'eighteenth.sealed'
  | 'nineteenth.sealed'
  | 'twentieth.sealed'
  | 'twenty-first.sealed'
  | 'twenty-second.sealed';
export const strangersSets: readonly StrangersSet[] = [
  'eleventh.visible',
  'twelfth.sealed',
  'thirteenth.sealed',
  'fourteenth.sealed',
  'fifteenth.sealed',
  'sixteenth.sealed',
  // People and comments alone.
  'seventeenth.sealed',
  'eighteenth.sealed',
  'nineteenth.sealed',
  'twenty-first.sealed',
  // People and comments alone.
  'twentieth.sealed',
  'twenty-second.sealed',
];
export type CommentedHalf = FurtherHalf<(typeof commentedBatches)[number]> | EighthHalf | TenthHalf | StrangersSet;
export const commentedHalves: readonly CommentedHalf[] = [
  ...commentedBatches.flatMap((batch) => halvesOf(batch)),
  ...eighthHalves,
  ...tenthHalves,
  ...strangersSets,
];
export type FurtherCases = FurtherHalf<'fourth'> | EighthHalf | TenthHalf | StrangersSet;
export const furtherCases: readonly FurtherCases[] = [
  ...halvesOf('fourth'),
  ...eighthHalves,
  ...tenthHalves,
  ...strangersSets,
];
export const mayBeRead = (name: string) =>
  name === 'nineteenth.sealed' || (name !== 'untouched' && !name.endsWith('.sealed'));

/** Labels of comments that were written before `buying` was split: it stands for any of request, price and leaving. */
export const firstClasses = [
  'question',
  'buying',
  'objection',
  'refusal',
  'congratulation',
  'self_promotion',
  'job_hunting',
  'tag',
  'plain',
] as const;
/** Whether a comment was read as one of its labels says. */
export const isRead = ({ class: labels }: LabelledComment, found: CommentClass): boolean =>
  labels.some((label) => label === found || (label === 'buying' && isAsking(found)));
const acceptableTiers = ['NONE', 'UNQUALIFIED', 'NURTURE', 'QUALIFIED', 'PRIORITY'] as const;

/** `a || null`: the acceptable answers, the best first; null is "unknown or none". An empty cell is refused. */
const alternatives = z
  .string()
  .min(1, 'write null where there is no answer')
  .transform((cell) => cell.split(' || ').map((answer) => (answer === 'null' ? null : answer)));
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  alternatives.pipe(z.array(z.enum(values).nullable()).nonempty());
const filled = z.string().trim().min(1);

const headline = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  headline: filled,
  title: alternatives,
  seniority: oneOf(seniorities),
  function: oneOf(jobFunctions),
  company: alternatives,
  note: z.string(),
});
const companyHeadline = headline.pick({ language: true, headline: true, company: true });
const comment = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  text: filled,
  class: alternatives.pipe(z.array(z.enum([...commentClasses, 'buying'])).nonempty()),
});
const account = z.strictObject({
  a: filled,
  b: filled,
  same: alternatives.pipe(z.array(z.enum(['yes', 'no'])).nonempty()),
  note: filled,
});

const days = z.number().int().nonnegative();
const labelledCase = z.strictObject({
  id: filled,
  icp: filled,
  person: z.strictObject({
    headline: filled.optional(),
    title: filled.optional(),
    companyName: filled.optional(),
    companySize: filled.optional(),
    industry: filled.optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
  }),
  workspace: z.strictObject({ ownCompanies: z.array(filled).optional(), competitors: z.array(filled).optional() }),
  engagements: z
    .array(
      z
        .strictObject({
          type: z.enum(['like', 'comment', 'repost']),
          daysAgo: days,
          timing: z.enum(['exact', 'bounded', 'observed']),
          text: filled.optional(),
          postProfileType: z.enum(['COMPETITOR', 'TEAMMATE', 'CUSTOM', 'INFLUENCER', 'INVESTOR']).optional(),
          postDaysAgo: days,
        })
        .refine((engagement) => engagement.postDaysAgo >= engagement.daysAgo, 'engaged before the post'),
    )
    .nonempty(),
  acceptable: z.array(z.enum(acceptableTiers)).min(1).max(3),
  why: filled,
});

const importance = z.enum(['must', 'should', 'nice']);
const flag = z.boolean();
const icp = z.looseObject({
  name: filled,
  importance: z.strictObject({
    role: importance.optional(),
    location: importance.optional(),
    industry: importance.optional(),
    size: importance.optional(),
  }),
  exclude: z.strictObject({
    recruiters: flag,
    students: flag,
    jobSeekers: flag,
    aspiring: flag,
    interim: flag,
    freelance: flag,
    retired: flag,
    vendors: flag,
    competitorStaff: flag,
    ownStaff: flag,
  }),
});

export type LabelledHeadline = z.output<typeof headline>;
export type LabelledComment = z.output<typeof comment>;
export type LabelledAccounts = z.output<typeof account>;
export type LabelledCase = z.output<typeof labelledCase>;
export type LabelledIcp = z.output<typeof icp>;

const fileText = (path: string) => readFileSync(join(__dirname, '..', path), 'utf8');
const linesOf = (path: string) => fileText(path).replace(/\n$/, '').split('\n');

/** @throws Error naming the file and line of a row that does not have the shape */
function read<Row>(path: string, lines: readonly unknown[], first: number, schema: z.ZodType<Row>): Row[] {
  return lines.map((line, at) => {
    const row = schema.safeParse(line);
    if (row.success) return row.data;
    throw new Error(`${path}:${at + first}: ${z.prettifyError(row.error)}`);
  });
}

function table<Row>(path: string, schema: z.ZodType<Row>): Row[] {
  const [head = '', ...lines] = linesOf(path);
  const columns = head.split('\t');
  const rows = lines.map((line, at) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length) throw new Error(`${path}:${at + 2}: ${cells.length} cells`);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
  });
  return read(path, rows, 2, schema);
}

export const headlines = (name: LabelledSet | FurtherHalf): LabelledHeadline[] =>
  table(`headlines/${name}.tsv`, headline);

/** Written later, each labelled before the rules had seen it and tuned with afterwards. */
export const laterHeadlines = [
  'tuning-2',
  'tuning-3',
  'tuning-4',
  'tuning-W',
  'tuning-E',
  'tuning-N',
  'tuning-6',
  'seventh.sealed',
  'eighth.visible',
  'eighth.sealed',
  'ninth.visible',
  'ninth.sealed',
  'tenth.visible',
  'tenth.sealed',
  'eleventh.visible',
  'twelfth.sealed',
  'thirteenth.sealed',
  'fourteenth.sealed',
  'fifteenth.sealed',
  'sixteenth.sealed',
  'eighteenth.sealed',
  'nineteenth.sealed',
  'twenty-first.sealed',
] as const;
export type LaterHeadlines = (typeof laterHeadlines)[number];
export const isLater = (name: string): name is LaterHeadlines => laterHeadlines.some((later) => later === name);
export const headlinesOf = (name: LaterHeadlines): LabelledHeadline[] => table(`headlines/${name}.tsv`, headline);
/** What the reader of headlines learned from besides the visible sets, by file. */
export const learnedHeadlines = (): LabelledHeadline[] =>
  readdirSync(join(__dirname, '..', trained))
    .sort()
    .flatMap((name) => table(`${trained}/${name}`, headline));
const trained = '../../packages/reader/training/headlines';
/** Of these the company alone is labelled. */
export const companyHeadlines = (): z.output<typeof companyHeadline>[] =>
  table('headlines/companies.tsv', companyHeadline);
/** Written later, labelled before the rules had read it and tuned with afterwards. */
export const laterComments = ['tuning-2', 'tuning-3', 'tuning-4', 'tuning-5'] as const;
export type LaterComments = (typeof laterComments)[number];
export const comments = (name: LabelledSet | CommentedHalf | LaterComments): LabelledComment[] =>
  table(`comments/${name}.tsv`, comment);
export const accountPairs = (half: Half): LabelledAccounts[] => table(`accounts/${half}.tsv`, account);

export function cases(name: LabelledSet | FurtherCases): LabelledCase[] {
  const path = `cases/${name}.ndjson`;
  return read(
    path,
    linesOf(path).map((line): unknown => JSON.parse(line)),
    1,
    labelledCase,
  );
}

/** The profiles that cases name; the batches of other hands have their own. */
export const icpFiles = [
  'icps.yaml',
  'icps.independent.yaml',
  'icps.fourth.yaml',
  'icps.eighth.yaml',
  'icps.tenth.yaml',
  'icps.eleventh.yaml',
  'icps.twelfth.yaml',
  'icps.thirteenth.yaml',
  'icps.fourteenth.yaml',
  'icps.fifteenth.yaml',
  'icps.sixteenth.yaml',
  'icps.seventeenth.yaml',
  'icps.eighteenth.yaml',
  'icps.nineteenth.yaml',
  'icps.twentieth.yaml',
  'icps.twenty-first.yaml',
  'icps.twenty-second.yaml',
] as const;
export function icps(file: (typeof icpFiles)[number] = 'icps.yaml'): ReadonlyMap<string, LabelledIcp> {
  return new Map(Object.entries(z.record(z.string(), icp).parse(parse(fileText(file)))));
}

/** Case, quotation marks, dashes, commas and the width of a character make no difference; a difference in letters does. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();

/** Whether an answer is one of the accepted. For a company, take the legal form off both sides first. */
export function accepts(answers: readonly (string | null)[], actual: string | null): boolean {
  return answers.some((answer) =>
    answer === null || actual === null ? answer === actual : folded(answer) === folded(actual),
  );
}
