/**
 * A file that cannot be imported at all. The message says what to do, and the caller names the file. `about` says whether the
 * content (no known format, no text) or the file itself (missing, not readable) is at fault.
 */
export class ExportError extends Error {
  override readonly name = 'ExportError';

  constructor(
    message: string,
    readonly about: 'content' | 'file' = 'content',
    /** What to try on the command line; a sentence. */
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The code of a system error (`ENOENT`, `Z_BUF_ERROR`); undefined for any other. */
export function systemCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

/** Whether a file could not be written because the disk, or what this user may have of it, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}
