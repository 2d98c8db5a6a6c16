/** Kinds of values in answers, with their formats in the OpenAPI document. */
import { z } from 'zod';

export const uuid = (description: string) => z.string().meta({ description, format: 'uuid' });
export const timestamp = (description: string) =>
  z.string().meta({ description: `${description} RFC 3339, UTC, milliseconds.`, format: 'date-time' });
export const timestampOrNull = (description: string) => timestamp(description).nullable();
/** A count, never negative. */
export const count = (description: string) => z.int().min(0).describe(description);
