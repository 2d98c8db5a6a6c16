/** Second opinions on comments and titles: what a language model said, and what people set right. No text is stored here, only digests of texts. */
import { big, flag, id, integer, optional, table, text, time, word, type RowOf } from '../../database/define';
import type { TitleReading } from '../../rules/opinion/title-question';
import type { CommentClass } from '../../shared/values';

/** One answer for each text, model and question. */
export const opinions = table({
  name: 'opinions',
  columns: {
    organization_id: id(),
    /** SHA-256 of the text, the model and the question, base64url; or the key of a correction (`correctionKey`). */
    digest: text(43),
    /** The class of a comment, or rank and field of a title. Null: the answer was neither. It is not asked again. */
    said: optional(word<CommentClass | TitleReading>()),
    asked_at: time(),
  },
  primaryKey: ['organization_id', 'digest'],
  indexes: [],
});

/** Who reads comments of a workspace, since when, and up to which revision they were looked through. */
export const opinionPasses = table({
  name: 'opinion_passes',
  columns: {
    organization_id: id(),
    reader: text(120),
    /** Where texts are sent. */
    host: text(300),
    /** When the first text was sent. 0: none was. */
    first_at: time(),
    /** -1: not yet to the end. */
    revision: big(),
  },
  primaryKey: ['organization_id', 'reader'],
  indexes: [],
});

/** How a reader did on labelled comments, compared last. */
export const opinionComparisons = table({
  name: 'opinion_comparisons',
  columns: {
    organization_id: id(),
    /** Model and version of the question (`readerName`). */
    reader: text(120),
    compared_at: time(),
    comments: integer(),
    /** Of them, those that the model read. */
    asked: integer(),
    built_in_right: integer(),
    second_right: integer(),
    /** 1: it reads better than the built-in reader, so its readings may make somebody PRIORITY. */
    beats: flag(),
  },
  primaryKey: ['organization_id', 'reader'],
  indexes: [],
});

/** What was asked on a day, by all workspaces. */
export const opinionDays = table({
  name: 'opinion_days',
  columns: {
    /** UTC, YYYY-MM-DD. */
    day: text(10),
    requests: integer(),
    /** Answers that held a class. */
    answers: integer(),
    /** Answers that held none. */
    unusable: integer(),
    failures: integer(),
    tokens: big(),
    /** Why the last request failed, in words. */
    last_failure: optional(text(200)),
  },
  primaryKey: ['day'],
  indexes: [],
});

export type OpinionRow = RowOf<typeof opinions>;
export type ComparisonRow = RowOf<typeof opinionComparisons>;
export type OpinionDayRow = RowOf<typeof opinionDays>;
export const opinionTables = [opinions, opinionPasses, opinionComparisons, opinionDays];
