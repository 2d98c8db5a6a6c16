/** A condition for rows of people in the workspaces that their session reaches. */
export interface Within {
  readonly userId: string;
  readonly organizationId: string;
}

/**
 * @param prefix of the columns `user_id` and `organization_id`, such as `g.`.
 * @returns SQL in parentheses, and its parameters; without places it matches no row.
 */
export function within(
  places: readonly Within[],
  prefix = '',
): { readonly sql: string; readonly params: readonly string[] } {
  const users = [...new Set(places.map(({ userId }) => userId))];
  const parts = users.map((userId) => {
    const own = places.filter((place) => place.userId === userId).map(({ organizationId }) => organizationId);
    return {
      sql: `(${prefix}user_id = ? AND ${prefix}organization_id IN (${own.map(() => '?').join(', ')}))`,
      params: [userId, ...own],
    };
  });
  return {
    sql: parts.length === 0 ? '(0 = 1)' : `(${parts.map(({ sql }) => sql).join(' OR ')})`,
    params: parts.flatMap(({ params }) => params),
  };
}
