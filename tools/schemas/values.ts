/** Kinds of values in answers, with their formats in the OpenAPI document. */
import { z } from 'zod';

export const uuid = (description: string) => z.string().meta({ description, format: 'uuid' });
export const timestamp = (description: string) =>
  z.string().meta({ description: `${description} RFC 3339, UTC, milliseconds.`, format: 'date-time' });
export const timestampOrNull = (description: string) => timestamp(description).nullable();
export const day = (description: string) =>
  z.string().meta({ description: `UTC day, YYYY-MM-DD. ${description}`, format: 'date' });
/** An address that a client may open. */
export const address = (description: string) => z.string().meta({ description, format: 'uri' });
/** A value of a closed set, that the store holds as text. */
export const oneOf = (values: readonly string[], description: string) =>
  z.string().meta({ description, enum: [...values] });
/** A count, never negative. */
export const count = (description: string) => z.int().min(0).describe(description);
