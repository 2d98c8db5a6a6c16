/**
 * Counts a try of a credential that is not known to be good, and waits for its turn. May throw.
 * @returns a function that takes the try back when the credential proves good.
 */
export type CountTry = () => Promise<() => void>;

/** For callers that do not count. */
export const uncounted: CountTry = () => Promise.resolve(() => undefined);
