/** A file that cannot be read at all: no known format, not text, not there. The message says what to do. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}
