/** Views of lists that a workspace shares. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { savedViewTables, type SavedViewRow } from '../tables/saved-views';

const [savedViews] = savedViewTables;

/** The most views of a workspace. Saving one enforces it. */
export const mostViews = 200;

/** The most views of one member, so that nobody fills the workspace's alone. */
export const mostViewsOfOne = 40;

export interface SavedView extends Omit<SavedViewRow, 'organization_id'> {
  /** Name of the member who saved it. Null if nobody did, or they are gone. */
  readonly maker: string | null;
}

export class SavedViewReads {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /** All views of the workspace. They are few. */
  async list(): Promise<SavedView[]> {
    return this.db.select<SavedView>(
      `SELECT v.id, v.page, v.name, v.filters, v.created_by, v.created_at, u.display_name AS maker
       FROM saved_views v
       LEFT JOIN memberships m ON m.organization_id = v.organization_id AND m.user_id = v.created_by
       LEFT JOIN users u ON u.id = m.user_id
       WHERE v.organization_id = ? ORDER BY v.id LIMIT ${mostViews}`,
      [this.organizationId],
    );
  }
}

export async function insertView(
  db: Database,
  organizationId: string,
  view: Omit<SavedViewRow, 'organization_id'>,
): Promise<void> {
  await insertInto(db, savedViews, [{ organization_id: organizationId, ...view }]);
}

/** @returns false when there is no such view. */
export async function removeView(db: Database, organizationId: string, id: string): Promise<boolean> {
  return (await db.run('DELETE FROM saved_views WHERE organization_id = ? AND id = ?', [organizationId, id])) > 0;
}
