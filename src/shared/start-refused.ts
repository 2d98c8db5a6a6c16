/** The program refuses to start. The message is one clear line for the operator. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';

  constructor(
    readonly code: 'schema_not_current' | 'unavailable',
    message: string,
  ) {
    super(message);
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
