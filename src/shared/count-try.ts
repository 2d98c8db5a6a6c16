/**
 * Counts the try of a credential that is not known to be good, and waits for its turn; may throw.
 * @returns takes it back, for a credential that proved good.
 */
export type CountTry = () => Promise<() => void>;

/** Where nobody counts. */
export const uncounted: CountTry = () => Promise.resolve(() => undefined);
