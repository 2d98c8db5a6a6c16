/** A condition for the rows of people in the workspaces that a session of theirs reaches. */
export interface Within {
  readonly userId: string;
  readonly organizationId: string;
}

/**
 * @param prefix of the columns `user_id` and `organization_id`, such as `g.`.
 * @returns SQL in parentheses, and its parameters; it holds for no row where there are no places.
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
