/** What answers say about a comment besides its words. */
import { z } from 'zod';
import { commentClasses, type StoredClass } from '../../src/shared/values';

export const said = z
  .enum(commentClasses)
  .nullable()
  .describe(
    'Class of the comment: request (asks for a demo, offer, trial or call), price (asks what it costs), leaving (ends with a vendor or looks for another) and so on. Null if it is not a comment.',
  );

export const saidConfidence = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe(
    'How likely the class is, 0 to 1; 1 when a person set it; where saidBy names a language model, how likely the built-in reader held its own. Null if it is not a comment, or not read since this is recorded.',
  );

export const saidBy = z
  .string()
  .nullable()
  .describe('Language model that set the class (docs/second-opinion.md). Null: the built-in reader or a person did.');

/** @param confidence in thousandths. */
export const showConfidence = (said: StoredClass | null, confidence: number | null): number | null =>
  said === null || confidence === null ? null : confidence / 1_000;

export const language = z
  .string()
  .regex(/^[a-z]{2}$/)
  .nullable()
  .describe('Language of the comment, ISO 639-1. Null if it is not sure, or without dataAccess.content.');
