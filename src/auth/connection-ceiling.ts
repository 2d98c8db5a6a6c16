/** How many connections and requests for apps one person has in one workspace: many are no way around what one may ask and hold. */

/** Connections of one person in one workspace that live at once: more than anybody has assistants; limits count per person anyway. */
export const mostConnections = 25;

/** Requests of one member for an app that wait for an answer in one workspace. */
export const mostAccessRequests = 10;

/** A connection that lives. Times are epoch milliseconds. */
export interface LiveUse {
  readonly id: string;
  readonly activated_at: number;
  /** When it was refreshed last. */
  readonly rotated_at: number | null;
  readonly last_used_at: number | null;
}

/**
 * Connections of one person in one workspace that are too many: those unused for longest, the longest first. Of the same ones it is the
 * same answer everywhere, so two that begin at once agree.
 * @param most how many stay.
 */
export function surplusOf<Live extends LiveUse>(live: readonly Live[], most = mostConnections): readonly Live[] {
  const byUse = [...live].sort((a, b) => lastUse(a) - lastUse(b) || (a.id < b.id ? -1 : 1));
  return byUse.slice(0, Math.max(0, live.length - most));
}

const lastUse = ({ activated_at, rotated_at, last_used_at }: LiveUse) =>
  Math.max(activated_at, rotated_at ?? 0, last_used_at ?? 0);
