/**
 * A file that cannot be imported at all. The message says what to do; the caller names the file.
 * `about` tells what it holds (no known format, no text) from the file itself (not there, not readable).
 */
export class ExportError extends Error {
  override readonly name = 'ExportError';

  constructor(
    message: string,
    readonly about: 'content' | 'file' = 'content',
  ) {
    super(message);
  }
}

/** The code of an error of the system (`ENOENT`, `Z_BUF_ERROR`); undefined for any other. */
export function systemCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
