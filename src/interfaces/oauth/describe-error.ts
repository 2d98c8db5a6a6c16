import { fieldOf } from '../../shared/records';

/**
 * The loggable part of an unexpected error. Database errors carry the statement and its values, here hashes, states and redirect
 * URIs. So only the error's name, code and stack are kept, and its message without quoted text.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const original = fieldOf(error, 'original') ?? fieldOf(error, 'parent') ?? error;
  const code = fieldOf(original, 'code');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: error.message.replace(/(['"`]).*?\1/gs, '$1…$1').slice(0, 300),
    stack: frames.slice(0, 12).join('\n'),
  };
}
