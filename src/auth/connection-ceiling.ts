/** Limits on connections, app requests and permits in one workspace, so that opening many does not evade other limits. */

/** Live connections of one person in one workspace: more than anyone has assistants. Rate limits count per person anyway. */
export const mostConnections = 25;

/** Unanswered requests for apps of one member in one workspace. */
export const mostAccessRequests = 10;

/**
 * Apps permitted in one workspace, and those of them that one owner or admin permitted. Permits are decisions of people that
 * connections rest on, so unlike a connection none makes room by itself: one more is refused.
 */
export const mostPermits = { all: 100, ofOne: 50 } as const;

/** A live connection. Times are epoch milliseconds. */
export interface LiveUse {
  readonly id: string;
  readonly activated_at: number;
  /** When it was last refreshed. */
  readonly rotated_at: number | null;
  readonly last_used_at: number | null;
}

/**
 * The surplus connections of one person in one workspace, longest unused first. The same input gives the same result everywhere,
 * so two that begin at once agree.
 * @param most how many stay.
 */
export function surplusOf<Live extends LiveUse>(live: readonly Live[], most = mostConnections): readonly Live[] {
  const byUse = [...live].sort((a, b) => lastUse(a) - lastUse(b) || (a.id < b.id ? -1 : 1));
  return byUse.slice(0, Math.max(0, live.length - most));
}

const lastUse = ({ activated_at, rotated_at, last_used_at }: LiveUse) =>
  Math.max(activated_at, rotated_at ?? 0, last_used_at ?? 0);
