/** Reads what a JSON-RPC message asks, before the SDK has checked it. */
export interface Asked {
  readonly method: unknown;
  readonly params: Readonly<Record<string, unknown>>;
}

/** @param message as it arrived. Anything that is not a message asks nothing. */
export function askedIn(message: unknown): Asked {
  if (typeof message !== 'object' || message === null || !('method' in message))
    return { method: undefined, params: {} };
  const params = 'params' in message ? message.params : undefined;
  return { method: message.method, params: typeof params === 'object' && params !== null ? { ...params } : {} };
}
