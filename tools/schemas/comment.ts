/** What answers say about a comment besides its words. */
import { z } from 'zod';
import { commentClasses } from '../../src/shared/values';

export const said = z
  .enum(commentClasses)
  .nullable()
  .describe(
    'Class of the comment: request (asks for a demo, offer, trial or call), price (asks what it costs), leaving (ends with a vendor or looks for another) and so on. Null if it is not a comment.',
  );

export const language = z
  .string()
  .regex(/^[a-z]{2}$/)
  .nullable()
  .describe('Language of the comment, ISO 639-1. Null if it is not sure, or without dataAccess.content.');
