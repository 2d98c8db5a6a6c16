/**
 * What may be logged of an unexpected error. Database errors carry the statement and its values; the values of this part
 * are hashes, states and redirect URIs, so only the name, code and stack are kept, and the message of errors that are not
 * the database's.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const original: unknown = Reflect.get(error, 'original') ?? Reflect.get(error, 'parent') ?? error;
  const code: unknown = typeof original === 'object' && original !== null ? Reflect.get(original, 'code') : undefined;
  const fromDatabase = Reflect.has(error, 'sql') || Reflect.has(error, 'original') || typeof code === 'string';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(fromDatabase ? {} : { message: error.message }),
    stack: frames.slice(0, 12).join('\n'),
  };
}
