/** A file that cannot be read at all: no known format, not text, not there. The message says what to do. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/** The code of an error of the system (`ENOENT`, `Z_BUF_ERROR`); undefined for any other. */
export function systemCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
