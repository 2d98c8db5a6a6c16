/** A start that was refused; its message is one clear line for the operator. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';

  constructor(
    readonly code: 'schema_not_current' | 'unavailable',
    message: string,
  ) {
    super(message);
  }
}

/** What whatever was thrown says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
