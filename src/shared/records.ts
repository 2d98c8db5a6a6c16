/** Values of unknown shape: parsed JSON, request bodies, errors of libraries. */

/** Whether a value is an object with named fields: no array, not null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of a value; undefined where the value has none, or is no object. */
export const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
