/** What the log may hold of an error of the SDK: its text quotes the message, and a message can hold a credential. */
export function describeSdkError(error: unknown): { readonly type: string; readonly code?: string | number } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return { type: error.name, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) };
}
