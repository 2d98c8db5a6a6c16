/** Kinds of values that answers hold, with the formats by which the OpenAPI document tells them. */
import { z } from 'zod';

export const uuid = (description: string) => z.string().meta({ description, format: 'uuid' });
export const timestamp = (description: string) =>
  z.string().meta({ description: `${description} RFC 3339, UTC, milliseconds.`, format: 'date-time' });
export const timestampOrNull = (description: string) => timestamp(description).nullable();
/** How many of something: never negative. */
export const count = (description: string) => z.int().min(0).describe(description);
