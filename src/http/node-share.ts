/**
 * Limits are counted in each process. Where several serve one address, `RATE_LIMIT_NODES` says how many, and each grants its share, so
 * that all of them together grant about the limit. A balancer that sends a caller to one process only is then stricter.
 */

/** The part of a limit that this process grants, at least 1. */
export const shareOf = (points: number, nodes: number): number => Math.max(1, Math.floor(points / nodes));

/** The same for a table of limits. */
export function sharesOf<Name extends string, Limit extends { readonly points: number }>(
  limits: Readonly<Record<Name, Limit>>,
  nodes: number,
): Readonly<Record<Name, Limit>> {
  const shared: Record<Name, Limit> = { ...limits };
  for (const name in limits) shared[name] = { ...limits[name], points: shareOf(limits[name].points, nodes) };
  return shared;
}
