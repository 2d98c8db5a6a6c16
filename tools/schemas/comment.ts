/** What is told of a comment beside its words. */
import { z } from 'zod';
import { commentClasses } from '../../src/shared/values';

export const said = z
  .enum(commentClasses)
  .nullable()
  .describe(
    'What the comment is: request (asks for a demo, offer, trial or call), price (asks what it costs), leaving (ends with a vendor or seeks another) and so on. Null for what is no comment.',
  );

export const language = z
  .string()
  .regex(/^[a-z]{2}$/)
  .nullable()
  .describe('Language of the comment, ISO 639-1. Null where it is not sure, or without dataAccess.content.');
