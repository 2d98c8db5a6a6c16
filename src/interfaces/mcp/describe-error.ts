/** The loggable part of an SDK error. Its text quotes the message, which can hold a credential. */
export function describeSdkError(error: unknown): { readonly type: string; readonly code?: string | number } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return { type: error.name, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) };
}
