/** When the made-up world takes place. */

/** 2026-06-01: the latest engagement is before it. */
export const worldEnd = Date.UTC(2026, 5, 1);
/** Milliseconds. */
export const day = 86_400_000;
